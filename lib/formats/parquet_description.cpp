#include <arrow/api.h>
#include <parquet/statistics.h>

#include <algorithm>
#include <cmath>

#include "dtype/text.hpp"
#include "formats/detail/import.hpp"
#include "formats/detail/parquet_file.hpp"
#include "formats/detail/table.hpp"

namespace gyre::formats {
namespace {

/// A scalar of Arrow C++ as one of ours; nothing where Vortex lacks its type, or a bound is no number.
std::optional<Scalar> bound_of(const std::shared_ptr<::arrow::Scalar>& scalar) {
  if (!scalar || !scalar->is_valid) return std::nullopt;
  const auto array = ::arrow::MakeArrayFromScalar(*scalar, 1);
  if (!array.ok()) return std::nullopt;
  const auto dtype = import_field(::arrow::Field("", scalar->type, false));
  if (!dtype) return std::nullopt;
  const auto column = import_array(**array, *dtype);
  if (!column) return std::nullopt;
  auto value = scalar_at(*column, 0);
  if (dtype->is_float() && std::isnan(float_value(dtype->ptype(), value.word())))
    return std::nullopt;
  return value;
}

ParquetDescription::Bounds bounds_of(const ::parquet::ColumnChunkMetaData& chunk) {
  ParquetDescription::Bounds bounds;
  const auto statistics = chunk.is_stats_set() ? chunk.statistics() : nullptr;
  if (!statistics) return bounds;
  if (statistics->HasNullCount())
    bounds.null_count =
        static_cast<std::uint64_t>(std::max<std::int64_t>(statistics->null_count(), 0));
  if (!statistics->HasMinMax()) return bounds;
  std::shared_ptr<::arrow::Scalar> min, max;
  if (!::parquet::arrow::StatisticsAsScalars(*statistics, &min, &max).ok()) return bounds;
  bounds.min = bound_of(min);
  bounds.max = bound_of(max);
  bounds.min_exact = statistics->is_min_value_exact().value_or(true);
  bounds.max_exact = statistics->is_max_value_exact().value_or(true);
  return bounds;
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  });
  return text;
}

void add_once(std::vector<std::string>& list, std::string text) {
  if (std::ranges::find(list, text) == list.end()) list.push_back(std::move(text));
}

void describe_chunk(const ::parquet::ColumnChunkMetaData& chunk,
                    ParquetDescription::OfColumn& column) {
  for (const auto encoding : chunk.encodings())
    add_once(column.encodings, lower(::parquet::EncodingToString(encoding)));
  add_once(column.codecs, lower(::arrow::util::Codec::GetCodecAsString(chunk.compression())));
  column.stored_bytes +=
      static_cast<std::uint64_t>(std::max<std::int64_t>(chunk.total_compressed_size(), 0));
  column.plain_bytes +=
      static_cast<std::uint64_t>(std::max<std::int64_t>(chunk.total_uncompressed_size(), 0));
}

ParquetDescription describe(const ParquetFile& file) {
  const auto& metadata = file.metadata();
  ParquetDescription description;
  description.rows = static_cast<std::uint64_t>(std::max<std::int64_t>(metadata.num_rows(), 0));
  description.version = ::parquet::ParquetVersionToString(metadata.version());
  description.created_by = metadata.created_by();
  std::vector<std::size_t> owners(static_cast<std::size_t>(metadata.num_columns()));
  for (const auto& column : file.columns()) {
    for (const auto leaf : column.leaves)
      owners[static_cast<std::size_t>(leaf)] = description.columns.size();
    const bool is_leaf =
        column.leaves.size() == 1 &&
        metadata.schema()->Column(column.leaves[0])->max_repetition_level() == 0 &&
        metadata.schema()->Column(column.leaves[0])->path()->ToDotVector().size() == 1;
    description.leaves.push_back(is_leaf ? std::optional(static_cast<std::size_t>(column.leaves[0]))
                                         : std::nullopt);
    description.columns.push_back(
        {column.name, column.dtype ? to_text(*column.dtype) : column.arrow_type, {}, {}});
  }
  for (int i = 0; i < metadata.num_row_groups(); ++i) {
    const auto stored = metadata.RowGroup(i);
    ParquetDescription::RowGroup group;
    group.rows = static_cast<std::uint64_t>(std::max<std::int64_t>(stored->num_rows(), 0));
    for (int leaf = 0; leaf < stored->num_columns(); ++leaf) {
      const auto chunk = stored->ColumnChunk(leaf);
      const auto bytes =
          static_cast<std::uint64_t>(std::max<std::int64_t>(chunk->total_compressed_size(), 0));
      group.columns.push_back(
          {metadata.schema()->Column(leaf)->path()->ToDotString(), bounds_of(*chunk), bytes});
      group.stored_bytes += bytes;
      describe_chunk(*chunk, description.columns[owners[static_cast<std::size_t>(leaf)]]);
    }
    description.row_groups.push_back(std::move(group));
  }
  return description;
}

}  // namespace

Result<ParquetDescription> describe_parquet(std::shared_ptr<io::Source> source) {
  const auto file = GYRE_TRY(ParquetFile::open(std::move(source)));
  return guarded(file->errors(),
                 [&]() -> ::arrow::Result<ParquetDescription> { return describe(*file); });
}

}  // namespace gyre::formats
