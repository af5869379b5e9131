#include <algorithm>

#include "rows/detail/guess_rows.hpp"
#include "rows/detail/gzip.hpp"
#include "rows/detail/rows_source.hpp"
#include "rows/row_index.hpp"
#include "rows/rows_reader.hpp"

namespace gyre {
namespace {

/// What a block may hold; without its index, a file is a stream, which takes less memory.
constexpr std::size_t most_block_bytes = std::size_t{128} << 20;
/// Bytes of blocks, as they are stored, that one job takes.
constexpr std::uint64_t job_bytes = 256 << 10;

class RowBlocks final : public RowsSource {
 public:
  RowBlocks(std::shared_ptr<io::Source> file, std::vector<std::uint64_t> offsets,
            Progress* progress)
      : file_(std::move(file)), offsets_(std::move(offsets)), progress_(progress) {
    if (progress_) progress_->total_bytes = size_bytes();
  }

  Result<void> begin(const RowsOptions& options) {
    if (options.schema) {
      set_schema(*options.schema);
    } else {
      set_schema(GYRE_TRY(within(guess(), "{}", name())));
    }
    return {};
  }

  Result<std::optional<BatchJob>> next_job() override {
    if (next_ == offsets_.size()) return std::optional<BatchJob>{};
    const auto first = next_;
    do ++next_;
    while (next_ < offsets_.size() && end_of(next_) - offsets_[first] <= job_bytes);
    const auto job = [this, first, last = next_](unsigned worker, const BatchTaker& take) {
      return parse(first, last, parser(worker), take);
    };
    return std::optional<BatchJob>(job);
  }

  Result<void> restart() override {
    forget_parsers();
    if (progress_) progress_->done_bytes = 0;
    next_ = 0;
    return {};
  }

 private:
  const std::string& name() const { return file_->identity().name; }
  std::uint64_t size_bytes() const { return file_->identity().size_bytes; }
  std::uint64_t end_of(std::size_t block) const {
    return block + 1 < offsets_.size() ? offsets_[block + 1] : size_bytes();
  }

  Result<Buffer> inflated(GzipReader& gzip, std::span<const std::byte> member,
                          std::size_t block) const {
    return within(gzip.inflate(member, most_block_bytes), "block {}, at byte {} of the file",
                  block + 1, offsets_[block]);
  }

  Result<RowSchema> guess() {
    GzipReader gzip;
    auto sample = MutableBuffer::uninitialized(0);
    std::uint64_t rows = 0;
    for (std::size_t block = 0; block < offsets_.size() && rows < guessed_rows; ++block) {
      const auto stored =
          GYRE_TRY(io::read_now(*file_, {offsets_[block], end_of(block) - offsets_[block]}));
      const auto bytes = GYRE_TRY(inflated(gzip, stored.bytes(), block));
      auto left = bytes.text();
      while (rows < guessed_rows) {
        const auto size = row_size(left);
        if (!size) break;
        left.remove_prefix(*size);
        ++rows;
      }
      sample.append(bytes.bytes().first(bytes.size() - left.size()));
    }
    return guess_row_schema(std::move(sample).freeze().text());
  }

  Result<void> parse(std::size_t first, std::size_t last, RowsParser& rows,
                     const BatchTaker& take) {
    GzipReader gzip;
    const auto begin = offsets_[first];
    const auto stored =
        GYRE_TRY(within(io::read_now(*file_, {begin, end_of(last - 1) - begin}), "{}", name()));
    for (auto block = first; block < last; ++block) {
      const auto member =
          stored.bytes().subspan(offsets_[block] - begin, end_of(block) - offsets_[block]);
      const auto bytes = GYRE_TRY(within(inflated(gzip, member, block), "{}", name()));
      std::optional<RowFault> fault;
      const bool more = GYRE_TRY(rows.add(bytes.text(), take, fault));
      if (fault)
        return fail(Code::corrupt, "{}: block {}, at byte {} of the file: row {}, byte {}: {}",
                    name(), block + 1, offsets_[block], fault->row + 1, fault->byte, fault->what);
      if (!more) return {};
    }
    (void)GYRE_TRY(rows.flush(take));
    if (progress_) progress_->done_bytes += stored.size();
    return {};
  }

  std::shared_ptr<io::Source> file_;
  std::vector<std::uint64_t> offsets_;
  Progress* progress_;
  std::size_t next_ = 0;  // block
};

}  // namespace

Result<std::unique_ptr<BatchSource>> read_row_blocks(std::shared_ptr<io::Source> file,
                                                     std::string_view index,
                                                     const RowsOptions& options) {
  const auto& identity = file->identity();
  auto offsets =
      GYRE_TRY(within(parse_row_index(index, identity.size_bytes), "{}.index", identity.name));
  auto blocks = std::make_unique<RowBlocks>(std::move(file), std::move(offsets), options.progress);
  GYRE_TRY(blocks->begin(options));
  return blocks;
}

}  // namespace gyre
