#include "file/detail/oldest_reader.hpp"

#include "base/protobuf.hpp"
#include "file/statistics.hpp"

namespace gyre::detail {

void OldestReaderSearch::need(std::optional<Release> release, std::string_view reason) {
  if (!found_.release || (release && *release <= *found_.release)) return;
  found_ = {release, std::string(reason)};
}

void OldestReaderSearch::see_layout(const LayoutPlace& place) {
  const auto id = place.node.id();
  need(first_reader_of_layout(id), id.empty() ? "a layout without a name" : id);
  if (id == "vortex.struct" && place.dtype && place.dtype->is(Kind::structure) &&
      place.dtype->nullable() && place.node.child_count() == place.dtype->field_count() + 1)
    need(Release{55}, "the validity of a struct as a layout");
}

void OldestReaderSearch::see_root_array(const EncodedArray& root, const LayoutPlace& place) {
  if (root.encoding == "vortex.struct" && place.dtype && place.dtype->is(Kind::structure) &&
      place.dtype->nullable())
    need(Release{50}, "a nullable struct as one array");
}

void OldestReaderSearch::see_array(const EncodedArray& node) {
  need(first_reader_of_encoding(node.encoding), node.encoding);
  // Up to 0.55 the codes were a child, and two buffers were expected.
  if (node.encoding == "vortex.fsst" && node.buffers.size() == 3)
    need(first_lazy_release, "vortex.fsst with 3 buffers");
  if (node.encoding == "vortex.decimal_byte_parts") {
    const auto metadata = ProtobufFields::parse(node.metadata.bytes());
    const auto part = metadata ? metadata->number(1) : 0;
    if (part == static_cast<std::uint64_t>(PType::i8) ||
        part == static_cast<std::uint64_t>(PType::i16))
      need(Release{50}, "decimals in parts of 8 or 16 bits");
  }
}

void OldestReaderSearch::see_statistics(const Buffer& blob) {
  if (stores_f16_bounds(blob)) need(Release{50}, "bounds of f16 in the file statistics");
}

void OldestReaderSearch::need_dtype(const DType& dtype) {
  switch (dtype.kind()) {
    case Kind::decimal:
      if (dtype.precision() > 38) need(Release{50}, "decimals of more than 38 digits");
      return;
    case Kind::structure:
      for (std::size_t i = 0; i < dtype.field_count(); ++i) need_dtype(dtype.field(i));
      return;
    case Kind::list:
    case Kind::fixed_size_list: return need_dtype(dtype.element());
    case Kind::map:
      need(first_reader_of_encoding("vortex.map"), "a map");
      need_dtype(dtype.key());
      return need_dtype(dtype.value());
    case Kind::extension:
      if (dtype.extension_id() == "vortex.uuid") need(Release{85}, "vortex.uuid");
      return need_dtype(dtype.storage());
    case Kind::variant: return need(first_reader_of_encoding("vortex.variant"), "a variant");
    case Kind::null:
    case Kind::boolean:
    case Kind::primitive:
    case Kind::utf8:
    case Kind::binary: return;
  }
}

OldestReader OldestReaderSearch::finish(const Footer& footer,
                                        const std::set<std::string_view>& used) {
  for (const auto id : footer.array_ids)
    if (!used.contains(id)) {
      need(first_lazy_release, "a footer that lists more encodings than are used");
      break;
    }
  need_dtype(footer.dtype);
  return found_;
}

}  // namespace gyre::detail
