#pragma once

#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/byte_input.hpp"
#include "base/result.hpp"
#include "text/csv_splitter.hpp"
#include "text/detail/chunk_text.hpp"
#include "text/refused_records.hpp"
#include "text/text_source.hpp"

namespace gyre {

/// Text as rows, of types that are guessed from a sample and made wider when a later value does not fit: what kinds of
/// text have in common. next_job cuts the text into chunks of whole records, a job reads one chunk.
///
/// Guesses   what is known of the types; can be copied
template <class Guesses>
class GuessedSource : public TextSource {
 public:
  const DType& schema() const final { return schema_; }

  Result<std::optional<BatchJob>> next_job() final {
    auto chunk = GYRE_TRY(next_chunk());
    if (!chunk) return std::optional<BatchJob>();
    chunk->number = jobs_++;
    const auto shared = std::make_shared<const CsvChunk>(*std::move(chunk));
    return BatchJob([this, shared](unsigned worker, const BatchTaker& take) -> Result<void> {
      return give(GYRE_TRY(parse(*shared, worker)), take);
    });
  }

  bool wants_restart() const final {
    const std::scoped_lock lock(mutex_);
    return widened_.has_value();
  }

  Result<void> restart() final {
    if (!input_->seekable())
      return fail(Code::unsupported, "{}: a pipe cannot be read twice", input_->name());
    forget_workers();
    GYRE_TRY(start_refused());
    auto widened = std::exchange(widened_, std::nullopt);
    if (widened && ++widenings_ > 1) {
      GYRE_TRY(look_at_all());
      return choose_types();
    }
    if (widened) guesses_ = std::move(widened->guesses);
    GYRE_TRY(input_->rewind());
    GYRE_TRY(begin());
    return choose_types();
  }

 protected:
  static constexpr auto all_rows = std::numeric_limits<std::uint64_t>::max();

  /// `splitting` says how records end.
  GuessedSource(std::unique_ptr<ByteInput> input, CsvOptions splitting)
      : input_(std::move(input)), refused_(splitting.refused), splitting_(std::move(splitting)) {}

  /// What stands before the rows; may leave chunks in waiting_.
  virtual Result<void> read_front() { return {}; }
  /// Adds at most `rows` records of a chunk, up to the first that cannot be read.
  virtual void guess(const CsvChunk& chunk, std::uint64_t rows, Guesses& guesses) const = 0;
  virtual Guesses no_guesses() const = 0;
  /// Makes schema_, from guesses_.
  virtual Result<void> choose_types() = 0;
  virtual void forget_workers() = 0;
  virtual Result<std::vector<Batch>> parse(const CsvChunk& chunk, unsigned worker) = 0;

  Result<void> begin() {
    splitter_.emplace(*input_, splitting_);
    waiting_.clear();
    jobs_ = 0;
    return read_front();
  }

  /// Guesses from the sample, which waits to be parsed.
  Result<void> sample() {
    guesses_ = no_guesses();
    if (!splitting_.sample_rows && input_->seekable()) return look_at_all();
    auto rows = splitting_.sample_rows.value_or(*TextOptions().sample_rows);
    auto bytes = splitting_.bytes_per_batch;
    const auto add = [&](const CsvChunk& chunk) {
      guess(chunk, rows, guesses_);
      rows -= std::min(rows, chunk.records);
      bytes -= std::min(bytes, chunk.bytes.size());
    };
    for (const auto& chunk : waiting_) add(chunk);
    while (rows > 0 && bytes > 0) {
      auto chunk = GYRE_TRY(splitter_->next(splitting_.rows_per_batch));
      if (!chunk) {
        seen_all_ = true;
        break;
      }
      add(*chunk);
      waiting_.push_back(*std::move(chunk));
    }
    return {};
  }

  /// Whether a type that is too narrow can become wider.
  bool can_widen() const { return input_->seekable() && !seen_all_; }

  /// A guessed type does not hold a value of this chunk.
  void widen(const CsvChunk& chunk) {
    if (!can_widen()) return;
    auto guesses = guesses_;
    guess(chunk, all_rows, guesses);
    const std::scoped_lock lock(mutex_);
    if (!widened_ || chunk.number < widened_->chunk)
      widened_ = Widened{chunk.number, std::move(guesses)};
  }

  Result<void> start_refused() const {
    if (!refused_) return {};
    if (!splitting_.refused_from) GYRE_TRY(refused_->start());
    refused_->start_text(splitting_.refused_from.value_or(0), input_->name());
    return {};
  }
  /// Hands over the records that a chunk's job left out.
  Result<void> refuse(const CsvChunk& chunk, std::vector<std::string_view> records) const {
    if (!refused_) return {};
    return refused_->add(splitting_.refused_from.value_or(0) + chunk.number,
                         refused_records(chunk, std::move(records)));
  }

  /// "FILE: line N", where a byte of a chunk stands.
  std::string place(const CsvChunk& chunk, std::size_t offset) const {
    return fmt::format("{}: line {}", input_->name(), line_of(chunk, offset));
  }
  std::unexpected<Error> not_utf8(const CsvChunk& chunk) const {
    return fail(Code::corrupt,
                "{}: the text is not UTF-8; --encoding says what it is, as in --encoding latin-1",
                place(chunk, first_foreign_line(chunk)));
  }

  Result<std::optional<CsvChunk>> next_chunk() {
    if (waiting_.empty()) return splitter_->next(splitting_.rows_per_batch);
    std::optional<CsvChunk> chunk = std::move(waiting_.front());
    waiting_.pop_front();
    return chunk;
  }

  std::unique_ptr<ByteInput> input_;
  RefusedRecords* refused_;
  DType schema_;
  Guesses guesses_;
  bool seen_all_ = false;  // the guesses come from the whole input
  std::optional<CsvSplitter> splitter_;
  std::deque<CsvChunk> waiting_;  // read already, to be parsed yet

 private:
  /// What to guess from once a value did not fit.
  struct Widened {
    std::uint64_t chunk;
    Guesses guesses;
  };

  Result<void> look_at_all() {
    GYRE_TRY(input_->rewind());
    GYRE_TRY(begin());
    guesses_ = no_guesses();
    while (const auto chunk = GYRE_TRY(next_chunk())) guess(*chunk, all_rows, guesses_);
    seen_all_ = true;
    GYRE_TRY(input_->rewind());
    return begin();
  }

  CsvOptions splitting_;
  std::uint64_t jobs_ = 0;  // since the front
  unsigned widenings_ = 0;
  mutable std::mutex mutex_;
  std::optional<Widened> widened_;  // of the first chunk that asked for it
};

}  // namespace gyre
