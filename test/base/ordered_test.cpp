#include "base/ordered.hpp"

#include <atomic>
#include <chrono>

#include "support/catch.hpp"
#include "support/must.hpp"

namespace gyre {
namespace {

using Run = OrderedRun<int, int>;

/// Hands out 0 .. count - 1.
Run::Next numbers(int count) {
  return [count, next = 0]() mutable -> Result<std::optional<int>> {
    if (next == count) return std::optional<int>();
    return next++;
  };
}

/// Lets later jobs overtake earlier ones.
void linger(int job) {
  if (job % 7 == 0) std::this_thread::sleep_for(std::chrono::microseconds(300));
}

TEST_CASE("ordered run: results come in the order of jobs, each once", "[base][ordered]") {
  const auto threads = GENERATE(1u, 4u);
  const auto ahead = GENERATE(std::size_t{0}, std::size_t{1}, std::size_t{8});
  const auto count = GENERATE(0, 1, 100);
  CAPTURE(threads, ahead, count);
  std::vector<int> seen;
  test::must(Run::run(
      threads, ahead, numbers(count),
      [&](int job, unsigned worker, Run::Turn&) -> Result<int> {
        if (worker >= threads) return fail(Code::invalid_argument, "worker {}", worker);
        linger(job);
        return job * 10;
      },
      [&](int done) -> Result<bool> {
        seen.push_back(done);
        return true;
      }));
  REQUIRE(seen.size() == static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) REQUIRE(seen[static_cast<std::size_t>(i)] == i * 10);
}

TEST_CASE("ordered run: a long job gives its results bit by bit, in their place",
          "[base][ordered]") {
  const auto threads = GENERATE(1u, 4u);
  std::vector<int> seen;
  test::must(Run::run(
      threads, 8, numbers(40),
      [&](int job, unsigned, Run::Turn& turn) -> Result<int> {
        linger(job);
        for (int i = 0; i < job % 3; ++i)
          if (!GYRE_TRY(turn.emit(job * 10 + i))) return fail(Code::io, "not wanted");
        return job * 10 + 9;
      },
      [&](int done) -> Result<bool> {
        seen.push_back(done);
        return true;
      }));
  std::vector<int> expected;
  for (int job = 0; job < 40; ++job) {
    for (int i = 0; i < job % 3; ++i) expected.push_back(job * 10 + i);
    expected.push_back(job * 10 + 9);
  }
  CHECK(seen == expected);
}

TEST_CASE("ordered run: a long job hears that no more is wanted", "[base][ordered]") {
  const auto threads = GENERATE(1u, 4u);
  std::atomic<int> refused = 0;
  int emitted = 0;
  test::must(Run::run(
      threads, 8, numbers(40),
      [&](int job, unsigned, Run::Turn& turn) -> Result<int> {
        for (int i = 0; i < 100; ++i)
          if (!GYRE_TRY(turn.emit(job))) {
            ++refused;
            break;
          }
        return job;
      },
      [&](int) -> Result<bool> { return ++emitted < 150; }));
  CHECK(emitted == 150);
  CHECK(refused >= 1);
}

TEST_CASE("ordered run: no more jobs are under way than allowed", "[base][ordered]") {
  constexpr int ahead = 3;
  std::atomic<int> started = 0, emitted = 0, most = 0;
  test::must(Run::run(
      4, ahead,
      [&]() -> Result<std::optional<int>> {
        if (started == 60) return std::optional<int>();
        const int under_way = ++started - emitted;
        if (under_way > most) most = under_way;
        return started.load();
      },
      [](int job, unsigned, Run::Turn&) -> Result<int> {
        linger(job);
        return job;
      },
      [&](int) -> Result<bool> {
        ++emitted;
        return true;
      }));
  CHECK(emitted == 60);
  CHECK(most <= ahead + 1);  // one more may be counted between the emission and our count of it
}

TEST_CASE("ordered run: the error of the earliest job wins, and all before it is emitted",
          "[base][ordered]") {
  const auto threads = GENERATE(1u, 4u);
  CAPTURE(threads);
  std::vector<int> seen;
  const auto error = test::refused(Run::run(
      threads, 8, numbers(100),
      [](int job, unsigned, Run::Turn&) -> Result<int> {
        if (job == 20) {
          std::this_thread::sleep_for(std::chrono::milliseconds(5));
          return fail(Code::corrupt, "job 20");
        }
        if (job > 20) return fail(Code::io, "job {}", job);
        return job;
      },
      [&](int done) -> Result<bool> {
        seen.push_back(done);
        return true;
      }));
  CHECK(error.code == Code::corrupt);
  CHECK(error.message == "job 20");
  CHECK(seen.size() == 20);
}

TEST_CASE("ordered run: an error of the source comes after the jobs before it", "[base][ordered]") {
  const auto threads = GENERATE(1u, 4u);
  std::vector<int> seen;
  const auto error = test::refused(Run::run(
      threads, 8,
      [next = 0]() mutable -> Result<std::optional<int>> {
        if (next == 10) return fail(Code::io, "the source is gone");
        return next++;
      },
      [](int job, unsigned, Run::Turn&) -> Result<int> {
        linger(job);
        return job;
      },
      [&](int done) -> Result<bool> {
        seen.push_back(done);
        return true;
      }));
  CHECK(error.message == "the source is gone");
  CHECK(seen.size() == 10);
}

TEST_CASE("ordered run: the consumer ends it early, with an error or without", "[base][ordered]") {
  const auto threads = GENERATE(1u, 4u);
  const bool with_error = GENERATE(false, true);
  CAPTURE(threads, with_error);
  int emitted = 0;
  // Without an end to the source only the consumer can end the run.
  const auto run = Run::run(
      threads, 4, [next = 0]() mutable -> Result<std::optional<int>> { return next++; },
      [](int job, unsigned, Run::Turn&) -> Result<int> { return job; },
      [&](int done) -> Result<bool> {
        ++emitted;
        if (done < 30) return true;
        if (with_error) return fail(Code::cancelled, "enough");
        return false;
      });
  CHECK(emitted == 31);
  CHECK(run.has_value() == !with_error);
  if (with_error) CHECK(test::refused(run).code == Code::cancelled);
}

}  // namespace
}  // namespace gyre
