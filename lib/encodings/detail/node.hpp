#pragma once

#include <cstdint>
#include <string_view>

#include "array/array.hpp"
#include "array/column.hpp"
#include "array/encoded_array.hpp"

namespace gyre {

// What opening and writing nodes has in common.

/// The error of a node whose encoding cannot hold its type.
std::unexpected<Error> wrong_dtype(const ArrayParts& parts);

/// Errors   Code::corrupt: fewer children than `least`, or more than `most`
Result<void> expect_children(const ArrayParts& parts, std::size_t least, std::size_t most);

/// Bytes of `count` values of `width` bytes each.
/// Errors   Code::corrupt: more than 64 bits count
Result<std::uint64_t> bytes_of(const ArrayParts& parts, std::uint64_t count, std::uint64_t width);

/// Blocks of 1,024 values that hold the rows of a node, of which `offset` stand before row 0.
/// Errors   Code::corrupt: a whole block before row 0, or more rows than 64 bits count
Result<std::uint64_t> blocks_of(const ArrayParts& parts, std::uint64_t offset);

/// A node to be written, without buffers and children yet.
EncodedArray make_node(std::string_view encoding, Buffer metadata = {});

/// Appends a buffer of values of `width` bytes.
void append_buffer(EncodedArray& node, Buffer bytes, unsigned width = 1);

/// Offsets or sizes, none above `largest`, as a column of the narrowest unsigned type that holds them.
/// `at(i)` is the i-th of `count`.
template <class At>
Column index_column(std::uint64_t count, std::uint64_t largest, At&& at);

template <class At>
Column index_column(std::uint64_t count, std::uint64_t largest, At&& at) {
  const auto ptype = largest <= UINT8_MAX    ? PType::u8
                     : largest <= UINT16_MAX ? PType::u16
                     : largest <= UINT32_MAX ? PType::u32
                                             : PType::u64;
  Column column;
  column.dtype = DType::primitive(ptype);
  column.rows = count;
  with_small_word(byte_width(ptype), [&]<Word W>(W) {
    auto values = MutableBuffer::uninitialized(count * sizeof(W));
    for (std::uint64_t i = 0; i < count; ++i) values.as<W>()[i] = static_cast<W>(at(i));
    column.buffers.push_back(std::move(values).freeze());
  });
  return column;
}

}  // namespace gyre
