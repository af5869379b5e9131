#include "file/writer.hpp"

#include <algorithm>

#include "base/bits.hpp"
#include "dtype/wire.hpp"
#include "file/magic.hpp"
#include "file/statistics.hpp"
#include "file/zone_table.hpp"
#include "wire/container_generated.h"
#include "wire/layout_generated.h"

namespace gyre {
namespace {

constexpr std::uint64_t blob_alignment = 8;
constexpr std::uint8_t blob_alignment_exponent = 3;

std::span<const std::byte> bytes_of(const flatbuffers::FlatBufferBuilder& builder) {
  return std::as_bytes(std::span(builder.GetBufferPointer(), builder.GetSize()));
}

void add_encodings(const EncodedArray& array, std::vector<std::string_view>& out) {
  if (std::ranges::find(out, array.encoding) == out.end()) out.push_back(array.encoding);
  for (const auto& child : array.children) add_encodings(child, out);
}

/// A flat layout to be: its segment and rows.
struct Flat {
  std::uint32_t segment;
  std::uint64_t rows;
};

/// What has been written of a stored column.
struct ColumnState {
  ZoneTableBuilder zones;
  Statistics whole = {};
  std::vector<std::string_view> encodings = {};
  std::uint64_t bytes = 0;
};

/// Numbers of layout kinds in the footer, in order of first use.
class LayoutIds {
 public:
  std::uint16_t number(std::string_view id) {
    auto found = std::ranges::find(ids_, id);
    if (found == ids_.end()) found = ids_.insert(ids_.end(), id);
    return static_cast<std::uint16_t>(found - ids_.begin());
  }
  const std::vector<std::string_view>& all() const { return ids_; }

 private:
  std::vector<std::string_view> ids_;
};

}  // namespace

struct FileWriter::State {
  io::Sink& sink;
  StoredSchema schema;
  ChunkEncoder& encoder;
  WriteOptions options;
  std::uint64_t offset = 0;
  std::uint64_t rows = 0;
  std::vector<SegmentSpec> segments;
  std::vector<std::string_view> array_ids;
  std::vector<ColumnState> columns;
  std::vector<Flat> chunks;  // of the first column; those of the others have the segments behind it

  Result<void> write(Buffer bytes) {
    offset += bytes.size();
    return sink.write(std::move(bytes));
  }

  Result<void> pad(std::uint64_t alignment) {
    const auto to = round_up(offset, alignment);
    if (to == offset) return {};
    return write(MutableBuffer::zeroed(static_cast<std::size_t>(to - offset)).freeze());
  }

  Result<void> start() {
    if (offset > 0) return {};
    return write(Buffer::copy(std::string_view(magic.data(), magic.size())));
  }

  Result<std::uint32_t> write_array(const EncodedArray& array) {
    GYRE_TRY(start());
    auto segment = GYRE_TRY(write_segment(array, array_ids));
    if (segment.size_bytes > UINT32_MAX)
      return fail(Code::unsupported, "a segment of {} bytes; at most 4 GiB fit",
                  segment.size_bytes);
    GYRE_TRY(pad(std::uint64_t{1} << segment.alignment_exponent));
    segments.push_back({offset, static_cast<std::uint32_t>(segment.size_bytes),
                        static_cast<std::uint8_t>(segment.alignment_exponent)});
    for (auto& piece : segment.pieces) GYRE_TRY(write(std::move(piece)));
    return static_cast<std::uint32_t>(segments.size() - 1);
  }

  Result<TailBlob> write_blob(std::span<const std::byte> bytes) {
    GYRE_TRY(pad(blob_alignment));
    const TailBlob blob{offset, static_cast<std::uint32_t>(bytes.size())};
    GYRE_TRY(write(Buffer::copy(bytes)));
    return blob;
  }

  using LayoutOffset = flatbuffers::Offset<wire::Layout>;

  static LayoutOffset flat(flatbuffers::FlatBufferBuilder& builder, LayoutIds& ids,
                           const Flat& at) {
    const auto segment = builder.CreateVector(std::vector<std::uint32_t>{at.segment});
    return wire::CreateLayout(builder, ids.number("vortex.flat"), at.rows, 0, 0, segment);
  }

  static LayoutOffset parent(flatbuffers::FlatBufferBuilder& builder, LayoutIds& ids,
                             std::string_view id, std::uint64_t rows,
                             const std::vector<LayoutOffset>& children,
                             std::span<const std::byte> metadata = {}) {
    flatbuffers::Offset<flatbuffers::Vector<std::uint8_t>> metadata_at;
    if (!metadata.empty())
      metadata_at = builder.CreateVector(reinterpret_cast<const std::uint8_t*>(metadata.data()),
                                         metadata.size());
    const auto children_at = builder.CreateVector(children);
    return wire::CreateLayout(builder, ids.number(id), rows, metadata_at, children_at);
  }

  /// chunks, below a zone map where there is one.
  Result<LayoutOffset> column_layout(flatbuffers::FlatBufferBuilder& builder, LayoutIds& ids,
                                     std::size_t index) {
    auto& zones = columns[index].zones;
    std::vector<LayoutOffset> flats;
    for (const auto& [first_segment, chunk_rows] : chunks)
      flats.push_back(
          flat(builder, ids, {first_segment + static_cast<std::uint32_t>(index), chunk_rows}));
    const auto data =
        flats.size() == 1 ? flats.front() : parent(builder, ids, "vortex.chunked", rows, flats);
    const auto zone_count = zones.zones();
    if (zone_count == 0) return data;
    const auto table = zones.finish(options.zone_rows);
    const auto array = GYRE_TRY(encoder.encode(table.column));
    const auto segment = GYRE_TRY(write_array(array));
    const auto zones_at = flat(builder, ids, {segment, zone_count});
    return parent(builder, ids, table.layout_id, rows, {data, zones_at}, table.metadata.bytes());
  }

  Result<LayoutOffset> node_layout(flatbuffers::FlatBufferBuilder& builder, LayoutIds& ids,
                                   const StoredSchema::Node& node) {
    if (!node.is_cut) return column_layout(builder, ids, node.column);
    std::vector<LayoutOffset> children;
    if (node.has_validity()) children.push_back(GYRE_TRY(column_layout(builder, ids, node.column)));
    for (const auto& field : node.fields)
      children.push_back(GYRE_TRY(node_layout(builder, ids, field)));
    return parent(builder, ids, "vortex.struct", rows, children);
  }

  /// The nodes that the file statistics tell of: the fields of a struct, or the root.
  std::vector<const StoredSchema::Node*> described() const {
    const auto& root = schema.root();
    if (!root.dtype.is(Kind::structure)) return {&root};
    std::vector<const StoredSchema::Node*> nodes;
    for (const auto& field : root.fields) nodes.push_back(&field);
    return nodes;
  }

  /// Of all rows of a node; of a struct only its nulls.
  Statistics whole(const StoredSchema::Node& node) const {
    Statistics statistics;
    if (node.is_cut && !node.has_validity()) {
      statistics.null_count = 0;
      return statistics;
    }
    statistics = columns[node.column].whole;
    const auto& physical = node.dtype.physical();
    if (physical.is_float() && physical.ptype() == PType::f16 &&
        !options.edition.has(Feature::f16_scalar))
      statistics.min = statistics.max = std::nullopt;
    return statistics;
  }

  Result<TailBlob> write_footer(const LayoutIds& layout_ids) {
    flatbuffers::FlatBufferBuilder builder;
    std::vector<flatbuffers::Offset<wire::ArraySpec>> arrays;
    for (const auto id : array_ids)
      arrays.push_back(wire::CreateArraySpec(builder, builder.CreateString(id)));
    std::vector<flatbuffers::Offset<wire::LayoutSpec>> layouts;
    for (const auto id : layout_ids.all())
      layouts.push_back(wire::CreateLayoutSpec(builder, builder.CreateString(id)));
    std::vector<wire::SegmentSpec> specs;
    for (const auto& segment : segments)
      specs.emplace_back(segment.offset, segment.size_bytes, segment.alignment_exponent,
                         std::uint8_t{0}, std::uint16_t{0});
    const auto arrays_at = builder.CreateVector(arrays);
    const auto layouts_at = builder.CreateVector(layouts);
    const auto specs_at = builder.CreateVectorOfStructs(specs);
    builder.Finish(wire::CreateFooter(builder, arrays_at, layouts_at, specs_at));
    return write_blob(bytes_of(builder));
  }

  Result<std::optional<TailBlob>> write_statistics() {
    std::vector<Statistics> statistics;
    std::vector<DType> dtypes;
    for (const auto* node : described()) {
      statistics.push_back(whole(*node));
      dtypes.push_back(node->dtype);
    }
    if (statistics.empty()) return std::optional<TailBlob>{};
    return GYRE_TRY(write_blob(write_file_statistics(statistics, dtypes).bytes()));
  }

  /// Adds up the stored columns below a node.
  void summarize(const StoredSchema::Node& node, WriteSummary::OfColumn& out) const {
    if (!node.is_cut || node.has_validity()) {
      const auto& column = columns[node.column];
      out.bytes += column.bytes;
      for (const auto id : column.encodings)
        if (std::ranges::find(out.encodings, id) == out.encodings.end())
          out.encodings.push_back(id);
    }
    for (const auto& field : node.fields) summarize(field, out);
  }

  Result<void> write_postscript(const TailBlob& dtype, const TailBlob& layout,
                                const std::optional<TailBlob>& statistics, const TailBlob& footer) {
    flatbuffers::FlatBufferBuilder builder;
    const auto at = [&](const TailBlob& blob) {
      return wire::CreatePostscriptSegment(builder, blob.offset, blob.size_bytes,
                                           blob_alignment_exponent);
    };
    const auto dtype_at = at(dtype), layout_at = at(layout), footer_at = at(footer);
    flatbuffers::Offset<wire::PostscriptSegment> statistics_at;
    if (statistics) statistics_at = at(*statistics);
    builder.Finish(wire::CreatePostscript(builder, dtype_at, layout_at, statistics_at, footer_at));
    auto tail = MutableBuffer::uninitialized(0);
    tail.append(bytes_of(builder));
    tail.append_value(std::uint16_t{1});
    tail.append_value(static_cast<std::uint16_t>(builder.GetSize()));
    tail.append(std::as_bytes(std::span(magic)));
    return write(std::move(tail).freeze());
  }
};

FileWriter::FileWriter(io::Sink& sink, StoredSchema schema, ChunkEncoder& encoder,
                       WriteOptions options)
    : state_(
          new State{sink, std::move(schema), encoder, std::move(options), 0, 0, {}, {}, {}, {}}) {
  const auto form = state_->options.edition.has(Feature::zone_aggregates) ? ZoneTable::Form::zoned
                                                                          : ZoneTable::Form::stats;
  for (const auto& column : state_->schema.columns())
    state_->columns.push_back({ZoneTableBuilder(column.dtype, form)});
}

FileWriter::~FileWriter() = default;

const StoredSchema& FileWriter::schema() const { return state_->schema; }

Result<void> FileWriter::append(const EncodedChunk& chunk) {
  GYRE_ASSERT(chunk.columns.size() == state_->columns.size());
  const bool inside_zone = state_->rows % state_->options.zone_rows != 0;
  state_->chunks.push_back({static_cast<std::uint32_t>(state_->segments.size()), chunk.rows});
  for (std::size_t i = 0; i < chunk.columns.size(); ++i) {
    const auto& from = chunk.columns[i];
    const auto& stored = state_->schema.columns()[i];
    auto& column = state_->columns[i];
    const auto before = state_->offset;
    (void)GYRE_TRY(within(state_->write_array(from.array), "column {}", stored.name));
    column.bytes += state_->offset - before;
    add_encodings(from.array, column.encodings);
    for (std::size_t zone = 0; zone < from.zones.size(); ++zone) {
      merge_statistics(column.whole, from.zones[zone], stored.dtype);
      if (!stored.has_zones) continue;
      if (zone == 0 && inside_zone)
        column.zones.extend(from.zones[zone]);
      else
        column.zones.add(from.zones[zone]);
    }
  }
  state_->rows += chunk.rows;
  return {};
}

Result<WriteSummary> FileWriter::finish() {
  auto& state = *state_;
  GYRE_TRY(state.start());
  flatbuffers::FlatBufferBuilder layout_builder;
  LayoutIds layout_ids;
  layout_builder.Finish(
      GYRE_TRY(state.node_layout(layout_builder, layout_ids, state.schema.root())));

  const auto dtype = GYRE_TRY(state.write_blob(write_dtype(state.schema.root_dtype()).bytes()));
  const auto layout = GYRE_TRY(state.write_blob(bytes_of(layout_builder)));
  const auto statistics = GYRE_TRY(state.write_statistics());
  const auto footer = GYRE_TRY(state.write_footer(layout_ids));
  GYRE_TRY(state.write_postscript(dtype, layout, statistics, footer));

  WriteSummary summary{state.rows, state.offset, {}};
  const auto add = [&](std::string_view name, const StoredSchema::Node& node) {
    state.summarize(node, summary.columns.emplace_back(
                              WriteSummary::OfColumn{std::string(name), node.dtype, {}, 0}));
  };
  const auto& root = state.schema.root();
  if (!is_table(root.dtype))
    add("value", root);
  else
    for (std::size_t i = 0; i < root.fields.size(); ++i)
      add(root.dtype.field_name(i), root.fields[i]);
  return summary;
}

}  // namespace gyre
