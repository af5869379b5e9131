#pragma once

#include <cstdint>
#include <memory>

#include "array/column.hpp"
#include "array/slice_bitmap.hpp"
#include "arrow/c_data.hpp"

namespace gyre::arrow {

/// Rows first .. first + rows of one array node, the node's own offset included.
class ArrayNode {
 public:
  /// `first` counts from the node's offset.
  static Result<ArrayNode> open(const ArrowArray* array, std::uint64_t first, std::uint64_t rows,
                                const std::shared_ptr<const void>& owner) {
    if (!array) return fail(Code::corrupt, "an array is missing");
    if (array->length < 0 || array->offset < 0 || array->n_buffers < 0 || array->n_children < 0)
      return fail(Code::corrupt, "an array with a negative number of rows, buffers or children");
    const auto length = static_cast<std::uint64_t>(array->length);
    if (first > length || rows > length - first)
      return fail(Code::corrupt, "rows {} to {} of an array that has {}", first, first + rows,
                  length);
    const auto start = checked_add(static_cast<std::uint64_t>(array->offset), first);
    // What no memory holds, no row number reaches.
    constexpr std::uint64_t most_rows = std::uint64_t{1} << 48;
    if (!start || *start > most_rows || rows > most_rows)
      return fail(Code::corrupt, "an array of {} rows", length);
    return ArrayNode(*array, *start, rows, owner);
  }
  static Result<ArrayNode> whole(const ArrowArray* array,
                                 const std::shared_ptr<const void>& owner) {
    if (!array || array->length < 0) return fail(Code::corrupt, "an array is missing");
    return open(array, 0, static_cast<std::uint64_t>(array->length), owner);
  }

  std::uint64_t rows() const { return rows_; }
  const ArrowArray* dictionary() const { return array_->dictionary; }
  const std::shared_ptr<const void>& owner() const { return owner_; }

  Result<void> expect(std::int64_t buffers, std::int64_t children) const {
    if (array_->n_buffers != buffers || array_->n_children != children)
      return fail(Code::corrupt, "an array of {} buffers and {} children, expected {} and {}",
                  array_->n_buffers, array_->n_children, buffers, children);
    return {};
  }
  std::int64_t buffers() const { return array_->n_buffers; }
  const std::byte* raw(std::int64_t index) const {
    return static_cast<const std::byte*>(array_->buffers[index]);
  }

  /// Buffer `index` from the first row on: `count` values of `width` bytes each. Aligned to `alignment`, by a copy if need be.
  Result<Buffer> values(std::int64_t index, std::uint64_t count, std::uint64_t width,
                        std::size_t alignment) const {
    if (count == 0 || width == 0) return Buffer{};
    const auto* bytes = raw(index);
    const auto size = checked_multiply(count, width);
    const auto skipped = checked_multiply(first_, width);
    if (!bytes || !size || !skipped) return fail(Code::corrupt, "a buffer is missing");
    auto buffer = Buffer::share({bytes + *skipped, *size}, owner_);
    return buffer.aligned(alignment) ? buffer : Buffer::copy(buffer.bytes());
  }

  Result<Buffer> bits(std::int64_t index) const {
    if (rows_ == 0) return Buffer{};
    if (!raw(index)) return fail(Code::corrupt, "a bitmap is missing");
    return slice_bitmap(Buffer::share({raw(index), bitmap_bytes(first_ + rows_)}, owner_), first_,
                        rows_);
  }

  /// Fills validity and null count from buffer 0, which may be absent.
  Result<void> read_validity(Column& column) const {
    if (array_->null_count == 0 || !raw(0) || rows_ == 0) return {};
    auto bitmap = GYRE_TRY(bits(0));
    column.null_count = rows_ - count_bits(bitmap.bytes(), rows_);
    if (column.null_count > 0) column.validity = std::move(bitmap);
    return {};
  }

  /// A child over the same rows.
  Result<ArrayNode> field(std::int64_t index) const {
    return open(array_->children[index], first_, rows_, owner_);
  }
  /// A child, rows first .. first + rows of it.
  Result<ArrayNode> child(std::int64_t index, std::uint64_t first, std::uint64_t rows) const {
    return open(array_->children[index], first, rows, owner_);
  }
  Result<ArrayNode> whole_child(std::int64_t index) const {
    return whole(array_->children[index], owner_);
  }
  std::uint64_t first() const { return first_; }

 private:
  ArrayNode(const ArrowArray& array, std::uint64_t first, std::uint64_t rows,
            const std::shared_ptr<const void>& owner)
      : array_(&array), first_(first), rows_(rows), owner_(owner) {}

  const ArrowArray* array_;
  std::uint64_t first_, rows_;
  std::shared_ptr<const void> owner_;
};

}  // namespace gyre::arrow
