#include "file/statistics.hpp"

#include "dtype/wire.hpp"
#include "wire/container_generated.h"

namespace gyre {
namespace {

using Bytes = flatbuffers::Vector<std::uint8_t>;

using Fields = flatbuffers::Vector<flatbuffers::Offset<wire::ArrayStats>>;

/// One entry a column; null where there are none.
Result<const Fields*> field_stats(const Buffer& blob) {
  flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(blob.data()), blob.size(),
                                 64, 1'000'000);
  if (!verifier.VerifyBuffer<wire::FileStatistics>(nullptr))
    return fail(Code::corrupt, "not a valid flatbuffer");
  return flatbuffers::GetRoot<wire::FileStatistics>(blob.data())->field_stats();
}

/// A bound, unless it needs more than `bytes_left`: entries may point at one text many times over.
std::optional<Scalar> read_bound(const Bytes* bytes, const DType& dtype, std::size_t& bytes_left) {
  if (!bytes || bytes->size() > bytes_left) return std::nullopt;
  bytes_left -= bytes->size();
  auto value = read_value(std::as_bytes(std::span(bytes->data(), bytes->size())), dtype);
  if (!value || value->is_null()) return std::nullopt;
  return Scalar{dtype, *std::move(value)};
}

flatbuffers::Offset<Bytes> write_bound(flatbuffers::FlatBufferBuilder& builder,
                                       const std::optional<Scalar>& bound, const DType& dtype) {
  if (!bound) return {};
  const auto bytes = write_value(bound->value, dtype);
  return builder.CreateVector(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

}  // namespace

Result<std::vector<Statistics>> read_file_statistics(const Buffer& blob, const DType& dtype,
                                                     std::uint64_t rows) {
  const auto* fields = GYRE_TRY(field_stats(blob));
  const bool is_struct = dtype.is(Kind::structure);
  const auto expected = is_struct ? dtype.field_count() : 1;
  const auto found = fields ? fields->size() : 0;
  if (found != expected) return fail(Code::corrupt, "{} entries for {} columns", found, expected);
  std::vector<Statistics> statistics(expected);
  std::size_t bytes_left = blob.size();
  for (std::size_t i = 0; i < expected; ++i) {
    const auto* from = fields->Get(static_cast<flatbuffers::uoffset_t>(i));
    const auto value = (is_struct ? dtype.field(i) : dtype).with_nullable(true);
    auto& to = statistics[i];
    to.min = read_bound(from->min(), value, bytes_left);
    to.max = read_bound(from->max(), value, bytes_left);
    to.min_exact = from->min_precision() == wire::Precision::Exact;
    to.max_exact = from->max_precision() == wire::Precision::Exact;
    to.null_count = from->null_count();
    to.nan_count = from->nan_count();
    to.plain_bytes = from->uncompressed_size_in_bytes();
    to.rows = rows;
  }
  return statistics;
}

bool stores_f16_bounds(const Buffer& blob) {
  constexpr std::uint8_t f16_tag = 10 << 3;  // ScalarValue.f16_value, a varint
  const auto aligned = blob.aligned(8) ? blob : Buffer::copy(blob.bytes());
  const auto fields = field_stats(aligned);
  if (!fields || !*fields) return false;
  const auto is_f16 = [](const Bytes* bound) {
    return bound && bound->size() > 0 && bound->Get(0) == f16_tag;
  };
  for (const auto* stats : **fields)
    if (is_f16(stats->min()) || is_f16(stats->max())) return true;
  return false;
}

Buffer write_file_statistics(std::span<const Statistics> statistics,
                             std::span<const DType> dtypes) {
  flatbuffers::FlatBufferBuilder builder;
  std::vector<flatbuffers::Offset<wire::ArrayStats>> fields;
  for (std::size_t i = 0; i < statistics.size(); ++i) {
    const auto& from = statistics[i];
    const auto min = write_bound(builder, from.min, dtypes[i]);
    const auto max = write_bound(builder, from.max, dtypes[i]);
    wire::ArrayStatsBuilder stats(builder);
    if (from.min) {
      stats.add_min(min);
      stats.add_min_precision(from.min_exact ? wire::Precision::Exact : wire::Precision::Inexact);
    }
    if (from.max) {
      stats.add_max(max);
      stats.add_max_precision(from.max_exact ? wire::Precision::Exact : wire::Precision::Inexact);
    }
    if (from.null_count) stats.add_null_count(*from.null_count);
    if (from.nan_count) stats.add_nan_count(*from.nan_count);
    if (from.plain_bytes) stats.add_uncompressed_size_in_bytes(*from.plain_bytes);
    fields.push_back(stats.Finish());
  }
  const auto vector = builder.CreateVector(fields);
  builder.Finish(wire::CreateFileStatistics(builder, vector));
  return Buffer::copy(std::as_bytes(std::span(builder.GetBufferPointer(), builder.GetSize())));
}

}  // namespace gyre
