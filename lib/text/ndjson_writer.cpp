#include "text/ndjson_writer.hpp"

#include <optional>
#include <span>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "dtype/text.hpp"
#include "text/value_writer.hpp"

namespace gyre {
namespace {

class NdjsonFormatter final : public BatchFormatter {
 public:
  NdjsonFormatter(const DType& schema, std::string_view row_end) : row_end_(row_end) {
    for (std::size_t i = 0; i < schema.field_count(); ++i) {
      std::string opening = i == 0 ? "{" : ",";
      append_json_string(opening, schema.field_name(i));
      opening.push_back(':');
      columns_.push_back({std::move(opening), make_value_writer(schema.field(i), TextStyle::json)});
    }
  }

  Result<void> format(const Batch& batch, std::string& out) const override {
    for (std::uint64_t row = 0; row < batch.rows; ++row) {
      if (columns_.empty()) out.push_back('{');
      for (std::size_t i = 0; i < columns_.size(); ++i) {
        out += columns_[i].opening;
        if (batch.columns[i].is_valid(row)) {
          columns_[i].writer->append(out, batch.columns[i], row);
        } else {
          out += "null";
        }
      }
      out += row_end_;
    }
    return {};
  }

 private:
  struct ColumnForm {
    std::string opening;  // what stands before the value: {"name":
    std::unique_ptr<ValueWriter> writer;
  };

  std::string_view row_end_;
  std::vector<ColumnForm> columns_;
};

constexpr std::string_view row_end_in_array = "},\n";

std::optional<std::string> repeated_field(const DType& structure) {
  std::unordered_set<std::string_view> names;
  for (std::size_t i = 0; i < structure.field_count(); ++i)
    if (!names.insert(structure.field_name(i)).second) return std::string(structure.field_name(i));
  return std::nullopt;
}

/// The types right below a nested one.
std::vector<DType> parts_of(const DType& dtype) {
  const auto& physical = dtype.physical();
  std::vector<DType> parts;
  if (physical.is(Kind::structure))
    for (std::size_t i = 0; i < physical.field_count(); ++i) parts.push_back(physical.field(i));
  if (physical.is(Kind::list) || physical.is(Kind::fixed_size_list))
    parts.push_back(physical.element());
  if (physical.is(Kind::map)) parts = {physical.key(), physical.value()};
  return parts;
}

/// A name that a struct has twice, at any depth.
std::optional<std::string> repeated_name(const DType& dtype) {
  if (const auto& physical = dtype.physical(); physical.is(Kind::structure))
    if (auto name = repeated_field(physical)) return name;
  for (const auto& part : parts_of(dtype))
    if (auto name = repeated_name(part)) return name;
  return std::nullopt;
}

}  // namespace

Result<void> check_json_names(const DType& schema) {
  if (const auto name = repeated_field(schema))
    return fail(Code::invalid_argument,
                "column {} comes twice, and a JSON object has a key once; --select renames one",
                *name);
  for (std::size_t i = 0; i < schema.field_count(); ++i)
    if (const auto name = repeated_name(schema.field(i)))
      return fail(Code::invalid_argument,
                  "column {}: the name {} comes twice, and a JSON object has a key once",
                  schema.field_name(i), *name);
  return {};
}

std::unique_ptr<BatchFormatter> make_ndjson_formatter(const DType& schema) {
  return std::make_unique<NdjsonFormatter>(schema, "}\n");
}

JsonArrayOutput::JsonArrayOutput(ByteOutput& output, const DType& schema)
    : output_(output), lines_(std::make_unique<NdjsonFormatter>(schema, row_end_in_array)) {}

Result<void> JsonArrayOutput::put(std::string_view text) {
  return output_.write(std::as_bytes(std::span(text)));
}

Result<BatchOutput::Piece> JsonArrayOutput::prepare(Batch batch, unsigned) {
  std::string text;
  GYRE_TRY(lines_->format(batch, text));
  // What follows the last row is known when the next one comes.
  if (!text.empty()) text.resize(text.size() - row_end_in_array.size() + 1);
  return Piece([this, text = std::move(text)]() -> Result<void> {
    if (text.empty()) return {};
    GYRE_TRY(put(std::exchange(has_rows_, true) ? ",\n" : "[\n"));
    return put(text);
  });
}

Result<void> JsonArrayOutput::finish() { return put(has_rows_ ? "\n]\n" : "[]\n"); }

}  // namespace gyre
