#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "array/column.hpp"
#include "array/read_context.hpp"
#include "array/tile_mask.hpp"
#include "base/buffer.hpp"

namespace gyre {

/// A bitmap, bit by bit or tile by tile.
class BitmapBuilder {
 public:
  void append(bool value) { append_run(value, 1); }
  void append_run(bool value, std::uint64_t rows);
  /// One bit for each of `rows` rows (at most 1,024).
  void append(const TileMask& mask, std::uint64_t rows);

  std::uint64_t rows() const { return rows_; }
  std::uint64_t size_bytes() const { return bits_.size(); }
  /// The bitmap so far; starts afresh.
  Buffer finish();

 private:
  MutableBuffer bits_;  // bits of the last byte past the rows are 0
  std::uint64_t rows_ = 0;
};

/// A validity bitmap that takes memory only once there is a null.
class ValidityBuilder {
 public:
  void append(bool valid) { valid ? append_valid(1) : append_nulls(1); }
  void append_valid(std::uint64_t rows) { rows_ += rows; }
  void append_nulls(std::uint64_t rows);
  /// One bit for each of `rows` rows (at most 1,024).
  void append(const TileMask& valid, std::uint64_t rows);

  std::uint64_t rows() const { return rows_; }
  std::uint64_t null_count() const { return null_count_; }
  std::uint64_t size_bytes() const { return bits_.size_bytes(); }
  /// Moves bitmap and null count into `column`; starts afresh.
  void finish(Column& column);

 private:
  void catch_up();

  BitmapBuilder bits_;  // up to the last null at least; rows behind it are valid
  std::uint64_t rows_ = 0;
  std::uint64_t null_count_ = 0;
};

/// A utf8 or binary column, value by value. Texts are below 4 GiB, as the format has it.
class TextBuilder {
 public:
  /// Copies the bytes unless they are short enough for the view, or lie in arena() already.
  void append(std::string_view text);
  void append_null();
  void append_nulls(std::uint64_t rows);
  /// At most 1,024 texts; those whose bit in `valid` is clear are null and empty. Equal pointers among them share bytes.
  void append(std::span<const std::string_view> texts, const TileMask& valid);
  /// Where bytes may be put before they are appended.
  ByteArena& arena() { return arena_; }

  std::uint64_t rows() const { return validity_.rows(); }
  std::uint64_t size_bytes() const {
    return views_.size() + arena_.size_bytes() + validity_.size_bytes();
  }
  /// Texts so far that did not fit their view.
  std::uint64_t long_texts() const { return long_texts_; }
  /// `dtype` is utf8 or binary, or an extension of one. Starts afresh.
  Column finish(DType dtype);

 private:
  ByteArena::Place place(std::string_view text);
  void append_empty(std::uint64_t rows);

  MutableBuffer views_ = MutableBuffer::uninitialized(0);
  ByteArena arena_;
  ValidityBuilder validity_;
  std::uint64_t long_texts_ = 0;
};

}  // namespace gyre
