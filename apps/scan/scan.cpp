#include "scan/scan.hpp"

#include <cstdlib>

#include <fmt/ranges.h>

#include "cli/input_arguments.hpp"
#include "cli/json.hpp"
#include "cli/measure.hpp"
#include "cli/progress_line.hpp"
#include "cli/row_arguments.hpp"
#include "convert/file_output.hpp"
#include "convert/output.hpp"
#include "convert/pipeline.hpp"
#include "inputs/inputs.hpp"

namespace gyre {
namespace {

/// Rows that a table on a terminal shows, and one in a file.
constexpr std::size_t terminal_table_rows = 40, file_table_rows = 0;

class ScanTool final : public cli::Tool {
 public:
  void add_options(cli::Options& options) override {
    options.arguments(
        "INPUT", paths_, 1,
        "Vortex, CSV, NDJSON, Parquet, Arrow or row files, folders of them, patterns; - is "
        "standard input");
    cli::add_query_options(options, input_);
    options.group("Output");
    options.choice("--format", {"table", "csv", "tsv", "ndjson", "arrow", "parquet", "rows"},
                   format_, "how rows are written (default: table on a terminal, else csv)");
    options.text("-o,--output", "FILE", output_, "where rows go (default: standard output)");
    cli::add_row_container_option(options, container_);
    options.flag("--force", force_, "overwrite the output; write binary data to a terminal");
    options.flag("--explain", explain_, "tell what would be pruned and read, and read no rows");
    options.flag("--stats", stats_, "tell on standard error what was read and how long it took");
    cli::add_input_options(options, input_);
  }

  Result<void> check() override {
    input_options_ = GYRE_TRY(cli::input_options(input_));
    const auto kind = parse_file_kind(format());
    return cli::check_row_container(container_, kind ? std::optional(*kind) : std::nullopt,
                                    output_.empty() ? "-" : output_);
  }

  Result<void> run(cli::Context& context) override {
    context.places = paths_;
    context.places.push_back(output_);
    input_options_.plain = std::getenv("GYRE_PLAIN") != nullptr;
    input_options_.shares = context.session.shares;
    input_options_.progress = &context.progress;
    input_options_.overwrite = force_;
    auto input = GYRE_TRY(open_inputs(paths_, input_.hive, input_options_,
                                      context.session.encodings, context.session.layouts));
    if (explain_) return print_plan(input, context);
    const cli::Stopwatch watch;
    const cli::ProgressLine progress(context.progress, context.show_progress && !to_stdout());
    const PipelineOptions options{.threads = context.session.threads,
                                  .limit = input_.limit,
                                  .progress = &context.progress,
                                  .cancelled = context.session.stop,
                                  .is_final = to_stdout(),
                                  .shares = context.session.shares};
    GYRE_TRY(format() == "table" ? print_table(*input.source, options, context)
                                 : write_file(*input.source, options, context));
    GYRE_TRY(cli::finish_refused(input, context));
    if (stats_) print_stats(input, watch, context);
    return {};
  }

 private:
  bool to_stdout() const { return output_.empty() || output_ == "-"; }

  std::string format() const {
    if (!format_.empty()) return format_;
    if (!to_stdout())
      if (const auto kind = kind_by_name(output_); kind && *kind != FileKind::vortex)
        return std::string(name_of(*kind));
    return to_stdout() && cli::is_terminal(1) ? "table" : "csv";
  }

  Result<void> print_table(BatchSource& source, const PipelineOptions& options,
                           cli::Context& context) const {
    const bool terminal = to_stdout() && cli::is_terminal(1);
    const TableOptions table{.most_rows = terminal ? terminal_table_rows : file_table_rows,
                             .width = terminal ? context.columns() : 0,
                             .color = to_stdout() && context.style.is_colored()};
    const auto make = [&](const DType& schema) -> Result<std::unique_ptr<BatchOutput>> {
      auto sink = to_stdout() ? io::write_descriptor(1, "standard output")
                              : GYRE_TRY(io::create_file(output_, force_));
      return table_output(std::move(sink), schema, table);
    };
    return convert(source, make, options);
  }

  Result<void> write_file(BatchSource& source, const PipelineOptions& options,
                          cli::Context& context) const {
    const auto kind = GYRE_TRY(parse_file_kind(format()));
    const Target target{to_stdout() ? "-" : output_, kind, force_, VortexOptions(),
                        parse_row_container(container_)};
    if (!is_text(kind) && to_stdout()) GYRE_TRY(cli::refuse_terminal(1, force_));
    (void)GYRE_TRY(convert_to(source, target, context.session.encodings, options));
    return {};
  }

  Result<void> print_plan(const Input& input, cli::Context& context) const {
    if (input.scan) {
      context.out.write(GYRE_TRY(explain(input.scan->plan())));
    } else {
      context.out.line(
          fmt::format("scan      {} ({})", fmt::join(paths_, " "), name_of(input.kind)));
      context.out.line("pruned    nothing known beforehand: one Vortex file alone tells");
    }
    return context.out.flush();
  }

  void print_stats(const Input& input, const cli::Stopwatch& watch, cli::Context& context) const {
    cli::Output err(2, "standard error");
    const auto wall = watch.wall_s(), cpu = watch.cpu_s();
    const std::uint64_t rows = context.progress.rows;
    const auto* plan = input.scan ? &input.scan->plan() : nullptr;
    const auto bytes = plan ? plan->file->bytes_read() : context.progress.done_bytes.load();
    if (context.json) {
      cli::JsonWriter json(err);
      json.begin_object();
      const auto number = [&](std::string_view name, auto value) {
        json.key(name);
        json.number(value);
      };
      number("rows", rows);
      number("delivered_bytes", bytes);
      if (plan) {
        number("segments", plan->file->segments_read());
        number("rows_to_read", plan->counters.rows_to_read);
        json.key("zones");
        json.begin_object(true);
        number("seen", plan->counters.zones);
        number("pruned", plan->counters.zones_pruned);
        json.end();
      }
      number("wall_seconds", wall);
      number("cpu_seconds", cpu);
      json.end();
    } else {
      err.line(fmt::format("rows      {}", rows));
      err.line(fmt::format("read      {} bytes", bytes));
      if (plan) {
        err.line(fmt::format("segments  {}", plan->file->segments_read()));
        err.line(fmt::format("zones     {} of {} pruned", plan->counters.zones_pruned,
                             plan->counters.zones));
      }
      err.line(fmt::format("time      {:.3f} s, {:.3f} s of CPU", wall, cpu));
    }
    (void)err.flush();
  }

  std::vector<std::string> paths_;
  std::string format_, output_, container_;
  bool force_ = false, explain_ = false, stats_ = false;
  cli::InputArguments input_;
  InputOptions input_options_;
};

constexpr cli::Variable variables[] = {
    {"GYRE_PLAIN", "answer filters on decoded values only; for checks"}};

}  // namespace

const cli::Command scan_command{
    .name = "scan",
    .summary = "filter rows of Vortex, CSV, NDJSON, Parquet, Arrow and row files and print them",
    .make = []() -> std::unique_ptr<cli::Tool> { return std::make_unique<ScanTool>(); },
    .variables = variables};

}  // namespace gyre
