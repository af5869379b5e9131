#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/bits.hpp"
#include "base/buffer.hpp"
#include "base/result.hpp"
#include "dtype/scalar.hpp"

namespace gyre {

/// A column in plain, Arrow-compatible memory.
///
/// | kind            | buffers                                                          | children     |
/// |-----------------|------------------------------------------------------------------|--------------|
/// | null            | none                                                             | none         |
/// | boolean         | bitmap                                                           | none         |
/// | primitive       | values                                                           | none         |
/// | decimal         | values of 16 bytes (up to 38 digits) or 32                       | none         |
/// | utf8, binary    | views (Arrow string view, 16 bytes a row), then the data buffers | none         |
/// | structure       | none                                                             | fields       |
/// | list, map       | rows + 1 offsets (i64), the first is 0                           | elements (map: struct of key and value) |
/// | fixed_size_list | none                                                             | elements     |
/// | extension       | as its storage                                                   | as its storage |
///
/// `validity` is a bitmap (bit set: valid), or empty where no row is null. Values of null rows mean nothing, but views of
/// null rows are empty ones.
struct Column {
  DType dtype;
  std::uint64_t rows = 0;
  Buffer validity;
  std::uint64_t null_count = 0;
  std::vector<Buffer> buffers;
  std::vector<Column> children;

  bool is_valid(std::uint64_t row) const {
    return validity.empty() || bit_at(validity.data(), row);
  }
  /// Bytes of all buffers, children's too.
  std::uint64_t size_bytes() const;
};

/// Rows of some columns; `schema` is a struct whose fields they are.
struct Batch {
  DType schema;
  std::uint64_t rows = 0;
  std::vector<Column> columns;

  std::uint64_t size_bytes() const;
};

/// 16 bytes that stand for a text: size, then up to 12 bytes inline; or 4 bytes, buffer number and offset.
struct TextView {
  std::uint32_t size = 0;
  char prefix[4] = {};
  std::uint32_t buffer = 0;
  std::uint32_t offset = 0;

  static constexpr std::uint32_t inline_bytes = 12;
  static TextView of(std::string_view text, std::uint32_t buffer, std::uint32_t offset);
};
static_assert(sizeof(TextView) == 16);

/// The type of a list's elements, whatever kind of list it is: a map's are non-null structs of key and value.
DType element_of(const DType& list);

/// The text of a row of a utf8 or binary column.
std::string_view text_at(const Column& column, std::uint64_t row);

/// The value of a row of any column.
Scalar scalar_at(const Column& column, std::uint64_t row);

/// Rows first .. last of a column; validity, bitmaps and offsets are moved to start at 0, the rest is shared.
Column slice(const Column& column, std::uint64_t first, std::uint64_t last);

/// A piece of work that yields rows: what parses one block of text, or decodes one split. Any worker may run it, each job
/// once; `worker` is that worker's number.
using BatchJob = std::function<Result<std::vector<Batch>>(unsigned worker)>;

/// What every input is (CSV, Arrow, Parquet, a Vortex scan), so that any of them can be filtered, printed, converted.
///
/// The serial part of reading (cutting the input into jobs) is apart from the parallel part (running them), so that one
/// OrderedRun drives a whole pipeline: the worker that makes rows also encodes or formats them.
class BatchSource {
 public:
  virtual ~BatchSource() = default;
  /// A struct; known before the first job.
  virtual const DType& schema() const = 0;
  /// Called once before the first job: jobs will run on workers 0 .. workers - 1.
  virtual void prepare(unsigned workers) = 0;
  /// The next job in order of rows; nothing at the end. Called by one thread at a time.
  virtual Result<std::optional<BatchJob>> next_job() = 0;
  /// Starts from the first row again, for inputs that can; a schema that turned out too narrow is wider afterwards.
  virtual Result<void> restart() {
    return fail(Code::unsupported, "this input cannot be read twice");
  }
  /// A job failed only because the guessed schema was too narrow, and restart() would help.
  virtual bool wants_restart() const { return false; }
};

/// All rows of a source, in order, on one thread: for small inputs and tests.
Result<std::vector<Batch>> read_all(BatchSource& source);

/// How a kind of text shows batches. Any worker may call `format`; the pieces of text are put together in order of rows.
class BatchFormatter {
 public:
  virtual ~BatchFormatter() = default;
  /// What stands before the first row (a header line), and after the last.
  virtual std::string head() const { return {}; }
  virtual std::string tail() const { return {}; }
  /// Appends the rows of a batch.
  virtual Result<void> format(const Batch& batch, std::string& out) const = 0;
};

/// Where batches go. As in BatchSource, the parallel part (formatting, encoding) is apart from the serial part (writing).
class BatchOutput {
 public:
  /// Puts prepared rows in their place. Called in order of rows, by one thread at a time.
  using Piece = std::function<Result<void>()>;

  virtual ~BatchOutput() = default;
  /// Any worker may call it.
  virtual Result<Piece> prepare(Batch batch, unsigned worker) = 0;
  /// All rows are in place. Nothing is published before.
  virtual Result<void> finish() = 0;
};

}  // namespace gyre
