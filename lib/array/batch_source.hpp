#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "array/batch.hpp"
#include "base/result.hpp"

namespace gyre {

/// Takes the batches of a job, in order. False: no more are wanted, and the job ends.
using BatchTaker = std::function<Result<bool>(Batch batch)>;

/// A piece of work that yields rows: what parses one block of text, or decodes one split. Any worker may run it, each job
/// once; `worker` is that worker's number. A job holds no more rows than a batch or a few: `take` may wait until the rows
/// before them have gone their way.
using BatchJob = std::function<Result<void>(unsigned worker, const BatchTaker& take)>;

/// Hands over batches that are there already.
Result<void> give(std::vector<Batch> batches, const BatchTaker& take);

/// What a file's writer put beside its rows: pairs of key and value, which mean something to some programs.
using FileMetadata = std::vector<std::pair<std::string, std::string>>;

/// What every input is (CSV, Arrow, Parquet, a Vortex scan), so that any of them can be filtered, printed, converted.
///
/// The serial part of reading (cutting the input into jobs) is apart from the parallel part (running them), so that one
/// OrderedRun drives a whole pipeline: the worker that makes rows also encodes or formats them.
class BatchSource {
 public:
  virtual ~BatchSource() = default;
  /// A struct; known before the first job.
  virtual const DType& schema() const = 0;
  /// Of formats that have it.
  virtual FileMetadata metadata() const { return {}; }
  /// Narrows the rows to these columns of the schema, in this order, which becomes the schema; called before prepare, by
  /// inputs' users who know what they need. False: this input gives all its columns in any case.
  /// Errors   Code::unsupported: one of them cannot be read
  virtual Result<bool> project(std::span<const std::size_t> columns) {
    static_cast<void>(columns);
    return false;
  }
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

}  // namespace gyre
