#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

#include "kernels/grid.hpp"
#include "kernels/host/block.hpp"

/// Runs kernels on the CPU, to test them where there is no GPU and to stand in for one.
namespace gyre::kernels::host {

/// What became of a launch. The blocks after a fault did not run.
struct [[nodiscard]] Report {
  Fault fault = Fault::none;
  std::uint32_t block = 0;     // the faulty one
  std::uint32_t threads = 0;   // concerned
  Site site;                   // line 0: not at one place
  std::uint64_t switches = 0;  // of stacks, which is what barriers and shuffles cost

  bool ok() const { return fault == Fault::none; }
  /// One line for a person: "block 3: 16 threads wait at delta.hpp:31 for threads that left".
  std::string message() const;
};

/// One thread's view of the grid: the members that kernels/grid.hpp lists.
class Cta {
 public:
  Cta(Block& block, std::uint32_t thread) : block_(block), thread_(thread) {}

  std::uint32_t thread() const { return thread_; }
  std::uint32_t threads() const { return block_.shape().threads; }
  std::uint32_t block() const { return block_.index(); }
  std::uint32_t blocks() const { return block_.shape().blocks; }
  std::uint32_t lane() const { return thread_ % warp_threads; }
  std::uint32_t warp() const { return thread_ / warp_threads; }
  std::uint32_t warps() const { return threads() / warp_threads; }

  void sync(const Site& site = Site::current()) { block_.sync(site); }

  template <class T>
  T* shared(std::uint32_t count, const Site& site = Site::current()) {
    static_assert(std::is_trivial_v<T> && alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
    const auto bytes = std::uint64_t{count} * sizeof(T);
    return reinterpret_cast<T*>(block_.shared_array(arrays_++, bytes, alignof(T), site));
  }

  template <class T>
  T shuffle(T value, std::uint32_t lane, const Site& site = Site::current()) {
    return exchange(value, lane % warp_threads, site);
  }
  template <class T>
  T shuffle_up(T value, std::uint32_t distance, const Site& site = Site::current()) {
    return exchange(value, distance <= lane() ? lane() - distance : lane(), site);
  }
  template <class T>
  T shuffle_down(T value, std::uint32_t distance, const Site& site = Site::current()) {
    return exchange(value, distance < warp_threads - lane() ? lane() + distance : lane(), site);
  }
  template <class T>
  T shuffle_xor(T value, std::uint32_t mask, const Site& site = Site::current()) {
    return exchange(value, (lane() ^ mask) % warp_threads, site);
  }
  std::uint32_t ballot(bool bit, const Site& site = Site::current()) {
    const auto* bits = block_.exchange(thread_, bit ? 1 : 0, site);
    std::uint32_t all = 0;
    for (std::uint32_t i = 0; i < warp_threads; ++i)
      all |= static_cast<std::uint32_t>(bits[i]) << i;
    return all;
  }

  template <class T>
  T atomic_add(T* address, T value) {
    return std::atomic_ref<T>(*address).fetch_add(value, std::memory_order_relaxed);
  }
  template <class T>
  T atomic_or(T* address, T value) {
    return std::atomic_ref<T>(*address).fetch_or(value, std::memory_order_relaxed);
  }

 private:
  template <class T>
  T exchange(T value, std::uint32_t lane, const Site& site) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(std::uint64_t));
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(T));
    std::memcpy(&value, &block_.exchange(thread_, bits, site)[lane], sizeof(T));
    return value;
  }

  Block& block_;
  std::uint32_t thread_;
  std::uint32_t arrays_ = 0;
};

/// Launches kernels one after another, keeping the stacks between launches. For one thread at a
/// time.
class Grid {
 public:
  /// Runs `kernel(cta, arguments...)` for every thread of every block. Arguments are copied for
  /// each thread, as the device does. The kernel must not throw.
  template <class Kernel, class... Arguments>
  Report launch(const Shape& shape, Order order, const Kernel& kernel, Arguments... arguments) {
    const auto thread = [&](Block& block, std::uint32_t index) noexcept {
      Cta cta(block, index);
      kernel(cta, Arguments(arguments)...);
    };
    return run(
        shape, order,
        [](const void* launch, Block& block, std::uint32_t index) {
          (*static_cast<const decltype(thread)*>(launch))(block, index);
        },
        &thread);
  }

 private:
  Report run(const Shape& shape, Order order, Block::Body body, const void* launch);

  Block block_;
};

/// The same with a grid of its own.
template <class Kernel, class... Arguments>
Report launch(const Shape& shape, Order order, const Kernel& kernel, Arguments... arguments) {
  return Grid().launch(shape, order, kernel, arguments...);
}

}  // namespace gyre::kernels::host
