#include "cli/input_arguments.hpp"

#include <charconv>

#include "dtype/text.hpp"
#include "text/schema_text.hpp"

namespace gyre::cli {
namespace {

/// One character, or one of the names for those that are hard to type.
Result<char> character(std::string_view option, std::string_view text) {
  if (text == "tab" || text == "\\t") return '\t';
  if (text.size() != 1)
    return fail(Code::invalid_argument, "{} takes one character, not '{}'", option, text);
  return text.front();
}

Result<std::optional<std::uint64_t>> sample_rows(std::string_view text) {
  if (text == "all") return std::optional<std::uint64_t>{};
  std::uint64_t rows = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rows);
  if (error != std::errc{} || end != text.data() + text.size() || rows == 0)
    return fail(Code::invalid_argument, "--sample-rows takes a number of rows or all, not '{}'",
                text);
  return std::optional(rows);
}

/// COL=T, split at the last '=', since names may hold one and types do not.
Result<std::pair<std::string, DType>> column_type(std::string_view text) {
  const auto equals = text.rfind('=');
  if (equals == std::string_view::npos)
    return fail(Code::invalid_argument, "--type takes COLUMN=TYPE, not '{}'", text);
  auto dtype = GYRE_TRY(within(parse_dtype(text.substr(equals + 1)), "--type {}", text));
  return std::pair(std::string(text.substr(0, equals)), std::move(dtype));
}

bool is_proto(std::string_view path) { return path.ends_with(".proto"); }

/// The types of columns that a file names.
Result<std::vector<std::pair<std::string, DType>>> schema_of(const std::string& path) {
  const auto file = GYRE_TRY(io::open_file(path, io::Access::read));
  const auto text = GYRE_TRY(io::read_now(*file, {0, file->identity().size_bytes}));
  return within(parse_schema(text.text()), "{}", path);
}

/// skip:FILE; a folder's name may hold a colon.
Result<std::string> refused_file(std::string_view text) {
  constexpr std::string_view skip = "skip:";
  if (!text.starts_with(skip) || text.size() == skip.size())
    return fail(Code::invalid_argument, "--bad-lines takes error or skip:FILE, not '{}'", text);
  return std::string(text.substr(skip.size()));
}

/// What is said of the types of columns: by a file, then one by one.
Result<void> take_types(const InputArguments& arguments, CsvOptions& csv) {
  if (!arguments.schema.empty() && !is_proto(arguments.schema))
    csv.types = GYRE_TRY(schema_of(arguments.schema));
  for (const auto& text : arguments.types) csv.types.push_back(GYRE_TRY(column_type(text)));
  for (const auto& text : arguments.time_forms) {
    auto form = GYRE_TRY(within(TimeForm::parse(text), "--date-format"));
    auto& slot = form.has_clock() ? csv.times.timestamp : csv.times.date;
    slot = std::move(form);
  }
  return {};
}

}  // namespace

void add_input_options(Options& options, InputArguments& arguments) {
  options.group("Input");
  options.choice("--from", {"vortex", "csv", "tsv", "ndjson", "parquet", "arrow", "rows"},
                 arguments.from, "kind of the input (default: by content, then by name)");
  options.flag("--hive", arguments.hive,
               "folder names such as year=2024 are columns behind the files' own");
  options.group("Text input");
  options.text("--delimiter", "C|auto", arguments.delimiter,
               "character between fields (default: a comma, for tsv a tab); auto guesses");
  options.text("--quote", "C", arguments.quote,
               "character around fields that hold delimiters; '' for none");
  options.choice("--header", {"yes", "no"}, arguments.header,
                 "whether the first line names the columns (default: yes)");
  options.list("--null", "WORD", arguments.null_words,
               "a word that means null, besides the bare empty field");
  options.list("--type", "COL=T", arguments.types, "type of a column, instead of a guess: id=u32");
  options.text("--schema", "FILE", arguments.schema,
               "types of columns, \"NAME TYPE\" a line, as inspect --schema prints them; of rows a "
               ".proto file");
  options.flag("--all-text", arguments.all_text, "no guesses: columns are text");
  options.text("--sample-rows", "N|all", arguments.sample_rows,
               "rows that types are guessed from (default: 65536)");
  options.list("--date-format", "F", arguments.time_forms,
               "how dates are written, or with a clock in it timestamps: %d.%m.%Y");
  options.choice("--decimal", {".", ","}, arguments.decimal_mark,
                 "mark before the fraction of numbers (default: a point)");
  options.text("--encoding", "NAME", arguments.encoding,
               "of the text: latin-1, windows-1252, utf-16le … (default: utf-8)");
  options.choice("--ragged", {"error", "null", "skip"}, arguments.ragged,
                 "rows with too few fields, or too many for null (default: error)");
  options.text("--bad-lines", "error|skip:FILE", arguments.bad_lines,
               "what to do with rows that cannot be read: FILE gets them (default: error)");
  options.number("--block-size", "BYTES", arguments.block_size,
                 "bytes read at a time; changes no result", 1);
  options.hide();
}

void add_query_options(Options& options, InputArguments& arguments) {
  options.group("Query");
  options.text("--select", "COLUMNS", arguments.select,
               "columns to give: a, b as c (default: all)");
  options.text("--where", "EXPR", arguments.where,
               "condition that rows must meet: a > 3 and b is not null");
  options.number("--limit", "N", arguments.limit, "rows to give at most");
  options.flag("--no-pruning", arguments.no_pruning, "read every zone, whatever statistics say");
}

Result<InputOptions> input_options(const InputArguments& arguments) {
  InputOptions options;
  if (!arguments.from.empty()) options.from = GYRE_TRY(parse_file_kind(arguments.from));
  options.csv.guess_delimiter = arguments.delimiter == "auto";
  if (!arguments.delimiter.empty() && !options.csv.guess_delimiter)
    options.delimiter = GYRE_TRY(character("--delimiter", arguments.delimiter));
  options.csv.quote.reset();
  if (!arguments.quote.empty()) options.csv.quote = GYRE_TRY(character("--quote", arguments.quote));
  options.csv.header = arguments.header == "yes";
  if (!arguments.sample_rows.empty())
    options.csv.sample_rows = GYRE_TRY(sample_rows(arguments.sample_rows));
  options.csv.null_words = arguments.null_words;
  GYRE_TRY(take_types(arguments, options.csv));
  if (is_proto(arguments.schema)) options.proto = arguments.schema;
  options.csv.all_text = arguments.all_text;
  options.csv.decimal_mark = arguments.decimal_mark[0];
  options.csv.ragged = arguments.ragged == "null"   ? Ragged::pad
                       : arguments.ragged == "skip" ? Ragged::skip
                                                    : Ragged::refuse;
  options.csv.skip_bad = arguments.bad_lines != "error";
  if (options.csv.skip_bad) options.refused_file = GYRE_TRY(refused_file(arguments.bad_lines));
  options.encoding = arguments.encoding;
  options.csv.block_size = arguments.block_size;
  if (!arguments.select.empty())
    options.request.select = GYRE_TRY(within(expr::parse_select(arguments.select), "--select"));
  if (!arguments.where.empty())
    options.request.where = GYRE_TRY(within(expr::parse(arguments.where), "--where"));
  options.request.limit = arguments.limit;
  options.request.prune = !arguments.no_pruning;
  return options;
}

Result<void> finish_refused(const Input& input, const Context& context) {
  if (!input.refused) return {};
  GYRE_TRY(input.refused->finish());
  if (input.refused->count() > 0) context.note(input.refused->summary());
  return {};
}

}  // namespace gyre::cli
