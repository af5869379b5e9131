#include "bench/bench.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/cpu.hpp"
#include "cli/input_arguments.hpp"
#include "cli/json.hpp"
#include "cli/layout_arguments.hpp"
#include "cli/measure.hpp"
#include "convert/file_output.hpp"

namespace gyre {
namespace {

/// Least, middle and most of some runs.
struct Spread {
  double min = 0, median = 0, max = 0;
  static Spread of(std::vector<double> values) {
    std::ranges::sort(values);
    const auto middle = values.size() / 2;
    const auto median =
        values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    return {values.front(), median, values.back()};
  }
};

/// What one run came to.
struct Outcome {
  std::uint64_t rows = 0, bytes_read = 0, bytes_out = 0;
  std::string answer;  ///< what the work computed, so that contenders can be compared
};

/// Batches are counted and dropped.
class DroppedRows final : public BatchOutput {
 public:
  Result<Piece> prepare(Batch batch, unsigned) override {
    return Piece([this, rows = batch.rows, bytes = batch.size_bytes()]() -> Result<void> {
      rows_ += rows;
      bytes_ += bytes;
      return {};
    });
  }
  Result<void> finish() override { return {}; }
  std::uint64_t rows() const { return rows_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  std::uint64_t rows_ = 0, bytes_ = 0;
};

/// Asks the kernel to forget a file's pages.
Result<void> drop_from_cache(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return fail(Code::not_found, "{}: cannot open", path);
  const int failed = posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
  ::close(file);
  if (failed != 0) return fail(Code::io, "{}: stays in the page cache", path);
  return {};
}

class BenchTool final : public cli::Tool {
 public:
  void add_options(cli::Options& options) override {
    options.argument("WORK", work_,
                     "scan (FILE), rows (FILE, which holds rows) or convert (INPUT OUTPUT; OUTPUT "
                     "is overwritten)");
    options.arguments("FILE", files_, 1, "what the work is done on");
    options.group("Measuring");
    options.number("--repeat", "N", repeat_, "counted runs (default: 5)", 1);
    options.number("--warmup", "N", warmup_, "runs before, not counted (default: 1)");
    options.flag("--cold", cold_, "drop the input from the page cache before each run");
    cli::add_query_options(options, input_);
    options.choice("--to", {"vortex", "csv", "tsv", "ndjson", "arrow", "rows"}, to_,
                   "kind of convert's output (default: by its name)");
    cli::add_layout_options(options, layout_);
    cli::add_input_options(options, input_);
  }

  Result<void> check() override {
    input_options_ = GYRE_TRY(cli::input_options(input_));
    const bool is_scan = work_ == "scan" || work_ == "rows";
    const std::size_t files = is_scan ? 1 : work_ == "convert" ? 2 : 0;
    if (files == 0)
      return fail(Code::invalid_argument,
                  "no work is called '{}'; there are scan, rows and convert", work_);
    if (work_ == "rows") input_options_.from = FileKind::rows;
    if (files_.size() != files)
      return fail(Code::invalid_argument, "{} takes {} file{}, not {}", work_, files,
                  files == 1 ? "" : "s", files_.size());
    if (work_ == "convert") {
      const auto by_name = kind_by_name(files_[1]);
      if (to_.empty() && !by_name)
        return fail(Code::invalid_argument, "OUTPUT '{}' does not tell its kind; --to does",
                    files_[1]);
      kind_ = to_.empty() ? *by_name : GYRE_TRY(parse_file_kind(to_));
    }
    vortex_ = GYRE_TRY(cli::vortex_options(layout_, kind_));
    return {};
  }

  Result<void> run(cli::Context& context) override {
    context.places = files_;
    input_options_.shares = context.session.shares;
    input_options_.plain = std::getenv("GYRE_PLAIN") != nullptr;
    std::vector<double> wall, cpu;
    Outcome outcome;
    for (std::uint64_t round = 0; round < warmup_ + repeat_; ++round) {
      if (cold_) GYRE_TRY(drop_from_cache(files_[0]));
      const cli::Stopwatch watch;
      outcome = GYRE_TRY(work_ == "convert" ? convert(context) : scan(context));
      if (round < warmup_) continue;
      wall.push_back(watch.wall_s());
      cpu.push_back(watch.cpu_s());
    }
    report(outcome, Spread::of(std::move(wall)), Spread::of(std::move(cpu)), context);
    return {};
  }

 private:
  PipelineOptions pipeline(cli::Context& context) const {
    return {.threads = context.session.threads,
            .limit = input_.limit,
            .cancelled = context.session.stop,
            .shares = context.session.shares};
  }

  /// Opens, plans, decodes every selected column into plain memory, and drops it.
  Result<Outcome> scan(cli::Context& context) const {
    auto options = input_options_;
    Progress progress;
    options.progress = &progress;
    auto input = GYRE_TRY(
        open_input(files_[0], options, context.session.encodings, context.session.layouts));
    DroppedRows rows;
    GYRE_TRY(run_pipeline(*input.source, rows, pipeline(context)));
    const auto bytes_read =
        input.scan ? input.scan->plan().file->bytes_read() : progress.done_bytes.load();
    return Outcome{rows.rows(), bytes_read, rows.bytes(), std::to_string(rows.rows())};
  }

  Result<Outcome> convert(cli::Context& context) const {
    auto options = input_options_;
    Progress progress;
    options.progress = &progress;
    options.access = io::Access::read;
    auto input = GYRE_TRY(
        open_input(files_[0], options, context.session.encodings, context.session.layouts));
    const auto summary = GYRE_TRY(convert_to(*input.source, {files_[1], kind_, true, vortex_},
                                             context.session.encodings, pipeline(context)));
    const auto bytes_read =
        input.scan ? input.scan->plan().file->bytes_read() : progress.done_bytes.load();
    return Outcome{summary.rows, bytes_read, summary.bytes_out, std::to_string(summary.bytes_out)};
  }

  void report(const Outcome& outcome, const Spread& wall, const Spread& cpu,
              cli::Context& context) const {
    if (!context.json) {
      context.out.line(fmt::format("{} {}: wall {:.4f} s ({:.4f} to {:.4f}), CPU {:.4f} s, {} runs",
                                   work_, files_[0], wall.median, wall.min, wall.max, cpu.median,
                                   repeat_));
      context.out.line(fmt::format("{} rows, {} bytes read, {} bytes out", outcome.rows,
                                   outcome.bytes_read, outcome.bytes_out));
      if (work_ == "rows" && wall.median > 0)
        context.out.line(fmt::format("{:.2f} million rows a second",
                                     static_cast<double>(outcome.rows) / wall.median / 1e6));
      return;
    }
    cli::JsonWriter json(context.out);
    const auto spread = [&](std::string_view name, const Spread& of) {
      json.key(name);
      json.begin_object(true);
      json.key("min");
      json.number(of.min);
      json.key("median");
      json.number(of.median);
      json.key("max");
      json.number(of.max);
      json.end();
    };
    const auto number = [&](std::string_view name, std::uint64_t value) {
      json.key(name);
      json.number(value);
    };
    const auto text = [&](std::string_view name, std::string_view value) {
      json.key(name);
      json.text(value);
    };
    json.begin_object();
    text("work", work_);
    spread("wall_s", wall);
    spread("cpu_s", cpu);
    number("rows", outcome.rows);
    number("bytes_read", outcome.bytes_read);
    number("bytes_out", outcome.bytes_out);
    text("answer", outcome.answer);
    text("version", GYRE_VERSION);
    text("cpu", name_of(current_cpu()));
    number("threads", context.session.threads);
    json.end();
  }

  std::string work_, to_;
  std::vector<std::string> files_;
  std::uint64_t repeat_ = 5, warmup_ = 1;
  bool cold_ = false;
  FileKind kind_ = FileKind::vortex;
  cli::InputArguments input_;
  cli::LayoutArguments layout_;
  InputOptions input_options_;
  VortexOptions vortex_;
};

}  // namespace

const cli::Command bench_command{
    .name = "bench",
    .summary = "measure scans and conversions",
    .make = []() -> std::unique_ptr<cli::Tool> { return std::make_unique<BenchTool>(); }};

}  // namespace gyre
