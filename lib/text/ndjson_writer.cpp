#include "text/ndjson_writer.hpp"

#include <span>
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

}  // namespace

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
