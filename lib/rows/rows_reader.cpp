#include "rows/rows_reader.hpp"

#include <algorithm>

#include "rows/detail/guess_rows.hpp"
#include "rows/detail/rows_source.hpp"

namespace gyre {
namespace {

class RowStream final : public RowsSource {
 public:
  RowStream(std::unique_ptr<ByteInput> input, const RowsOptions& options)
      : input_(std::move(input)), block_bytes_(options.block_bytes) {}

  Result<void> begin(const RowsOptions& options) {
    if (options.schema) {
      set_schema(*options.schema);
      return {};
    }
    Cut sample = cut(guessed_rows, UINT64_MAX);
    while (sample.rows < guessed_rows && !ended_) {
      GYRE_TRY(refill());
      sample = cut(guessed_rows, UINT64_MAX);
    }
    const bool is_all = sample.rows < guessed_rows;
    auto guess =
        guess_row_schema(is_all ? waiting_.text() : waiting_.text().substr(0, sample.bytes));
    set_schema(GYRE_TRY(within(std::move(guess), "{}", input_->name())));
    return {};
  }

  Result<std::optional<BatchJob>> next_job() override {
    auto next = cut(UINT64_MAX, block_bytes_);
    while (next.rows == 0 && !ended_) {
      GYRE_TRY(refill());
      next = cut(UINT64_MAX, block_bytes_);
    }
    if (next.rows == 0) {
      if (!waiting_.empty())
        return fail(Code::corrupt, "{}: row {}, byte {}: {}", input_->name(), row_ + 1, byte_,
                    early_end(waiting_.text()));
      return std::optional<BatchJob>{};
    }
    const auto bytes = waiting_.slice(0, next.bytes);
    const auto job = [this, bytes, row = row_, byte = byte_](unsigned worker,
                                                             const BatchTaker& take) {
      return parse(bytes, row, byte, parser(worker), take);
    };
    waiting_ = waiting_.slice(next.bytes, waiting_.size() - next.bytes);
    row_ += next.rows;
    byte_ += next.bytes;
    return std::optional<BatchJob>(job);
  }

  Result<void> restart() override {
    if (!input_->seekable())
      return fail(Code::unsupported, "{}: a pipe cannot be read twice", input_->name());
    GYRE_TRY(input_->rewind());
    forget_parsers();
    waiting_ = {};
    ended_ = false;
    row_ = byte_ = 0;
    return {};
  }

 private:
  /// Whole rows in front of what waits.
  struct Cut {
    std::uint64_t rows = 0;
    std::size_t bytes = 0;
  };

  /// Up to so many rows; as many as fit so many bytes, but one at least.
  Cut cut(std::uint64_t most_rows, std::uint64_t most_bytes) const {
    Cut found;
    while (found.rows < most_rows) {
      const auto size = row_size(waiting_.text().substr(found.bytes));
      if (!size || (found.rows > 0 && found.bytes + *size > most_bytes)) break;
      found.bytes += *size;
      ++found.rows;
    }
    return found;
  }

  /// Reads as much again as waits, and a block at least.
  Result<void> refill() {
    const auto before = waiting_.size();
    auto grown = MutableBuffer::uninitialized(before + std::max(before, block_bytes_));
    if (before > 0) std::memcpy(grown.data(), waiting_.data(), before);
    auto filled = before;
    while (filled < grown.size()) {
      const auto got =
          GYRE_TRY(within(input_->read(grown.bytes().subspan(filled)), "{}", input_->name()));
      filled += got;
      ended_ = got == 0;
      if (ended_) break;
    }
    waiting_ = std::move(grown).freeze().slice(0, filled);
    return {};
  }

  Result<void> parse(const Buffer& bytes, std::uint64_t first_row, std::uint64_t first_byte,
                     RowsParser& rows, const BatchTaker& take) {
    std::optional<RowFault> fault;
    const bool more = GYRE_TRY(rows.add(bytes.text(), take, fault));
    if (fault)
      return fail(Code::corrupt, "{}: row {}, byte {}: {}", input_->name(),
                  first_row + fault->row + 1, first_byte + fault->byte, fault->what);
    if (more) (void)GYRE_TRY(rows.flush(take));
    return {};
  }

  std::unique_ptr<ByteInput> input_;
  std::size_t block_bytes_;
  Buffer waiting_;                    // read, but in no job yet
  bool ended_ = false;                // the input
  std::uint64_t row_ = 0, byte_ = 0;  // where `waiting_` begins
};

}  // namespace

Result<std::unique_ptr<BatchSource>> read_rows(std::unique_ptr<ByteInput> input,
                                               const RowsOptions& options) {
  auto stream = std::make_unique<RowStream>(std::move(input), options);
  GYRE_TRY(stream->begin(options));
  return stream;
}

}  // namespace gyre
