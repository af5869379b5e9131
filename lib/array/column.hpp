#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/bits.hpp"
#include "base/buffer.hpp"
#include "base/result.hpp"
#include "dtype/scalar.hpp"

namespace gyre {

/// A column in plain, Arrow-compatible memory.
///
/// | kind            | buffers                                                          | children     |
/// |-----------------|------------------------------------------------------------------|--------------|
/// | null            | none                                                             | none         |
/// | boolean         | bitmap                                                           | none         |
/// | primitive       | values                                                           | none         |
/// | decimal         | values of 16 bytes (up to 38 digits) or 32                       | none         |
/// | utf8, binary    | views (Arrow string view, 16 bytes a row), then the data buffers | none         |
/// | structure       | none                                                             | fields       |
/// | list, map       | rows + 1 offsets (i64), the first is 0                           | elements (map: struct of key and value) |
/// | fixed_size_list | none                                                             | elements     |
/// | extension       | as its storage                                                   | as its storage |
///
/// `validity` is a bitmap (bit set: valid), or empty where no row is null. Values of null rows mean nothing, but views of
/// null rows are empty ones.
struct Column {
  DType dtype;
  std::uint64_t rows = 0;
  Buffer validity;
  std::uint64_t null_count = 0;
  std::vector<Buffer> buffers;
  std::vector<Column> children;

  bool is_valid(std::uint64_t row) const {
    return validity.empty() || bit_at(validity.data(), row);
  }
  /// Bytes of all buffers, children's too.
  std::uint64_t size_bytes() const;
};

/// 16 bytes that stand for a text: size, then up to 12 bytes inline; or 4 bytes, buffer number and offset.
struct TextView {
  std::uint32_t size = 0;
  char prefix[4] = {};
  std::uint32_t buffer = 0;
  std::uint32_t offset = 0;

  static constexpr std::uint32_t inline_bytes = 12;
  static TextView of(std::string_view text, std::uint32_t buffer, std::uint32_t offset);
};
static_assert(sizeof(TextView) == 16);

/// The type of a list's elements, whatever kind of list it is: a map's are non-null structs of key and value.
DType element_of(const DType& list);

/// The text of a row of a utf8 or binary column.
std::string_view text_at(const Column& column, std::uint64_t row);

/// The value of a row of any column.
Scalar scalar_at(const Column& column, std::uint64_t row);

/// Whether two columns of one type hold the same value in a row each: both null, or the same bits, texts, elements, fields.
bool same_value(const Column& a, std::uint64_t row, const Column& b, std::uint64_t other_row);

/// Bits that rows first .. last take in plain memory, whatever the buffers that hold them: for texts a view and the text. The
/// bits of two parts are those of the whole.
std::uint64_t plain_bits(const Column& column, std::uint64_t first, std::uint64_t last);

/// Rows first .. last of a column; validity, bitmaps and offsets are moved to start at 0, the rest is shared.
Column slice(const Column& column, std::uint64_t first, std::uint64_t last);

}  // namespace gyre
