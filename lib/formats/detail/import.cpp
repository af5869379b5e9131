#include "formats/detail/import.hpp"

#include <arrow/api.h>
#include <arrow/c/bridge.h>
#include <arrow/util/key_value_metadata.h>

#include <algorithm>
#include <unordered_set>

#include "arrow/import.hpp"
#include "dtype/text.hpp"
#include "formats/detail/arrow_io.hpp"
#include "formats/detail/export.hpp"

namespace gyre::formats {
namespace {

/// A schema of the C data interface that is released at the end.
struct ExportedSchema : ArrowSchema {
  ExportedSchema() : ArrowSchema{} {}
  ExportedSchema(const ExportedSchema&) = delete;
  ExportedSchema& operator=(const ExportedSchema&) = delete;
  ~ExportedSchema() {
    if (release) release(this);
  }
};

/// Where the next rows of a column that comes in chunks are.
struct Place {
  std::size_t chunk = 0;
  std::uint64_t row = 0;
};

}  // namespace

Result<DType> import_field(const ::arrow::Field& field) {
  ExportedSchema schema;
  if (const auto status = ::arrow::ExportField(field, &schema); !status.ok())
    return within(Result<DType>(failed(status)), "column {}", field.name());
  return within(gyre::arrow::import_schema(schema), "column {}", field.name());
}

FileMetadata import_metadata(const ::arrow::KeyValueMetadata* metadata) {
  FileMetadata pairs;
  if (!metadata) return pairs;
  for (std::int64_t i = 0; i < metadata->size(); ++i)
    if (metadata->key(i) != schema_key) pairs.emplace_back(metadata->key(i), metadata->value(i));
  return pairs;
}

Result<Column> import_array(const ::arrow::Array& array, const DType& dtype) {
  ExportedSchema schema;
  ArrowArray exported{};
  // Named by a field, as only fields tell whether there may be nulls.
  const ::arrow::Field field("", array.type(), dtype.nullable());
  if (const auto status = ::arrow::ExportField(field, &schema); !status.ok()) return failed(status);
  if (const auto status = ::arrow::ExportArray(array, &exported); !status.ok())
    return failed(status);
  auto column = GYRE_TRY(gyre::arrow::import_array(exported, schema));
  if (column.dtype != dtype)
    return fail(Code::unsupported, "values of type {}, expected {}", to_text(column.dtype),
                to_text(dtype));
  return column;
}

void number_repeated(std::vector<std::string>& names) {
  std::unordered_set<std::string> taken(names.begin(), names.end());
  std::unordered_set<std::string> seen;
  for (auto& name : names) {
    if (seen.insert(name).second) continue;
    auto fresh = name;
    for (unsigned number = 1; !taken.insert(fresh).second; ++number)
      fresh = fmt::format("{}_{}", name, number);
    seen.insert(fresh);
    name = std::move(fresh);
  }
}

std::vector<Batch> cut_batches(const DType& schema, std::vector<std::vector<Column>> columns,
                               std::uint64_t rows) {
  std::vector<Batch> batches;
  std::vector<Place> places(columns.size());
  for (std::uint64_t first = 0; first < rows;) {
    auto count = std::min(batch_rows, rows - first);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      auto& [chunk, row] = places[i];
      while (row == columns[i][chunk].rows) ++chunk, row = 0;
      count = std::min(count, columns[i][chunk].rows - row);
    }
    Batch batch{schema, count, {}};
    for (std::size_t i = 0; i < columns.size(); ++i) {
      auto& [chunk, row] = places[i];
      const auto& column = columns[i][chunk];
      batch.columns.push_back(count == column.rows ? column : slice(column, row, row + count));
      row += count;
    }
    batches.push_back(std::move(batch));
    first += count;
  }
  return batches;
}

}  // namespace gyre::formats
