#include "array/read_context.hpp"

#include <algorithm>
#include <functional>

#include "base/bits.hpp"

namespace gyre {
namespace {

constexpr std::size_t scratch_block_bytes = std::size_t{1} << 18;
/// Small, as there may be many arenas with few texts; blocks double.
constexpr std::size_t smallest_arena_block = std::size_t{1} << 10;
/// Views hold 32-bit offsets; blocks stay far below.
constexpr std::size_t largest_arena_block = std::size_t{1} << 23;
/// Arrow reads the offsets of views as signed.
constexpr std::size_t largest_offset = INT32_MAX;

}  // namespace

std::byte* ReadContext::take(std::size_t bytes) {
  const auto size = round_up(bytes, MutableBuffer::alignment);
  while (block_ < blocks_.size() && blocks_[block_].size() - top_ < size) {
    ++block_;
    top_ = 0;
  }
  if (block_ == blocks_.size())
    blocks_.push_back(MutableBuffer::uninitialized(std::max(size, scratch_block_bytes)));
  auto* taken = blocks_[block_].data() + top_;
  top_ += size;
  return taken;
}

std::byte* ByteArena::reserve(std::size_t size) {
  if (blocks_.empty() || blocks_.back().size() - used_ < size || used_ > largest_offset) {
    if (!blocks_.empty()) {
      blocks_.back().resize(used_);  // unused bytes are nobody's text
      if (used_ == 0) blocks_.pop_back();
    }
    const auto block = std::max(next_block_, smallest_arena_block);
    blocks_.push_back(MutableBuffer::uninitialized(std::max(size, block)));
    next_block_ = std::min(block * 2, largest_arena_block);
    used_ = 0;
  }
  return blocks_.back().data() + used_;
}

bool ByteArena::find(const char* text, std::size_t size, Place& place) const {
  const auto* at = reinterpret_cast<const std::byte*>(text);
  for (auto i = blocks_.size(); i-- > 0;) {
    const auto* first = blocks_[i].data();
    if (std::less_equal<>()(first, at) &&
        std::less_equal<>()(at + size, first + blocks_[i].size())) {
      if (static_cast<std::size_t>(at - first) > largest_offset) return false;
      place = {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(at - first)};
      return true;
    }
  }
  return false;
}

void ByteArena::rewind(Mark mark) {
  if (mark.buffers == blocks_.size()) {
    used_ = mark.used;
    return;
  }
  // Blocks came since: the newest stays, for what comes next; of the one before them what was there then.
  auto kept = mark.buffers;
  if (kept > 0) blocks_[kept - 1].resize(mark.used);
  if (kept > 0 && mark.used == 0) --kept;
  blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(kept), blocks_.end() - 1);
  used_ = 0;
}

std::uint64_t ByteArena::size_bytes() const {
  std::uint64_t size = used_;
  for (std::size_t i = 0; i + 1 < blocks_.size(); ++i) size += blocks_[i].size();
  return size;
}

void ByteArena::reset() {
  if (blocks_.size() > 1) blocks_.erase(blocks_.begin(), blocks_.end() - 1);
  used_ = 0;
}

std::vector<Buffer> ByteArena::take_buffers() {
  std::vector<Buffer> taken;
  next_block_ = std::min<std::size_t>(size_bytes(), largest_arena_block);  // as much may come again
  for (auto& block : blocks_) {
    if (&block == &blocks_.back()) block.resize(used_);
    taken.push_back(std::move(block).freeze());
  }
  blocks_.clear();
  used_ = 0;
  return taken;
}

}  // namespace gyre
