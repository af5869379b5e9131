#pragma once

#include <cstdint>

/// What a kernel, its launcher on the device and its emulation on the host agree on.
///
/// A kernel is a functor with `template <class Cta> constexpr void operator()(Cta& cta, ...)
/// const`. Its `Cta` is the running thread's view of the grid, `cuda::Cta` or `host::Cta`, with
/// these members:
///
///   thread() threads()   index in the block, and how many a block has
///   block() blocks()     index in the grid, and how many the grid has
///   lane() warp() warps()            lane in the warp; warp in the block; warps in a block
///   sync()                           barrier for all threads of the block
///   shared<T>(count)                 the block's next `count` T of shared memory, contents
///   undefined;
///                                    every thread asks for the same arrays in the same order
///   shuffle(value, lane)             another lane's value, the lane taken modulo 32
///   shuffle_up(value, distance)      from `distance` lanes below, one's own where there is none
///   shuffle_down(value, distance)    from `distance` lanes above, one's own where there is none
///   shuffle_xor(value, mask)         from lane() ^ mask; the mask is below 32
///   ballot(bit)                      the warp's bits, lane 0 in bit 0
///   atomic_add(address, value)       returns the old value; relaxed
///   atomic_or(address, value)        returns the old value; relaxed
///
/// sync, shuffles and ballot are reached by all threads (of the block, of the warp) at one source
/// line.
namespace gyre::kernels {

inline constexpr std::uint32_t warp_threads = 32;
inline constexpr std::uint32_t max_block_threads = 1024;  // of every CUDA device

/// A tile is the unit of decoding: 1024 values, one FastLanes block. Thread b of 128 holds the
/// values b + 128 k, k < 8, in registers, whatever their type; a warp so stores 32 neighbours at a
/// time.
inline constexpr std::uint32_t tile_values = 1024;
inline constexpr std::uint32_t tile_threads = 128;
inline constexpr std::uint32_t thread_values = tile_values / tile_threads;

/// The size of a launch.
struct Shape {
  std::uint32_t blocks = 1;
  std::uint32_t threads = tile_threads;  // per block: 32, 64, ... 1024
  std::uint32_t shared_bytes = 0;  // per block: the arrays in order, each at its own alignment
};

}  // namespace gyre::kernels
