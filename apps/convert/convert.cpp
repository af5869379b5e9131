#include "convert/convert.hpp"

#include <algorithm>

#include <fmt/ranges.h>

#include "cli/human.hpp"
#include "cli/input_arguments.hpp"
#include "cli/json.hpp"
#include "cli/layout_arguments.hpp"
#include "cli/measure.hpp"
#include "cli/progress_line.hpp"
#include "cli/row_arguments.hpp"
#include "convert/file_output.hpp"
#include "convert/verify.hpp"
#include "dtype/text.hpp"
#include "inputs/inputs.hpp"

namespace gyre {
namespace {

class ConvertTool final : public cli::Tool {
 public:
  void add_options(cli::Options& options) override {
    options.arguments(
        "INPUT", paths_, 1,
        "Vortex, CSV, NDJSON, Parquet, Arrow or row files, folders of them, patterns; - is "
        "standard input");
    options.argument("OUTPUT", output_, "the file to write; - is standard output");
    options.group("Output");
    options.choice("--to", {"vortex", "csv", "tsv", "ndjson", "arrow", "parquet", "rows"}, to_,
                   "kind of the output (default: by its name)");
    options.flag("--force", force_, "overwrite the output; write binary data to a terminal");
    options.list("--partition-by", "COL", partition_by_,
                 "OUTPUT is a folder with one below for each value: COL=value/part-00000.vortex");
    options.number("--max-rows-per-file", "N", max_rows_per_file_,
                   "OUTPUT is a folder of files with at most so many rows", 1);
    options.flag("--verify", verify_, "read the output back and compare it with the input");
    options.flag("--dry-run", dry_run_, "show schema and plan, and write nothing");
    cli::add_row_container_option(options, container_);
    cli::add_layout_options(options, layout_);
    cli::add_query_options(options, input_);
    cli::add_input_options(options, input_);
  }

  Result<void> check() override {
    input_options_ = GYRE_TRY(cli::input_options(input_));
    if (!to_.empty()) {
      kind_ = GYRE_TRY(parse_file_kind(to_));
    } else if (const auto kind = kind_by_name(output_)) {
      kind_ = *kind;
    } else if (!partition_by_.empty() || max_rows_per_file_) {
      kind_ = FileKind::vortex;
    } else {
      return fail(Code::invalid_argument,
                  "OUTPUT '{}' does not tell the kind of file by its ending; --to does", output_);
    }
    const bool reads_pipe = std::ranges::find(paths_, "-") != paths_.end();
    if (verify_ && (output_ == "-" || reads_pipe))
      return fail(Code::invalid_argument, "--verify reads both sides again, and pipes cannot be");
    if (output_ == "-" && (!partition_by_.empty() || max_rows_per_file_))
      return fail(Code::invalid_argument,
                  "standard output holds one file; --partition-by and --max-rows-per-file want a "
                  "folder");
    GYRE_TRY(cli::check_row_container(container_, kind_, output_));
    vortex_ = GYRE_TRY(cli::vortex_options(layout_, kind_));
    return {};
  }

  Result<void> run(cli::Context& context) override {
    context.places = paths_;
    context.places.push_back(output_);
    if (!is_text(kind_) && output_ == "-" && !dry_run_) GYRE_TRY(cli::refuse_terminal(1, force_));
    input_options_.access = io::Access::read;
    input_options_.shares = context.session.shares;
    input_options_.progress = &context.progress;
    input_options_.overwrite = force_;
    const cli::Stopwatch watch;
    const auto input = GYRE_TRY(open_inputs(paths_, input_.hive, input_options_,
                                            context.session.encodings, context.session.layouts));
    // What is no table stays none, unless columns of it are asked for.
    vortex_.is_bare =
        input.scan && input_.select.empty() && !is_table(input.scan->plan().file->footer().dtype);
    const Target target{
        output_,           kind_, force_, vortex_, parse_row_container(container_), partition_by_,
        max_rows_per_file_};
    const PipelineOptions options{.threads = context.session.threads,
                                  .limit = input_.limit,
                                  .progress = &context.progress,
                                  .cancelled = context.session.stop,
                                  .is_final = output_ == "-",
                                  .shares = context.session.shares};
    GYRE_TRY(check_target(target, input.source->schema(), options));
    if (kind_ == FileKind::vortex) tell_of_metadata(input, context);
    if (dry_run_) return print_schema(input, context);
    const cli::ProgressLine progress(context.progress, context.show_progress);
    const auto summary =
        GYRE_TRY(convert_to(*input.source, target, context.session.encodings, options));
    // The output stays where it is, also where it is wrong: someone will want to see it.
    if (verify_)
      GYRE_TRY(verify_written(*input.source, target, context.session.encodings,
                              context.session.layouts, options));
    GYRE_TRY(cli::finish_refused(input, context));
    return report(input, summary, watch, context);
  }

 private:
  void tell_of_metadata(const Input& input, const cli::Context& context) const {
    constexpr std::size_t most_named = 8;
    std::vector<std::string> keys;
    for (const auto& [key, value] : input.source->metadata())
      if (keys.size() <= most_named) keys.push_back(keys.size() < most_named ? key : "…");
    if (keys.empty()) return;
    context.note(fmt::format("note: key-value metadata of {} ({}) has no place in a Vortex file",
                             fmt::join(paths_, " "), fmt::join(keys, ", ")));
  }

  static std::uint64_t bytes_in(const Input& input, const cli::Context& context) {
    if (input.scan) return input.scan->plan().file->identity().size_bytes;
    return std::max(input.size_bytes, context.progress.done_bytes.load());
  }

  Result<void> print_schema(const Input& input, cli::Context& context) const {
    const auto& schema = input.source->schema();
    if (context.json) {
      cli::JsonWriter json(context.out);
      json.begin_object();
      json.key("dry_run");
      json.boolean(true);
      json.key("inputs");
      json.texts({paths_.begin(), paths_.end()});
      json.key("from");
      json.text(name_of(input.kind));
      json.key("to");
      json.text(name_of(kind_));
      json.key("columns");
      json.begin_array();
      for (std::size_t i = 0; i < schema.field_count(); ++i) {
        json.begin_object(true);
        json.key("name");
        json.text(schema.field_name(i));
        json.key("dtype");
        json.text(to_text(schema.field(i)));
        json.end();
      }
      json.end();
      json.end();
      return context.out.flush();
    }
    context.out.line(fmt::format("{} ({}) to {} ({}), {} columns:", fmt::join(paths_, " "),
                                 name_of(input.kind), output_, name_of(kind_),
                                 schema.field_count()));
    for (std::size_t i = 0; i < schema.field_count(); ++i)
      context.out.line(
          fmt::format("  {}  {}", cli::printable(schema.field_name(i)), to_text(schema.field(i))));
    return context.out.flush();
  }

  Result<void> report(const Input& input, const ConvertSummary& summary,
                      const cli::Stopwatch& watch, cli::Context& context) const {
    if (context.json) {
      // Standard output may hold the data.
      cli::Output out(output_ == "-" ? 2 : 1, "report");
      print_json(input, summary, watch, context, out);
      return out.flush();
    }
    const auto wall = watch.wall_s();
    const auto files =
        summary.files == 1 ? std::string() : fmt::format("{} files, ", cli::grouped(summary.files));
    context.note(fmt::format("{}: {}{} rows, {} from {}, in {:.2f} s", output_, files,
                             cli::grouped(summary.rows), cli::human_bytes(summary.bytes_out),
                             cli::human_bytes(bytes_in(input, context)), wall));
    return {};
  }

  static void print_json(const Input& input, const ConvertSummary& summary,
                         const cli::Stopwatch& watch, const cli::Context& context,
                         cli::Output& out) {
    cli::JsonWriter json(out);
    json.begin_object();
    json.key("rows");
    json.number(summary.rows);
    json.key("bytes_in");
    json.number(bytes_in(input, context));
    json.key("bytes_out");
    json.number(summary.bytes_out);
    json.key("files");
    json.number(summary.files);
    json.key("seconds");
    json.number(watch.wall_s());
    json.key("columns");
    json.begin_array();
    for (const auto& column : summary.columns) {
      json.begin_object(true);
      json.key("name");
      json.text(column.name);
      json.key("dtype");
      json.text(to_text(column.dtype));
      json.key("encodings");
      json.texts(column.encodings);
      json.key("bytes");
      json.number(column.bytes);
      json.end();
    }
    json.end();
    json.end();
  }

  std::vector<std::string> paths_;
  std::string output_, to_, container_;
  FileKind kind_ = FileKind::vortex;
  std::vector<std::string> partition_by_;
  std::optional<std::uint64_t> max_rows_per_file_;
  bool force_ = false, dry_run_ = false, verify_ = false;
  cli::InputArguments input_;
  cli::LayoutArguments layout_;
  InputOptions input_options_;
  VortexOptions vortex_;
};

}  // namespace

const cli::Command convert_command{
    .name = "convert",
    .summary =
        "turn CSV, NDJSON, Parquet, Arrow and rows into Vortex, and any of them into the others",
    .make = []() -> std::unique_ptr<cli::Tool> { return std::make_unique<ConvertTool>(); }};

}  // namespace gyre
