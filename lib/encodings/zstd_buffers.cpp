#include "encodings/zstd_buffers.hpp"

#include <bit>

#include "base/protobuf.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/zstd_frame.hpp"

namespace gyre {
namespace {

constexpr unsigned inner_encoding_id_field = 1;
constexpr unsigned inner_metadata_field = 2;
constexpr unsigned uncompressed_sizes_field = 3;
constexpr unsigned buffer_alignments_field = 4;
constexpr unsigned child_lens_field = 6;

constexpr std::uint64_t largest_alignment = 1 << 15;

Result<std::vector<EncodedArray::Part>> buffers_of(const ArrayParts& parts,
                                                   const ProtobufFields& meta) {
  const auto sizes = GYRE_TRY(meta.numbers(uncompressed_sizes_field));
  const auto alignments = GYRE_TRY(meta.numbers(buffer_alignments_field));
  if (sizes.size() != parts.buffers() || alignments.size() != parts.buffers())
    return fail(Code::corrupt, "{}: {} sizes and {} alignments for {} buffers", parts.id(),
                sizes.size(), alignments.size(), parts.buffers());
  std::vector<EncodedArray::Part> buffers;
  ZstdFrames frames;
  std::uint64_t room = ZstdFrames::most_bytes;  // for all of them
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (!std::has_single_bit(alignments[i]) || alignments[i] > largest_alignment)
      return fail(Code::corrupt, "{}: buffer {} asks for an alignment of {}", parts.id(), i,
                  alignments[i]);
    if (sizes[i] > room)
      return fail(Code::unsupported, "{}: buffers of over {} bytes", parts.id(),
                  ZstdFrames::most_bytes);
    room -= sizes[i];
    const auto frame = GYRE_TRY(parts.buffer(i));
    buffers.push_back({GYRE_TRY(frames.decompress(frame.bytes(), sizes[i], parts.id())),
                       static_cast<unsigned>(std::countr_zero(alignments[i]))});
  }
  return buffers;
}

Result<ArrayRef> open(const ArrayParts& parts) {
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  const auto id = meta.text(inner_encoding_id_field);
  // Frames in frames could make any number of bytes from a few.
  if (id == zstd_buffers_encoding.id)
    return fail(Code::corrupt, "{}: holds another of its kind", parts.id());
  const auto* encoding = parts.encodings().find(id);
  if (!encoding) return fail(Code::unsupported, "{}: unknown encoding '{}'", parts.id(), id);
  const auto child_rows = GYRE_TRY(meta.numbers(child_lens_field));
  if (child_rows.size() != parts.children())
    return fail(Code::corrupt, "{}: {} children, expected {}", parts.id(), parts.children(),
                child_rows.size());
  EncodedArray inner = make_node(encoding->id, Buffer::copy(meta.bytes(inner_metadata_field)));
  inner.buffers = GYRE_TRY(buffers_of(parts, meta));
  inner.children = parts.node().children;
  return within(open_array(inner, parts.dtype, parts.rows, parts.encodings(), parts.depth() + 1),
                "{}", parts.id());
}

Result<ReaderRef> reader(ArrayRef, ReadContext&) {
  return fail(Code::unsupported, "{}: has no arrays of its own", zstd_buffers_encoding.id);
}

}  // namespace

const Encoding zstd_buffers_encoding{.id = "vortex.zstd_buffers", .open = open, .reader = reader};

}  // namespace gyre
