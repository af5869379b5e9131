#include "encodings/chunked.hpp"

#include "array/concat_reader.hpp"
#include "encodings/detail/index_reader.hpp"
#include "encodings/detail/node.hpp"

namespace gyre {

Chunked::Chunked(const ArrayParts& parts, ArrayRef ends)
    : Array(parts),
      offsets(std::move(ends)),
      chunks(parts.node().children.begin() + 1, parts.node().children.end()),
      encodings(parts.encodings()),
      depth(parts.depth()) {}

namespace {

Result<ArrayRef> open(const ArrayParts& parts) {
  if (parts.children() == 0) return fail(Code::corrupt, "{}: no offsets", parts.id());
  auto offsets = GYRE_TRY(parts.child(0, DType::primitive(PType::u64), parts.children()));
  return std::make_shared<Chunked>(parts, std::move(offsets));
}

Result<std::vector<std::uint64_t>> read_offsets(const Chunked& array, ReadContext& context) {
  auto reader = GYRE_TRY(IndexReader::make(array.offsets, context));
  std::vector<std::uint64_t> offsets(array.offsets->rows);
  for (std::uint64_t first = 0; first < offsets.size(); first += tile_rows) {
    const RowRange tile{first, std::min<std::uint64_t>(first + tile_rows, offsets.size())};
    GYRE_TRY(reader.read(tile, offsets.data() + first));
  }
  if (offsets.front() != 0 || offsets.back() != array.rows || !std::ranges::is_sorted(offsets))
    return fail(Code::corrupt, "{}: offsets that do not rise from 0 to {}", chunked_encoding.id,
                array.rows);
  return offsets;
}

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& chunked = static_cast<const Chunked&>(*array);
  const auto offsets = GYRE_TRY(read_offsets(chunked, context));
  std::vector<ReaderRef> parts;
  parts.reserve(chunked.chunks.size());
  for (std::size_t i = 0; i < chunked.chunks.size(); ++i) {
    auto chunk =
        GYRE_TRY(within(open_array(chunked.chunks[i], chunked.dtype, offsets[i + 1] - offsets[i],
                                   chunked.encodings, chunked.depth + 1),
                        "{}", chunked_encoding.id));
    parts.push_back(GYRE_TRY(make_reader(std::move(chunk), context)));
  }
  return concat_readers(std::move(parts), chunked.dtype, context);
}

}  // namespace

const Encoding chunked_encoding{.id = "vortex.chunked", .open = open, .reader = reader};

}  // namespace gyre
