#include "inputs/detail/hive_table.hpp"

#include <algorithm>

#include "store/hive.hpp"
#include "text/csv_reader.hpp"

namespace gyre {
namespace {

void append_quoted(std::string_view field, std::string& text) {
  text += '"';
  for (const char c : field) text.append(c == '"' ? 2 : 1, c);
  text += '"';
}

/// The table as CSV, so that its values are guessed and read as those of a file would be.
Result<std::string> table_text(std::span<const std::string> paths,
                               const std::vector<std::string>& names) {
  std::string text;
  const auto line = [&](auto&& field) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (i > 0) text += ',';
      field(i);
    }
    text += '\n';
  };
  line([&](std::size_t i) { append_quoted(names[i], text); });
  for (const auto& path : paths) {
    const auto values = hive_values(path);
    const auto same = [](const HiveValue& value, const std::string& name) {
      return value.name == name;
    };
    if (!std::ranges::equal(values, names, same))
      return fail(Code::invalid_argument, "{}: its folders name other columns than those of {}",
                  path, paths.front());
    line([&](std::size_t i) {
      if (values[i].value) append_quoted(*values[i].value, text);
    });
  }
  return text;
}

}  // namespace

Result<Batch> hive_table(std::span<const std::string> paths, const CsvOptions& options) {
  std::vector<std::string> names;
  for (auto& value : hive_values(paths.front())) names.push_back(std::move(value.name));
  Batch table{DType::structure({}), paths.size(), {}};
  if (names.empty()) return table;

  CsvOptions csv;
  csv.sample_rows.reset();
  csv.rows_per_batch = paths.size();
  csv.all_text = options.all_text;
  for (const auto& [name, dtype] : options.types)
    if (std::ranges::find(names, name) != names.end()) csv.types.emplace_back(name, dtype);
  const auto text = GYRE_TRY(table_text(paths, names));
  csv.bytes_per_batch = text.size() + 1;
  auto input = std::make_unique<BufferInput>(Buffer::copy(text), "folder names");
  const auto source = GYRE_TRY(CsvSource::open(std::move(input), std::move(csv)));
  auto batches = GYRE_TRY(read_all(*source));
  return batches.empty() ? table : std::move(batches.front());
}

}  // namespace gyre
