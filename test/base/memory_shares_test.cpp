#include "base/memory_shares.hpp"

#include "support/catch.hpp"
#include "support/must.hpp"

namespace gyre {
namespace {

constexpr std::uint64_t mebibyte = 1 << 20;

}  // namespace

TEST_CASE("memory shares: what is in flight stays below the limit, whatever the number of threads",
          "[base]") {
  const auto limit = GENERATE(70 * mebibyte, 100 * mebibyte, 1024 * mebibyte, 1ull << 40);
  const auto threads = GENERATE(1u, 2u, 64u);
  CAPTURE(limit, threads);
  const auto shares = test::must(MemoryShares::of(limit, threads));
  CHECK(shares.most_threads >= 1);
  CHECK(shares.most_threads <= threads);
  CHECK(shares.job_bytes >= mebibyte);
  CHECK(shares.job_bytes <= MemoryShares().job_bytes);
  CHECK(shares.chunk_bytes <= MemoryShares().chunk_bytes);
  CHECK(shares.most_threads * 4 * (shares.job_bytes + shares.chunk_bytes) < limit);
  CHECK(shares.row_group_bytes < limit);
}

TEST_CASE("memory shares: too little for one worker is refused", "[base]") {
  CHECK(test::refused(MemoryShares::of(69 * mebibyte, 1)).code == Code::invalid_argument);
  CHECK(test::refused(MemoryShares::of(0, 8)).code == Code::invalid_argument);
}

}  // namespace gyre
