#pragma once

#include <string_view>
#include <vector>

#include "array/column.hpp"
#include "array/read_context.hpp"
#include "array/tile_mask.hpp"
#include "base/buffer.hpp"

namespace gyre {

/// A validity bitmap that takes memory only once there is a null.
class ValidityBuilder {
 public:
  void append(bool valid);
  void append_valid(std::uint64_t rows);
  void append_nulls(std::uint64_t rows);
  /// One bit for each of `rows` rows (at most 1,024).
  void append(const TileMask& valid, std::uint64_t rows);

  std::uint64_t rows() const { return rows_; }
  std::uint64_t null_count() const { return null_count_; }
  /// Moves bitmap and null count into `column`; starts afresh.
  void finish(Column& column);

 private:
  void make_bitmap();

  MutableBuffer bits_;  // empty until the first null
  std::uint64_t rows_ = 0;
  std::uint64_t null_count_ = 0;
};

/// A utf8 or binary column, value by value.
class TextBuilder {
 public:
  /// Copies the bytes unless they are short enough for the view, or lie in arena() already.
  void append(std::string_view text);
  void append_null();
  /// Where bytes may be put before they are appended.
  ByteArena& arena() { return arena_; }

  std::uint64_t rows() const { return validity_.rows(); }
  std::uint64_t size_bytes() const { return views_.size() + text_bytes_; }
  /// `dtype` is utf8 or binary, or an extension of one. Starts afresh.
  Column finish(DType dtype);

 private:
  MutableBuffer views_ = MutableBuffer::uninitialized(0);
  ByteArena arena_;
  ValidityBuilder validity_;
  std::uint64_t text_bytes_ = 0;
};

}  // namespace gyre
