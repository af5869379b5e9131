#include "kernels/host/block.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <numeric>
#include <random>
#include <utility>

namespace gyre::kernels::host {
namespace {

constexpr std::uint64_t margin_bytes = 64;

constexpr std::byte dirt_of(Order order) {
  switch (order) {
    case Order::ascending: return std::byte{0xA5};
    case Order::descending: return std::byte{0x5A};
    case Order::shuffled: break;
  }
  return std::byte{0xC3};
}

bool same_place(const Site& one, const Site& other) {
  return one.line() == other.line() && one.column() == other.column() &&
         std::strcmp(one.file_name(), other.file_name()) == 0;
}

}  // namespace

std::vector<std::uint32_t> in_order(std::uint32_t count, Order order) {
  std::vector<std::uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0U);
  if (order == Order::descending) std::reverse(numbers.begin(), numbers.end());
  if (order == Order::shuffled)
    std::shuffle(numbers.begin(), numbers.end(), std::minstd_rand(20230901));
  return numbers;
}

void Block::prepare(const Shape& shape, Order order) {
  shape_ = shape;
  dirt_ = dirt_of(order);
  start_order_ = in_order(shape.threads, order);
  barrier_.expected = shape.threads;
  warps_.resize(shape.threads / warp_threads);
  switches_ = 0;
}

Fault Block::run(std::uint32_t index, Body body, const void* launch) {
  index_ = index;
  body_ = body;
  launch_ = launch;
  started_ = ended_ = 0;
  shared_.clear();
  shared_end_ = 0;
  fault_ = Fault::none;
  fault_site_ = {};
  fault_threads_ = 0;

  Fiber caller;
  caller_ = current_ = &caller;
  resume(idle_fiber());

  if (fault_ == Fault::none) fault_ = check_end();
  if (fault_ != Fault::none) abandon_fibers();
  return fault_;
}

// What can be told only when no thread can go on.
Fault Block::check_end() {
  if (ended_ != shape_.threads) {
    fault_threads_ = shape_.threads - ended_;
    if (!barrier_.waiting.empty()) fault_site_ = barrier_.site;
    for (const auto& warp : warps_)
      if (!warp.gate.waiting.empty()) fault_site_ = warp.gate.site;
    return Fault::divergence;
  }
  for (const auto& array : shared_) {
    const auto* margin = array.storage.get() + array.bytes;
    if (std::any_of(margin, margin + margin_bytes, [&](std::byte b) { return b != dirt_; }))
      return Fault::shared_overrun;
  }
  return Fault::none;
}

void Block::abandon_fibers() {
  ready_.clear();
  idle_.clear();
  barrier_.waiting.clear();
  for (auto& warp : warps_) warp.gate.waiting.clear();
  fibers_.clear();
}

void Block::run_fiber(void* block) { static_cast<Block*>(block)->run_threads(); }

void Block::run_threads() {
  for (;;) {
    while (started_ < shape_.threads) {
      body_(launch_, *this, start_order_[started_++]);
      ++ended_;
    }
    idle_.push_back(current_);
    suspend();
  }
}

Fiber& Block::idle_fiber() {
  if (idle_.empty()) return *fibers_.emplace_back(std::make_unique<Fiber>(&run_fiber, this));
  auto* fiber = idle_.back();
  idle_.pop_back();
  return *fiber;
}

// Leaves the running fiber for one that can go on, else for a thread that has not started, else for
// `run`.
void Block::suspend() {
  if (!ready_.empty()) {
    auto& next = *ready_.front();
    ready_.pop_front();
    resume(next);
  } else if (started_ < shape_.threads) {
    resume(idle_fiber());
  } else {
    resume(*caller_);
  }
}

void Block::resume(Fiber& next) {
  auto& left = *std::exchange(current_, &next);
  if (&left == &next) return;
  ++switches_;
  left.switch_to(next);
}

void Block::stop(Fault fault, std::uint32_t threads, const Site& site) {
  fault_ = fault;
  fault_threads_ = threads;
  fault_site_ = site;
  resume(*caller_);
  std::terminate();
}

void Block::pass(Gate& gate, const Site& site) {
  if (gate.waiting.empty()) gate.site = site;
  if (!same_place(gate.site, site))
    stop(Fault::divergence, static_cast<std::uint32_t>(gate.waiting.size()), gate.site);
  gate.waiting.push_back(current_);
  if (gate.waiting.size() == gate.expected) {
    ready_.insert(ready_.end(), gate.waiting.begin(), gate.waiting.end());
    gate.waiting.clear();
  }
  suspend();
}

void Block::sync(const Site& site) { pass(barrier_, site); }

const std::uint64_t* Block::exchange(std::uint32_t thread, std::uint64_t value, const Site& site) {
  auto& warp = warps_[thread / warp_threads];
  auto& values = warp.values[warp.side];
  values[thread % warp_threads] = value;
  if (warp.gate.waiting.size() + 1 == warp.gate.expected) warp.side ^= 1;
  pass(warp.gate, site);
  return values.data();
}

std::byte* Block::shared_array(std::uint32_t number, std::uint64_t bytes, std::uint32_t alignment,
                               const Site& site) {
  if (number < shared_.size()) {
    auto& array = shared_[number];
    if (array.bytes != bytes || array.alignment != alignment) stop(Fault::shared_mismatch, 1, site);
    return array.storage.get();
  }
  const auto first = (shared_end_ + alignment - 1) / alignment * alignment;
  if (first > shape_.shared_bytes || bytes > shape_.shared_bytes - first)
    stop(Fault::shared_exceeded, 1, site);
  shared_end_ = first + bytes;
  auto storage = std::make_unique<std::byte[]>(bytes + margin_bytes);
  std::fill_n(storage.get(), bytes + margin_bytes, dirt_);
  return shared_.emplace_back(SharedArray{bytes, alignment, std::move(storage)}).storage.get();
}

}  // namespace gyre::kernels::host
