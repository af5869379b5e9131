#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>

#include "base/assert.hpp"

namespace gyre {

/// Bytes that nobody writes any more. Copies and slices share the owner, O(1).
class Buffer {
 public:
  Buffer() = default;

  /// Shares bytes that `owner` keeps alive (a mapped file, a foreign allocation).
  static Buffer share(std::span<const std::byte> bytes, std::shared_ptr<const void> owner) {
    return Buffer(bytes, std::move(owner));
  }
  /// The one visible way to duplicate bytes; 64-byte aligned.
  static Buffer copy(std::span<const std::byte> bytes);
  static Buffer copy(std::string_view text) { return copy(std::as_bytes(std::span(text))); }

  const std::byte* data() const { return bytes_.data(); }
  std::size_t size() const { return bytes_.size(); }
  bool empty() const { return bytes_.empty(); }
  std::span<const std::byte> bytes() const { return bytes_; }

  /// The bytes as values of T, as many as fit whole. The caller knows the address is aligned for T.
  template <class T>
  std::span<const T> as() const {
    GYRE_ASSERT(aligned(alignof(T)));
    return {reinterpret_cast<const T*>(bytes_.data()), bytes_.size() / sizeof(T)};
  }
  std::string_view text() const {
    return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
  }
  bool aligned(std::size_t alignment) const {
    return reinterpret_cast<std::uintptr_t>(bytes_.data()) % alignment == 0;
  }

  Buffer slice(std::size_t first, std::size_t size) const {
    GYRE_ASSERT(first <= bytes_.size() && size <= bytes_.size() - first);
    return Buffer(bytes_.subspan(first, size), owner_);
  }

 private:
  friend class MutableBuffer;
  Buffer(std::span<const std::byte> bytes, std::shared_ptr<const void> owner)
      : bytes_(bytes), owner_(std::move(owner)) {}

  std::span<const std::byte> bytes_;
  std::shared_ptr<const void> owner_;
};

/// Bytes with one writer. 64-byte aligned, move only, with `slack` unused bytes behind the end, so that
/// kernels may write whole vectors.
class MutableBuffer {
 public:
  static constexpr std::size_t alignment = 64;
  static constexpr std::size_t slack = 64;

  MutableBuffer() = default;
  static MutableBuffer uninitialized(std::size_t size);
  static MutableBuffer zeroed(std::size_t size);

  std::byte* data() { return data_.get(); }
  const std::byte* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  std::span<std::byte> bytes() { return {data_.get(), size_}; }
  template <class T>
  std::span<T> as() {
    return {reinterpret_cast<T*>(data_.get()), size_ / sizeof(T)};
  }

  /// Changes the size; bytes up to the smaller of both sizes stay, new ones are unspecified.
  void resize(std::size_t size);
  /// Room for `size` bytes, growing by half at least. The size stays.
  void reserve(std::size_t size);
  void append(std::span<const std::byte> bytes) {
    if (bytes.empty()) return;
    reserve(size_ + bytes.size());
    std::memcpy(data_.get() + size_, bytes.data(), bytes.size());
    size_ += bytes.size();
  }
  template <class T>
  void append_value(const T& value) {
    append(std::as_bytes(std::span(&value, 1)));
  }

  /// From here on nobody writes.
  Buffer freeze() &&;

 private:
  struct Free {
    void operator()(std::byte* bytes) const;
  };
  static std::unique_ptr<std::byte[], Free> allocate(std::size_t size);

  std::unique_ptr<std::byte[], Free> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace gyre
