#include "file/detail/oldest_reader.hpp"

#include "base/protobuf.hpp"
#include "file/statistics.hpp"

namespace gyre::detail {

void OldestReaderSearch::need(std::optional<Release> release, std::string_view reason) {
  if (!found_.release || (release && *release <= *found_.release)) return;
  found_ = {release, std::string(reason)};
}

void OldestReaderSearch::need(Feature feature) { need(first_reader_of(feature), to_text(feature)); }

void OldestReaderSearch::see_layout(const LayoutPlace& place) {
  const auto id = place.node.id();
  need(first_reader_of_layout(id), id.empty() ? "a layout without a name" : id);
  if (id == "vortex.struct" && place.dtype && place.dtype->is(Kind::structure) &&
      place.dtype->nullable() && place.node.child_count() == place.dtype->field_count() + 1)
    need(Feature::struct_validity_layout);
}

void OldestReaderSearch::see_root_array(const EncodedArray& root, const LayoutPlace& place) {
  if (root.encoding == "vortex.struct" && place.dtype && place.dtype->is(Kind::structure) &&
      place.dtype->nullable())
    need(Feature::nullable_struct);
}

void OldestReaderSearch::see_array(const EncodedArray& node) {
  need(first_reader_of_encoding(node.encoding), node.encoding);
  if (node.encoding == "vortex.fsst" && node.buffers.size() == 3) need(Feature::fsst_code_buffer);
  if (node.encoding == "vortex.decimal_byte_parts") {
    const auto metadata = ProtobufFields::parse(node.metadata.bytes());
    const auto part = metadata ? metadata->number(1) : 0;
    if (part == static_cast<std::uint64_t>(PType::i8) ||
        part == static_cast<std::uint64_t>(PType::i16))
      need(Feature::narrow_decimal_parts);
  }
}

void OldestReaderSearch::see_statistics(const Buffer& blob) {
  if (stores_f16_bounds(blob)) need(Feature::f16_scalar);
}

void OldestReaderSearch::need_dtype(const DType& dtype) {
  if (const auto feature = feature_of(dtype)) need(*feature);
  switch (dtype.kind()) {
    case Kind::structure:
      for (std::size_t i = 0; i < dtype.field_count(); ++i) need_dtype(dtype.field(i));
      return;
    case Kind::list:
    case Kind::fixed_size_list: return need_dtype(dtype.element());
    case Kind::map: need_dtype(dtype.key()); return need_dtype(dtype.value());
    case Kind::extension: return need_dtype(dtype.storage());
    default: return;
  }
}

OldestReader OldestReaderSearch::finish(const Footer& footer,
                                        const std::set<std::string_view>& used) {
  for (const auto id : footer.array_ids)
    if (!used.contains(id)) {
      need(Feature::spare_encodings);
      break;
    }
  need_dtype(footer.dtype);
  return found_;
}

}  // namespace gyre::detail
