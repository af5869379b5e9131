#include "formats/detail/parquet_file.hpp"

#include <arrow/api.h>
#include <parquet/arrow/schema.h>

#include <algorithm>

#include "formats/detail/chunk_memory.hpp"
#include "formats/detail/import.hpp"

namespace gyre::formats {
namespace {

/// What is read at once of a column that is not mapped, where the columns of a row group together take no more than all.
constexpr std::int64_t most_read_bytes = 1 << 19, least_read_bytes = 1 << 12,
                       all_read_bytes = 32 << 20;

/// Of a dictionary that batches may keep in memory.
constexpr double most_kept_bytes = 4 << 20;

bool is_enum(const ::parquet::ColumnDescriptor& column) {
  return column.logical_type() && column.logical_type()->is_enum();
}

/// A field whose enumerations are text.
std::shared_ptr<::arrow::Field> with_text(const ::parquet::arrow::SchemaField& field,
                                          const ::parquet::SchemaDescriptor& schema) {
  using ::arrow::Type;
  const auto& type = *field.field->type();
  if (field.is_leaf()) {
    if (!is_enum(*schema.Column(field.column_index))) return field.field;
    if (type.id() == Type::BINARY) return field.field->WithType(::arrow::utf8());
    if (type.id() == Type::LARGE_BINARY) return field.field->WithType(::arrow::large_utf8());
    return field.field;
  }
  ::arrow::FieldVector children;
  for (const auto& child : field.children) children.push_back(with_text(child, schema));
  switch (type.id()) {
    case Type::STRUCT: return field.field->WithType(::arrow::struct_(children));
    case Type::LIST: return field.field->WithType(::arrow::list(children[0]));
    case Type::LARGE_LIST: return field.field->WithType(::arrow::large_list(children[0]));
    default: return field.field;
  }
}

void add_leaves(const ::parquet::arrow::SchemaField& field, std::vector<int>& leaves) {
  if (field.is_leaf()) leaves.push_back(field.column_index);
  for (const auto& child : field.children) add_leaves(child, leaves);
}

}  // namespace

Result<std::unique_ptr<ParquetFile>> ParquetFile::open(std::shared_ptr<io::Source> source) {
  std::unique_ptr<ParquetFile> file(new ParquetFile);
  const bool is_mapped = source->mapped({0, 0}).has_value();
  file->input_ = std::make_shared<SourceFile>(std::move(source), file->errors_);
  if (!is_mapped) file->properties_.enable_buffered_stream();
  GYRE_TRY(guarded_status(file->errors_, [&] {
    file->whole_ = file->reader_of(nullptr);
    file->metadata_ = file->whole_->metadata();
    file->properties_.set_buffer_size(
        std::clamp(all_read_bytes / std::max(file->metadata_->num_columns(), 1), least_read_bytes,
                   most_read_bytes));
    return ::arrow::Status::OK();
  }));
  GYRE_TRY(file->read_schema());
  return file;
}

std::unique_ptr<::parquet::ParquetFileReader> ParquetFile::reader_of(
    std::shared_ptr<::parquet::FileMetaData> metadata) const {
  return ::parquet::ParquetFileReader::Open(input_, properties_, std::move(metadata));
}

::parquet::ArrowReaderProperties ParquetFile::arrow_properties() const {
  ::parquet::ArrowReaderProperties properties;
  properties.set_use_threads(false);
  properties.set_pre_buffer(false);
  properties.set_coerce_int96_timestamp_unit(int96_unit_);
  properties.set_arrow_extensions_enabled(true);
  return properties;
}

Result<void> ParquetFile::read_schema() {
  ::parquet::arrow::SchemaManifest manifest;
  GYRE_TRY(guarded_status(errors_, [&] {
    return ::parquet::arrow::SchemaManifest::Make(
        metadata_->schema(), metadata_->key_value_metadata(), arrow_properties(), &manifest);
  }));
  columns_.clear();
  std::vector<std::string> names;
  for (const auto& field : manifest.schema_fields) names.push_back(field.field->name());
  number_repeated(names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto& field = manifest.schema_fields[i];
    const auto seen = with_text(field, *metadata_->schema());
    auto dtype = import_field(*seen);
    ParquetColumn column{names[i], std::move(dtype), seen->type()->ToString(), {}};
    if (!seen->type()->Equals(*field.field->type())) column.seen_as = seen->type();
    add_leaves(field, column.leaves);
    for (const auto leaf : column.leaves) {
      const auto& stored = *metadata_->schema()->Column(leaf);
      column.has_int96 |= stored.physical_type() == ::parquet::Type::INT96;
      // Arrow C++ takes an interval for bytes.
      if (stored.logical_type() && stored.logical_type()->is_interval()) {
        column.dtype =
            fail(Code::unsupported, "column {}: Vortex has no type for intervals", column.name);
        column.arrow_type = "interval";
      }
    }
    columns_.push_back(std::move(column));
  }
  return {};
}

Result<void> ParquetFile::use_microseconds() {
  int96_unit_ = ::arrow::TimeUnit::MICRO;
  return read_schema();
}

bool ParquetFile::reads_dictionary(const ::parquet::ColumnChunkMetaData& chunk, int leaf) const {
  if (chunk.type() != ::parquet::Type::BYTE_ARRAY || is_enum(*metadata_->schema()->Column(leaf)))
    return false;
  const auto& encodings = chunk.encodings();
  const bool has_codes = std::ranges::any_of(encodings, [](auto encoding) {
    return encoding == ::parquet::Encoding::RLE_DICTIONARY ||
           encoding == ::parquet::Encoding::PLAIN_DICTIONARY;
  });
  // Pages that gave the dictionary up would have to be put back into one.
  const bool all_codes = std::ranges::all_of(chunk.encoding_stats(), [](const auto& pages) {
    return pages.page_type == ::parquet::PageType::DICTIONARY_PAGE ||
           pages.encoding == ::parquet::Encoding::RLE_DICTIONARY ||
           pages.encoding == ::parquet::Encoding::PLAIN_DICTIONARY;
  });
  return has_codes && all_codes && dictionary_bytes(chunk) <= most_kept_bytes;
}

Result<std::unique_ptr<::parquet::arrow::FileReader>> ParquetFile::read_row_group(
    int row_group) const {
  return guarded(errors_, [&]() -> ::arrow::Result<std::unique_ptr<::parquet::arrow::FileReader>> {
    auto properties = arrow_properties();
    const auto chunks = metadata_->RowGroup(row_group);
    for (int i = 0; i < chunks->num_columns(); ++i)
      properties.set_read_dictionary(i, reads_dictionary(*chunks->ColumnChunk(i), i));
    return ::parquet::arrow::FileReader::Make(
        memory_pool(), reader_of(metadata_->Subset({row_group})), properties);
  });
}

Result<std::shared_ptr<::parquet::RowGroupReader>> ParquetFile::raw_row_group(int row_group) const {
  return guarded(errors_, [&]() -> ::arrow::Result<std::shared_ptr<::parquet::RowGroupReader>> {
    return whole_->RowGroup(row_group);
  });
}

}  // namespace gyre::formats
