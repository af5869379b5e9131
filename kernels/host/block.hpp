#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <source_location>
#include <vector>

#include "kernels/grid.hpp"
#include "kernels/host/fiber.hpp"

namespace gyre::kernels::host {

/// In which order blocks, and the threads of a block, start. After a barrier they go on in the same
/// order. Shared memory starts filled with a byte that depends on it.
enum class Order : std::uint8_t { ascending, descending, shuffled };

inline constexpr std::array every_order{Order::ascending, Order::descending, Order::shuffled};

/// What a kernel did wrong.
enum class Fault : std::uint8_t {
  none,
  bad_shape,        // threads are not 32, 64, ... 1024
  divergence,       // threads left, or wait elsewhere, while others wait for them
  shared_exceeded,  // asked for more than Shape::shared_bytes
  shared_mismatch,  // threads of a block asked for different arrays
  shared_overrun,   // wrote past the end of a shared array
};

/// Where in a kernel.
using Site = std::source_location;

/// One block of threads on the calling thread. A fiber takes threads one after another and runs
/// each to its end, until one has to wait; only then another fiber is started. So a kernel without
/// barriers is a loop, and one with barriers pays a switch of stacks for every wait.
///
/// sync, exchange and shared_array are for the thread that runs, from `body`. A fault in them ends
/// the block: they do not return, and destructors of the kernel's locals do not run.
class Block {
 public:
  /// Runs one thread of the block. Must not throw.
  using Body = void (*)(const void* launch, Block& block, std::uint32_t thread);

  Block() = default;
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  /// The shape and order of the runs to come. Stacks are kept.
  void prepare(const Shape& shape, Order order);

  /// Runs all threads of block `index`.
  Fault run(std::uint32_t index, Body body, const void* launch);

  std::uint32_t index() const { return index_; }
  const Shape& shape() const { return shape_; }

  /// After a fault: the line it happened at, line 0 if at none, and the threads that waited there.
  const Site& fault_site() const { return fault_site_; }
  std::uint32_t fault_threads() const { return fault_threads_; }

  /// Switches of stacks since `prepare`.
  std::uint64_t switches() const { return switches_; }

  /// Waits for all threads of the block.
  void sync(const Site& site);

  /// Shows `value` to the warp of `thread`, waits for the warp, and returns the values of its 32
  /// lanes. They stay until the thread's next exchange.
  const std::uint64_t* exchange(std::uint32_t thread, std::uint64_t value, const Site& site);

  /// The block's shared array of that number, counted from 0 in the order of requests.
  std::byte* shared_array(std::uint32_t number, std::uint64_t bytes, std::uint32_t alignment,
                          const Site& site);

 private:
  struct Gate {
    std::uint32_t expected = 0;
    std::vector<Fiber*> waiting;
    Site site;  // of the first that waits
  };
  struct Warp {
    Gate gate{.expected = warp_threads, .waiting = {}, .site = {}};
    unsigned side = 0;  // written by the next exchange; the other may still be read from the last
    std::array<std::array<std::uint64_t, warp_threads>, 2> values{};
  };
  struct SharedArray {
    std::uint64_t bytes;
    std::uint32_t alignment;
    std::unique_ptr<std::byte[]> storage;  // with a margin behind that nobody may write
  };

  static void run_fiber(void* block);
  void run_threads();
  void pass(Gate& gate, const Site& site);
  void suspend();
  void resume(Fiber& next);
  Fiber& idle_fiber();
  [[noreturn]] void stop(Fault fault, std::uint32_t threads, const Site& site);
  Fault check_end();
  void abandon_fibers();

  Shape shape_;
  std::byte dirt_{};
  std::vector<std::uint32_t> start_order_;
  std::uint32_t index_ = 0;
  Body body_ = nullptr;
  const void* launch_ = nullptr;
  std::uint32_t started_ = 0, ended_ = 0;

  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::vector<Fiber*> idle_;  // between two threads
  std::deque<Fiber*> ready_;  // released from a gate
  Fiber* current_ = nullptr;
  Fiber* caller_ = nullptr;

  Gate barrier_;
  std::vector<Warp> warps_;
  std::vector<SharedArray> shared_;
  std::uint64_t shared_end_ = 0;  // as the device would place the arrays

  Fault fault_ = Fault::none;
  Site fault_site_;
  std::uint32_t fault_threads_ = 0;
  std::uint64_t switches_ = 0;
};

/// 0 .. count - 1 in that order. The shuffle is the same in every run.
std::vector<std::uint32_t> in_order(std::uint32_t count, Order order);

}  // namespace gyre::kernels::host
