#pragma once

#include <cstring>
#include <span>
#include <string_view>
#include <utility>

#include "base/buffer.hpp"
#include "base/words.hpp"
#include "rows/row_schema.hpp"

namespace gyre {

/// Rows as they are written, one behind the other, each behind its size. Between two looks at is_over_full() one value may
/// be put: then there is always room.
class RowBuffer {
 public:
  void start_row() {
    if (bytes_.capacity() < used_ + room_bytes) {
      bytes_.resize(used_);
      bytes_.reserve(used_ + room_bytes);
    }
    row_ = used_;
    used_ += sizeof(std::uint16_t);
    is_too_long_ = false;
  }
  /// False: it is too long for its prefix.
  bool end_row() {
    if (is_over_full()) return false;
    store(bytes_.data() + row_, static_cast<std::uint16_t>(row_bytes()));
    return true;
  }
  /// Of the message, so far.
  std::size_t row_bytes() const { return used_ - row_ - sizeof(std::uint16_t); }
  bool is_over_full() const { return is_too_long_ || row_bytes() > most_row_bytes; }

  void put_varint(std::uint64_t value) {
    auto* at = bytes_.data() + used_;
    while (value >= 0x80) {
      *at++ = static_cast<std::byte>(value | 0x80);
      value >>= 7;
    }
    *at++ = static_cast<std::byte>(value);
    used_ = static_cast<std::size_t>(at - bytes_.data());
  }
  template <class Word>
  void put_fixed(Word value) {
    store(bytes_.data() + used_, value);
    used_ += sizeof value;
  }
  /// Bytes behind their count.
  void put_bytes(std::string_view bytes) {
    if (bytes.size() > most_row_bytes) {
      is_too_long_ = true;
      return;
    }
    put_varint(bytes.size());
    if (!bytes.empty()) std::memcpy(bytes_.data() + used_, bytes.data(), bytes.size());
    used_ += bytes.size();
  }

  /// What is put from here up to close() goes behind its count.
  std::size_t open() { return used_++; }
  void close(std::size_t opened) {
    const auto size = used_ - opened - 1;
    if (size >= 0x80 && !is_over_full()) {
      const std::size_t more = size < 0x4000 ? 1 : 2;
      auto* first = bytes_.data() + opened + 1;
      std::memmove(first + more, first, size);
      used_ += more;
    }
    const auto end = used_;
    used_ = opened;
    if (!is_too_long_ && size <= most_row_bytes) put_varint(size);
    used_ = end;
  }

  std::span<const std::byte> bytes() const { return {bytes_.data(), used_}; }
  /// The rows so far; starts afresh.
  Buffer take() {
    bytes_.resize(std::exchange(used_, 0));
    return std::exchange(bytes_, MutableBuffer()).freeze();
  }
  void clear() { used_ = 0; }

 private:
  /// A row and a value, with what stands before values at any depth.
  static constexpr std::size_t room_bytes = 4 * most_row_bytes;

  MutableBuffer bytes_;
  std::size_t used_ = 0, row_ = 0;
  bool is_too_long_ = false;
};

}  // namespace gyre
