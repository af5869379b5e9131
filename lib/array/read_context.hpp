#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "array/row_range.hpp"
#include "base/buffer.hpp"
#include "base/memory_shares.hpp"

namespace gyre {

/// What reading did, added up by one worker.
struct ReadCounters {
  std::uint64_t tiles_decoded = 0;  ///< blocks unpacked or tiles produced at a leaf
  std::uint64_t rows_gathered = 0;  ///< single rows fetched without their tile
  std::uint64_t tiles_tested = 0;   ///< tiles answered on encoded values
};

/// A worker's own memory and switches. Readers take scratch from here and hold none themselves; a context outlives
/// the readers made with it and is used by one thread.
class ReadContext {
 public:
  ReadContext() = default;
  ReadContext(const ReadContext&) = delete;
  ReadContext& operator=(const ReadContext&) = delete;

  /// Memory for `count` values of T, given back when the Scratch goes; strictly last in, first out.
  template <class T>
  class Scratch {
   public:
    Scratch(ReadContext& context, std::size_t count)
        : context_(context), before_(context.top_), block_before_(context.block_) {
      data_ = reinterpret_cast<T*>(context.take(count * sizeof(T)));
    }
    ~Scratch() {
      context_.top_ = before_;
      context_.block_ = block_before_;
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    T* data() { return data_; }
    T& operator[](std::size_t index) { return data_[index]; }

   private:
    ReadContext& context_;
    std::size_t before_, block_before_;
    T* data_;
  };

  /// A tile of words, with the room behind it that readers may write.
  template <class T>
  static constexpr std::size_t tile_room = tile_rows + 64 / sizeof(T) + 1;

  ReadCounters counters;
  /// Answer every question the plain way (GYRE_PLAIN=1): read, then compare.
  bool plain = false;
  /// What a column sink may hold; a few bytes of a file can claim any number of values.
  std::uint64_t most_sink_bytes = MemoryShares().most_column_bytes;

 private:
  std::byte* take(std::size_t bytes);

  std::vector<MutableBuffer> blocks_;
  std::size_t block_ = 0, top_ = 0;
};

/// Memory that only grows, for bytes of text that live as long as the arena's owner says.
class ByteArena {
 public:
  /// Room for `size` bytes; it does not move until reset or take_buffers.
  std::byte* reserve(std::size_t size);
  /// `size` bytes of the last reserve are used; the rest is free again.
  void commit(std::size_t size) { used_ += size; }

  /// Where committed bytes lie: number of the buffer and offset in it. Nothing for foreign bytes.
  struct Place {
    std::uint32_t buffer;
    std::uint32_t offset;
  };
  bool find(const char* text, std::size_t size, Place& place) const;

  /// A moment, to go back to when nothing of what came later is wanted.
  struct Mark {
    std::size_t buffers;
    std::size_t used;
  };
  Mark mark() const { return {blocks_.size(), used_}; }
  void rewind(Mark mark);

  /// Forgets the content, keeps memory.
  void reset();
  /// Hands over the content, one buffer after another, and starts afresh.
  std::vector<Buffer> take_buffers();
  std::size_t buffer_count() const { return blocks_.size(); }
  /// Bytes committed so far.
  std::uint64_t size_bytes() const;

 private:
  std::vector<MutableBuffer> blocks_;
  std::size_t used_ = 0;        // bytes of the last block
  std::size_t next_block_ = 0;  // its bytes, if that is enough
};

}  // namespace gyre
