#include "cli/human.hpp"
#include "cli/json.hpp"
#include "cli/text_table.hpp"
#include "dtype/text.hpp"
#include "formats/formats.hpp"
#include "inspect/views.hpp"

namespace gyre::inspect {
namespace {

using cli::TextTable;
using Description = ParquetDescription;

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const auto& text : texts) out += (out.empty() ? "" : ", ") + text;
  return out;
}

void write_bound(cli::JsonWriter& json, std::string_view key, const std::optional<Scalar>& bound,
                 bool exact) {
  json.key(key);
  bound ? json.scalar(*bound) : json.null();
  if (!bound) return;
  json.key(fmt::format("{}_exact", key));
  json.boolean(exact);
}

void write_row_group(cli::JsonWriter& json, const Description::RowGroup& group) {
  json.begin_object();
  json.key("row_count");
  json.number(group.rows);
  json.key("bytes");
  json.number(group.stored_bytes);
  json.key("columns");
  json.begin_array();
  for (const auto& column : group.columns) {
    json.begin_object(true);
    json.key("name");
    json.text(column.name);
    write_bound(json, "min", column.bounds.min, column.bounds.min_exact);
    write_bound(json, "max", column.bounds.max, column.bounds.max_exact);
    json.key("null_count");
    json.optional_number(column.bounds.null_count);
    json.key("bytes");
    json.number(column.stored_bytes);
    json.end();
  }
  json.end();
  json.end();
}

void write_json(const std::string& name, std::uint64_t file_bytes, const Description& description,
                cli::JsonWriter& json) {
  json.begin_object();
  json.key("file");
  json.text(name);
  json.key("file_size");
  json.number(file_bytes);
  json.key("row_count");
  json.number(description.rows);
  json.key("version");
  json.text(description.version);
  json.key("created_by");
  json.text(description.created_by);
  json.key("columns");
  json.begin_array();
  for (const auto& column : description.columns) {
    json.begin_object(true);
    json.key("name");
    json.text(column.name);
    json.key("dtype");
    json.text(column.dtype);
    json.key("encodings");
    json.texts({column.encodings.begin(), column.encodings.end()});
    json.key("bytes");
    json.number(column.stored_bytes);
    json.end();
  }
  json.end();
  json.key("row_groups");
  json.begin_array();
  for (const auto& group : description.row_groups) write_row_group(json, group);
  json.end();
  json.end();
}

/// Nulls of a leaf column in all row groups, where all of them tell.
std::string null_text(const Description& description, std::size_t leaf) {
  std::uint64_t nulls = 0;
  for (const auto& group : description.row_groups) {
    const auto& count = group.columns[leaf].bounds.null_count;
    if (!count) return "";
    nulls += *count;
  }
  return cli::grouped(nulls);
}

void print_columns(const Description& description, cli::Context& context) {
  using enum TextTable::Align;
  TextTable table({{"column", left, 10},
                   {"type", left, 10},
                   {"encodings", left, 14},
                   {"codec", left, 6},
                   {"bytes", right, 8},
                   {"plain", right, 8},
                   {"nulls", right, 5}});
  for (std::size_t i = 0; i < description.columns.size(); ++i) {
    const auto& column = description.columns[i];
    const auto& leaf = description.leaves[i];
    table.row({column.name, column.dtype, joined(column.encodings), joined(column.codecs),
               cli::human_bytes(column.stored_bytes), cli::human_bytes(column.plain_bytes),
               leaf ? null_text(description, *leaf) : ""});
  }
  table.print(context.out, context.columns(), context.style);
}

void print_text(const std::string& name, std::uint64_t file_bytes, const Description& description,
                cli::Context& context) {
  auto& out = context.out;
  const auto fact = [&](std::string_view what, std::string_view value) {
    out.line(fmt::format("{:<12}{}", what, cli::printable(value)));
  };
  out.line(context.style.bold(cli::printable(name)));
  fact("rows", cli::grouped(description.rows));
  fact("size", cli::human_bytes(file_bytes));
  fact("row groups", cli::grouped(description.row_groups.size()));
  fact("version", fmt::format("Parquet {}", description.version));
  fact("written by", description.created_by);
  if (description.columns.empty()) return;
  out.line("");
  print_columns(description, context);
}

}  // namespace

Result<void> inspect_parquet(const std::string& name, std::shared_ptr<io::Source> source,
                             cli::Context& context) {
  const auto file_bytes = source->identity().size_bytes;
  const auto* formats = GYRE_TRY(load_formats());
  const auto description =
      GYRE_TRY(within(formats->describe_parquet(std::move(source)), "{}", name));
  if (context.json) {
    cli::JsonWriter json(context.out);
    write_json(name, file_bytes, description, json);
  } else {
    print_text(name, file_bytes, description, context);
  }
  return context.out.flush();
}

}  // namespace gyre::inspect
