#include "kernels/host/grid.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "kernels/host/fiber.hpp"
#include "support/catch.hpp"

using namespace gyre::kernels;
using host::every_order;
using host::Fault;
using host::Order;

namespace {

// Each thread reads what its neighbour wrote; the barrier between is optional.
template <bool with_barrier>
struct ReadNeighbour {
  template <class Cta>
  constexpr void operator()(Cta& cta, std::uint32_t* out) const {
    auto* numbers = cta.template shared<std::uint32_t>(cta.threads());
    numbers[cta.thread()] = cta.thread() + 1;
    if constexpr (with_barrier) cta.sync();
    out[cta.block() * cta.threads() + cta.thread()] = numbers[(cta.thread() + 1) % cta.threads()];
  }
};

// Whether every thread of every block got its neighbour's number.
template <bool with_barrier>
bool neighbours_are_read(Order order) {
  const Shape shape{.blocks = 3, .threads = 64, .shared_bytes = 256};
  std::vector<std::uint32_t> out(192);
  const auto report = host::launch(shape, order, ReadNeighbour<with_barrier>{}, out.data());
  REQUIRE(report.ok());
  for (std::uint32_t i = 0; i < out.size(); ++i)
    if (out[i] != (i + 1) % 64 + 1) return false;
  return true;
}

// A reader of the last round races with a writer of the next unless there is a second barrier.
template <bool with_barrier>
struct TwoRounds {
  template <class Cta>
  constexpr void operator()(Cta& cta, std::uint32_t* out) const {
    auto* cell = cta.template shared<std::uint32_t>(1);
    std::uint32_t sum = 0;
    for (std::uint32_t round = 0; round < 2; ++round) {
      if (cta.thread() == round * 7) *cell = round + 1;
      cta.sync();
      sum = 10 * sum + *cell;
      if constexpr (with_barrier) cta.sync();
    }
    out[cta.thread()] = sum;
  }
};

template <bool with_barrier>
bool both_rounds_are_seen(Order order) {
  std::vector<std::uint32_t> out(32);
  const Shape shape{.blocks = 1, .threads = 32, .shared_bytes = 4};
  REQUIRE(host::launch(shape, order, TwoRounds<with_barrier>{}, out.data()).ok());
  return std::all_of(out.begin(), out.end(), [](auto sum) { return sum == 12; });
}

struct LastWriterWins {
  template <class Cta>
  constexpr void operator()(Cta& cta, std::uint32_t* winner) const {
    *winner = cta.block() * cta.threads() + cta.thread();
  }
};

struct ReadDirt {
  template <class Cta>
  constexpr void operator()(Cta& cta, std::uint32_t* out) const {
    const auto* never_written = cta.template shared<std::uint32_t>(cta.threads());
    out[cta.thread()] = never_written[cta.thread()];
  }
};

struct OddThreadsWait {
  template <class Cta>
  constexpr void operator()(Cta& cta) const {
    if (cta.thread() % 2 == 1) cta.sync();
  }
};

struct WaitAtTwoLines {
  template <class Cta>
  constexpr void operator()(Cta& cta) const {
    if (cta.thread() % 2 == 1) {
      cta.sync();
    } else {
      cta.sync();
    }
  }
};

struct HalfWarpVotes {
  template <class Cta>
  constexpr void operator()(Cta& cta, std::uint32_t* out) const {
    if (cta.lane() < 16) out[cta.thread()] = cta.ballot(true);
  }
};

struct AskForShared {
  template <class Cta>
  constexpr void operator()(Cta& cta, std::uint32_t bytes, std::uint32_t doubles) const {
    cta.template shared<std::uint8_t>(bytes)[0] = 1;
    cta.template shared<double>(doubles)[0] = 1;
  }
};

struct AskDifferently {
  template <class Cta>
  constexpr void operator()(Cta& cta) const {
    cta.template shared<std::uint32_t>(cta.warp() + 1)[0] = 1;
  }
};

struct WritePastShared {
  template <class Cta>
  constexpr void operator()(Cta& cta, std::uint32_t count) const {
    auto* first = cta.template shared<std::uint32_t>(32);
    auto* second = cta.template shared<std::uint32_t>(32);
    for (auto i = cta.thread(); i < count; i += cta.threads()) first[i] = i;
    second[cta.thread()] = 1;
  }
};

// Every way to read another lane, with a value that names the lane and the warp.
struct Exchange {
  static constexpr std::uint32_t answers = 7;

  template <class Cta>
  constexpr void operator()(Cta& cta, std::int32_t* out) const {
    const auto mine = static_cast<std::int32_t>(100 * cta.warp() + cta.lane());
    auto* to = out + answers * cta.thread();
    to[0] = cta.shuffle(mine, 5);
    to[1] = cta.shuffle(mine, cta.lane() + 33);
    to[2] = cta.shuffle_up(mine, 3);
    to[3] = cta.shuffle_down(mine, 3);
    to[4] = cta.shuffle_xor(mine, 9);
    to[5] = static_cast<std::int32_t>(cta.ballot(cta.lane() % 3 == 0) >> (cta.lane() & 30));
    to[6] = static_cast<std::int32_t>(cta.shuffle_down(cta.lane() + 0.5, 1) * 2);
  }
};

// The sum of all numbers, by warps and then by one warp: seven waits a thread.
struct SumTile {
  template <class Cta>
  constexpr void operator()(Cta& cta, const std::uint64_t* in, std::uint64_t* sums) const {
    auto* warp_sums = cta.template shared<std::uint64_t>(32);
    auto sum = in[cta.block() * cta.threads() + cta.thread()];
    for (std::uint32_t mask = 16; mask > 0; mask /= 2) sum += cta.shuffle_xor(sum, mask);
    if (cta.lane() == 0) warp_sums[cta.warp()] = sum;
    cta.sync();
    if (cta.warp() > 0) return;
    auto total = cta.lane() < cta.warps() ? warp_sums[cta.lane()] : std::uint64_t{0};
    for (std::uint32_t mask = 16; mask > 0; mask /= 2) total += cta.shuffle_xor(total, mask);
    if (cta.lane() == 0) sums[cta.block()] = total;
  }
};

struct Tally {
  template <class Cta>
  constexpr void operator()(Cta& cta, std::uint64_t* count, std::uint32_t* seen) const {
    cta.atomic_add(count, std::uint64_t{cta.thread()});
    cta.atomic_or(seen, std::uint32_t{1} << cta.block());
  }
};

struct Pair {
  host::Fiber caller;
  host::Fiber* worker = nullptr;
  std::string log;
};

void speak_twice(void* argument) {
  auto& pair = *static_cast<Pair*>(argument);
  for (;;) {
    pair.log += "worker ";
    pair.worker->switch_to(pair.caller);
  }
}

}  // namespace

TEST_CASE("fiber: two stacks take turns and keep their place", "[kernels][fiber]") {
  Pair pair;
  host::Fiber worker(&speak_twice, &pair);
  pair.worker = &worker;
  for (int i = 0; i < 2; ++i) {
    pair.log += "caller ";
    pair.caller.switch_to(worker);
  }
  CHECK(pair.log == "caller worker caller worker ");
}

TEST_CASE("grid: with its barriers a kernel gives one result in every order", "[kernels][grid]") {
  const auto order = GENERATE(Order::ascending, Order::descending, Order::shuffled);
  CHECK(neighbours_are_read<true>(order));
  CHECK(both_rounds_are_seen<true>(order));
}

TEST_CASE("grid: a missing barrier shows in some order", "[kernels][grid]") {
  const auto fails = [](auto correct_in) {
    return !std::all_of(every_order.begin(), every_order.end(), correct_in);
  };
  CHECK(fails(neighbours_are_read<false>));
  CHECK(fails(both_rounds_are_seen<false>));
}

TEST_CASE("grid: blocks and threads start in three different orders", "[kernels][grid]") {
  std::set<std::uint32_t> winners;
  for (const auto order : every_order) {
    std::uint32_t winner = 0;
    const Shape shape{.blocks = 4, .threads = 96};
    REQUIRE(host::launch(shape, order, LastWriterWins{}, &winner).ok());
    winners.insert(winner);
  }
  CHECK(winners.size() == 3);
  CHECK(winners.count(0) == 1);
  CHECK(winners.count(4 * 96 - 1) == 1);
  for (const auto order : every_order) {
    auto numbers = host::in_order(1024, order);
    std::sort(numbers.begin(), numbers.end());
    std::vector<std::uint32_t> expected(1024);
    std::iota(expected.begin(), expected.end(), 0U);
    CHECK(numbers == expected);
  }
}

TEST_CASE("grid: shared memory starts dirty, and differently in each order", "[kernels][grid]") {
  std::set<std::uint32_t> seen;
  for (const auto order : every_order) {
    std::vector<std::uint32_t> out(32);
    const Shape shape{.blocks = 1, .threads = 32, .shared_bytes = 128};
    REQUIRE(host::launch(shape, order, ReadDirt{}, out.data()).ok());
    seen.insert(out.begin(), out.end());
  }
  CHECK(seen.size() == 3);
  CHECK(seen.count(0) == 0);
}

TEST_CASE("grid: a wait that cannot end is a divergence with its line", "[kernels][grid]") {
  const auto order = GENERATE(Order::ascending, Order::descending, Order::shuffled);
  const Shape shape{.blocks = 2, .threads = 64};
  SECTION("threads left without the barrier") {
    const auto report = host::launch(shape, order, OddThreadsWait{});
    CHECK(report.fault == Fault::divergence);
    CHECK(report.threads == 32);
    CHECK(report.site.line() > 0);
    CHECK(report.message().find("32 threads wait at grid_test.cpp:") != std::string::npos);
  }
  SECTION("threads wait at two barriers") {
    CHECK(host::launch(shape, order, WaitAtTwoLines{}).fault == Fault::divergence);
  }
  SECTION("half of a warp left") {
    std::vector<std::uint32_t> out(64);
    const auto report = host::launch(shape, order, HalfWarpVotes{}, out.data());
    CHECK(report.fault == Fault::divergence);
    CHECK(report.site.line() > 0);
  }
}

TEST_CASE("grid: works again after a fault", "[kernels][grid]") {
  host::Grid grid;
  const Shape shape{.blocks = 2, .threads = 64, .shared_bytes = 256};
  for (int i = 0; i < 3; ++i) {
    CHECK(grid.launch(shape, Order::shuffled, OddThreadsWait{}).fault == Fault::divergence);
    std::vector<std::uint32_t> out(128);
    const auto report = grid.launch(shape, Order::shuffled, ReadNeighbour<true>{}, out.data());
    CHECK(report.ok());
    CHECK(report.message() == "ok");
    CHECK(out[127] == 1);
  }
}

TEST_CASE("grid: shared memory beyond the launch's size is refused", "[kernels][grid]") {
  const Shape shape{.blocks = 1, .threads = 32, .shared_bytes = 64};
  const auto fault = [&](std::uint32_t bytes, std::uint32_t doubles) {
    return host::launch(shape, Order::ascending, AskForShared{}, bytes, doubles).fault;
  };
  CHECK(fault(8, 7) == Fault::none);
  CHECK(fault(8, 8) == Fault::shared_exceeded);
  CHECK(fault(9, 6) == Fault::none);
  CHECK(fault(9, 7) == Fault::shared_exceeded);  // 9 bytes and 7 doubles fit, 7 aligned ones do not
  CHECK(fault(65, 0) == Fault::shared_exceeded);
  CHECK(fault(8, 0xFFFFFFFF) == Fault::shared_exceeded);
}

TEST_CASE("grid: threads that ask for different shared arrays are refused", "[kernels][grid]") {
  const Shape shape{.blocks = 1, .threads = 64, .shared_bytes = 64};
  const auto report = host::launch(shape, Order::ascending, AskDifferently{});
  CHECK(report.fault == Fault::shared_mismatch);
  CHECK(report.site.line() > 0);
}

TEST_CASE("grid: a write past a shared array is reported, also where another follows",
          "[kernels][grid]") {
  const Shape shape{.blocks = 1, .threads = 32, .shared_bytes = 256};
  const auto order = GENERATE(Order::ascending, Order::descending, Order::shuffled);
  CHECK(host::launch(shape, order, WritePastShared{}, 32U).fault == Fault::none);
  CHECK(host::launch(shape, order, WritePastShared{}, 33U).fault == Fault::shared_overrun);
}

TEST_CASE("grid: a block has 32, 64, ... 1024 threads", "[kernels][grid]") {
  std::uint32_t winner = 0;
  const auto fault = [&](std::uint32_t threads) {
    const Shape shape{.blocks = 1, .threads = threads};
    return host::launch(shape, Order::ascending, LastWriterWins{}, &winner).fault;
  };
  CHECK(fault(32) == Fault::none);
  CHECK(fault(1024) == Fault::none);
  CHECK(winner == 1023);
  CHECK(fault(0) == Fault::bad_shape);
  CHECK(fault(33) == Fault::bad_shape);
  CHECK(fault(1056) == Fault::bad_shape);
}

TEST_CASE("grid: lanes exchange values within their warp", "[kernels][grid]") {
  const auto order = GENERATE(Order::ascending, Order::descending, Order::shuffled);
  const std::int32_t threads = 96;
  const Shape shape{.blocks = 1, .threads = 96};
  std::vector<std::int32_t> out(Exchange::answers * 96);
  REQUIRE(host::launch(shape, order, Exchange{}, out.data()).ok());
  std::uint32_t every_third = 0;
  for (unsigned lane = 0; lane < 32; lane += 3) every_third |= 1U << lane;
  std::vector<std::int32_t> expected;
  for (std::int32_t thread = 0; thread < threads; ++thread) {
    const auto lane = thread % 32;
    const auto warp = thread / 32 * 100;
    expected.push_back(warp + 5);
    expected.push_back(warp + (lane + 1) % 32);
    expected.push_back(warp + (lane < 3 ? lane : lane - 3));
    expected.push_back(warp + (lane + 3 > 31 ? lane : lane + 3));
    expected.push_back(warp + (lane ^ 9));
    expected.push_back(static_cast<std::int32_t>(every_third >> (lane & 30)));
    expected.push_back(2 * std::min(lane + 1, 31) + 1);
  }
  CHECK(out == expected);
}

TEST_CASE("grid: a reduction over warps and barriers sums each block", "[kernels][grid]") {
  const auto order = GENERATE(Order::ascending, Order::descending, Order::shuffled);
  const auto threads = GENERATE(32U, 256U, 1024U);
  const Shape shape{.blocks = 4, .threads = threads, .shared_bytes = 256};
  std::vector<std::uint64_t> in(4 * threads);
  std::iota(in.begin(), in.end(), std::uint64_t{1} << 40);
  std::vector<std::uint64_t> sums(4);
  REQUIRE(host::launch(shape, order, SumTile{}, in.data(), sums.data()).ok());
  for (std::uint32_t block = 0; block < 4; ++block) {
    const auto* first = in.data() + block * threads;
    CHECK(sums[block] == std::accumulate(first, first + threads, std::uint64_t{0}));
  }
}

TEST_CASE("grid: without barriers no stack is switched but the first", "[kernels][grid]") {
  std::uint64_t count = 0;
  std::uint32_t seen = 0;
  const Shape shape{.blocks = 3, .threads = 128};
  const auto report = host::launch(shape, Order::shuffled, Tally{}, &count, &seen);
  REQUIRE(report.ok());
  CHECK(count == 3 * 127 * 128 / 2);
  CHECK(seen == 7);
  CHECK(report.switches == 6);  // there and back for each block
}

TEST_CASE("grid: two host threads share counters, each with its own grid", "[kernels][grid]") {
  std::uint64_t count = 0;
  std::uint32_t seen = 0;
  const Shape shape{.blocks = 20, .threads = 128};
  const auto work = [&] {
    for (int i = 0; i < 10; ++i)
      (void)host::launch(shape, Order::ascending, Tally{}, &count, &seen);
  };
  std::thread other(work);
  work();
  other.join();
  CHECK(count == 2 * 10 * 20 * 127 * 128 / 2);
  CHECK(seen == (1U << 20) - 1);
}
