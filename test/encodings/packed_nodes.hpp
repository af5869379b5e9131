#pragma once

#include <algorithm>
#include <bit>

#include "encodings/detail/unpack.hpp"
#include "encodings/nodes.hpp"

namespace gyre::test {

/// What a bitpacked node made by hand looks like.
struct Packing {
  unsigned width;
  unsigned offset = 0;               ///< rows of the first block that come before row 0
  std::uint64_t patches_offset = 0;  ///< added to the rows of patches
  bool chunk_offsets = false;        ///< a third patch child
  PType indices = PType::u32;
};

/// PatchesMetadata for `count` patches.
inline Buffer patches_message(std::uint64_t count, std::uint64_t offset, PType indices,
                              bool chunk_offsets = false) {
  ProtobufWriter message;
  message.number(1, count).number(2, offset).number(3, static_cast<unsigned>(indices));
  if (chunk_offsets)
    message.optional_number(4, 1)
        .optional_number(5, static_cast<unsigned>(PType::u8))
        .optional_number(6, 0);
  return message.finish();
}

/// A column packed by hand: wider values become patches, null rows hold zeros, padding holds noise.
inline EncodedArray packed_node(const Column& plain, const Packing& packing) {
  std::vector<std::uint64_t> wide_rows;
  std::vector<std::optional<Int256>> wide;
  auto array = with_small_word(word_bytes(plain.dtype), [&]<Word W>(W) {
    const auto blocks = (plain.rows + packing.offset + block_values - 1) / block_values;
    std::vector<W> values(blocks * block_values);
    Random random(3);
    for (auto& value : values) value = static_cast<W>(random.next());
    for (std::uint64_t row = 0; row < plain.rows; ++row) {
      const auto word = plain.is_valid(row) ? plain.buffers[0].as<W>()[row] : W{0};
      values[row + packing.offset] = word;
      if (static_cast<unsigned>(std::bit_width(word)) <= packing.width) continue;
      wide_rows.push_back(row + packing.patches_offset);
      wide.emplace_back(widen(plain.dtype, word));
    }
    auto bytes = MutableBuffer::uninitialized(blocks * block_bytes(packing.width));
    for (std::uint64_t block = 0; block < blocks; ++block)
      pack_block(values.data() + block * block_values, packing.width,
                 bytes.data() + block * block_bytes(packing.width));
    return node("fastlanes.bitpacked", {}, {std::move(bytes).freeze()});
  });
  ProtobufWriter meta;
  meta.number(1, packing.width).number(2, packing.offset);
  if (!wide.empty()) {
    meta.bytes(3, patches_message(wide.size(), packing.patches_offset, packing.indices,
                                  packing.chunk_offsets)
                      .bytes());
    array.children.push_back(integers<std::uint64_t>(wide_rows, packing.indices));
    array.children.push_back(plain_node(word_column(wide, plain.dtype)));
    if (packing.chunk_offsets) array.children.push_back(integers({0}, PType::u8));
  }
  array.metadata = meta.finish();
  if (plain.null_count > 0) array.children.push_back(validity_node(validity_of(plain)));
  return array;
}

}  // namespace gyre::test
