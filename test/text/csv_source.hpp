#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "array/batch_source.hpp"
#include "base/ordered.hpp"
#include "dtype/text.hpp"
#include "support/must.hpp"
#include "text/csv_reader.hpp"

namespace gyre::test {

/// Text that can be read once only.
class PipeInput final : public ByteInput {
 public:
  explicit PipeInput(std::string_view text) : input_(Buffer::copy(text), "-") {}
  Result<std::size_t> read(std::span<std::byte> into) override { return input_.read(into); }
  bool seekable() const override { return false; }
  Result<void> rewind() override { return fail(Code::io, "rewound a pipe"); }
  std::string_view name() const override { return input_.name(); }

 private:
  BufferInput input_;
};

inline std::unique_ptr<ByteInput> csv_file(std::string_view text) {
  return std::make_unique<BufferInput>(Buffer::copy(text), "in.csv");
}

/// Reads all rows on some threads, restarting where the source wants it, as convert does.
inline Result<std::vector<Batch>> read_rows(BatchSource& source, unsigned threads = 1) {
  for (;;) {
    std::vector<Batch> all;
    source.prepare(threads);
    const auto done = OrderedRun<BatchJob, std::vector<Batch>>::run(
        threads, threads + 2, [&] { return source.next_job(); },
        [](const BatchJob& job, unsigned worker, auto&) -> Result<std::vector<Batch>> {
          std::vector<Batch> batches;
          GYRE_TRY(job(worker, [&](Batch batch) -> Result<bool> {
            batches.push_back(std::move(batch));
            return true;
          }));
          return batches;
        },
        [&](std::vector<Batch> batches) -> Result<bool> {
          for (auto& batch : batches) all.push_back(std::move(batch));
          return true;
        });
    if (done) return all;
    if (!source.wants_restart()) return std::unexpected(done.error());
    GYRE_TRY(source.restart());
  }
}

/// "a: i64, b: utf8"
inline std::string columns_of(const DType& schema) {
  std::string text;
  for (std::size_t i = 0; i < schema.field_count(); ++i)
    text += std::string(i == 0 ? "" : ", ") + std::string(schema.field_name(i)) + ": " +
            to_text(schema.field(i).with_nullable(false));
  return text;
}

/// Rows as text, "1|null|x".
inline std::vector<std::string> rows_of(const std::vector<Batch>& batches) {
  std::vector<std::string> rows;
  for (const auto& batch : batches)
    for (std::uint64_t row = 0; row < batch.rows; ++row) {
      auto& text = rows.emplace_back();
      for (const auto& column : batch.columns) {
        if (&column != &batch.columns.front()) text += '|';
        text += to_text(scalar_at(column, row));
      }
    }
  return rows;
}

struct CsvTable {
  std::string columns;
  std::vector<std::string> rows;
};

inline Result<CsvTable> read_csv(std::unique_ptr<ByteInput> input, CsvOptions options = {},
                                 unsigned threads = 1) {
  const auto source = GYRE_TRY(CsvSource::open(std::move(input), std::move(options)));
  const auto batches = GYRE_TRY(read_rows(*source, threads));
  return CsvTable{columns_of(source->schema()), rows_of(batches)};
}

}  // namespace gyre::test
