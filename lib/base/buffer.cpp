#include "base/buffer.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace gyre {

Buffer Buffer::copy(std::span<const std::byte> bytes) {
  auto copied = MutableBuffer::uninitialized(bytes.size());
  if (!bytes.empty()) std::memcpy(copied.data(), bytes.data(), bytes.size());
  return std::move(copied).freeze();
}

void MutableBuffer::Free::operator()(std::byte* bytes) const {
  ::operator delete[](bytes, std::align_val_t{alignment});
}

std::unique_ptr<std::byte[], MutableBuffer::Free> MutableBuffer::allocate(std::size_t size) {
  if (size > SIZE_MAX - slack) throw std::bad_alloc();
  return std::unique_ptr<std::byte[], Free>(
      static_cast<std::byte*>(::operator new[](size + slack, std::align_val_t{alignment})));
}

MutableBuffer MutableBuffer::uninitialized(std::size_t size) {
  MutableBuffer buffer;
  buffer.data_ = allocate(size);
  buffer.size_ = buffer.capacity_ = size;
  return buffer;
}

MutableBuffer MutableBuffer::zeroed(std::size_t size) {
  auto buffer = uninitialized(size);
  std::memset(buffer.data(), 0, size + slack);
  return buffer;
}

void MutableBuffer::reserve(std::size_t size) {
  if (size <= capacity_ && data_) return;
  const auto grown = std::max(size, capacity_ + capacity_ / 2);
  auto moved = allocate(grown);
  if (size_ > 0) std::memcpy(moved.get(), data_.get(), size_);
  data_ = std::move(moved);
  capacity_ = grown;
}

void MutableBuffer::resize(std::size_t size) {
  reserve(size);
  size_ = size;
}

Buffer MutableBuffer::freeze() && {
  const std::span<const std::byte> bytes(data_.get(), std::exchange(size_, 0));
  capacity_ = 0;
  std::shared_ptr<const std::byte[]> owner(std::move(data_));
  return Buffer(bytes, std::move(owner));
}

}  // namespace gyre
