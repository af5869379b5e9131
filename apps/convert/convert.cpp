#include "convert/convert.hpp"

#include "cli/human.hpp"
#include "cli/input_arguments.hpp"
#include "cli/json.hpp"
#include "cli/measure.hpp"
#include "cli/progress_line.hpp"
#include "convert/file_output.hpp"
#include "dtype/text.hpp"

namespace gyre {
namespace {

class ConvertTool final : public cli::Tool {
 public:
  void add_options(cli::Options& options) override {
    options.argument("INPUT", path_, "a Vortex, CSV, Parquet or Arrow file; - is standard input");
    options.argument("OUTPUT", output_, "the file to write; - is standard output");
    options.group("Output");
    options.choice("--to", {"vortex", "csv", "tsv", "ndjson", "arrow", "parquet"}, to_,
                   "kind of the output (default: by its name)");
    options.flag("--force", force_, "overwrite the output; write binary data to a terminal");
    options.flag("--dry-run", dry_run_, "show schema and plan, and write nothing");
    cli::add_query_options(options, input_);
    cli::add_input_options(options, input_);
  }

  Result<void> check() override {
    input_options_ = GYRE_TRY(cli::input_options(input_));
    if (!to_.empty()) {
      kind_ = GYRE_TRY(parse_file_kind(to_));
    } else if (const auto kind = kind_by_name(output_)) {
      kind_ = *kind;
    } else {
      return fail(Code::invalid_argument,
                  "OUTPUT '{}' does not tell the kind of file by its ending; --to does", output_);
    }
    if (kind_ == FileKind::rows)
      return fail(Code::invalid_argument, "{} files cannot be written yet", name_of(kind_));
    return {};
  }

  Result<void> run(cli::Context& context) override {
    context.places = {path_, output_};
    const bool binary =
        kind_ != FileKind::csv && kind_ != FileKind::tsv && kind_ != FileKind::ndjson;
    if (binary && output_ == "-" && !dry_run_) GYRE_TRY(cli::refuse_terminal(1, force_));
    input_options_.access = io::Access::read;
    input_options_.progress = &context.progress;
    const cli::Stopwatch watch;
    const auto input = GYRE_TRY(
        open_input(path_, input_options_, context.session.encodings, context.session.layouts));
    if (dry_run_) return print_schema(input, context);
    const cli::ProgressLine progress(context.progress, context.show_progress);
    const auto summary =
        GYRE_TRY(convert_to(*input.source, {output_, kind_, force_}, context.session.encodings,
                            {.threads = context.session.threads,
                             .limit = input_.limit,
                             .progress = &context.progress,
                             .cancelled = context.session.stop}));
    return report(input, summary, watch, context);
  }

 private:
  static std::uint64_t bytes_in(const Input& input, const cli::Context& context) {
    return input.scan ? input.scan->plan().file->identity().size_bytes
                      : context.progress.done_bytes.load();
  }

  Result<void> print_schema(const Input& input, cli::Context& context) const {
    const auto& schema = input.source->schema();
    if (context.json) {
      cli::JsonWriter json(context.out);
      json.begin_object();
      json.key("dry_run");
      json.boolean(true);
      json.key("input");
      json.text(path_);
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
    context.out.line(fmt::format("{} ({}) to {} ({}), {} columns:", path_, name_of(input.kind),
                                 output_, name_of(kind_), schema.field_count()));
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
    context.note(fmt::format("{}: {} rows, {} from {}, in {:.2f} s", output_,
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

  std::string path_, output_, to_;
  FileKind kind_ = FileKind::vortex;
  bool force_ = false, dry_run_ = false;
  cli::InputArguments input_;
  InputOptions input_options_;
};

}  // namespace

const cli::Command convert_command{
    .name = "convert",
    .summary = "turn CSV, Parquet and Arrow into Vortex files, and any of them into other kinds",
    .make = []() -> std::unique_ptr<cli::Tool> { return std::make_unique<ConvertTool>(); }};

}  // namespace gyre
