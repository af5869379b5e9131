#include "base/memory_shares.hpp"

#include <algorithm>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace gyre {
namespace {

constexpr std::uint64_t mebibyte = 1 << 20;
/// What a program takes beside the rows in flight.
constexpr std::uint64_t fixed_bytes = 48 * mebibyte;
constexpr std::uint64_t least_job_bytes = mebibyte;
/// In jobs, what a worker has in flight: jobs, chunks of four jobs each, and what encoding one takes.
constexpr std::uint64_t chunk_jobs = 4, jobs_per_worker = 4 + 4 * chunk_jobs + 2;

}  // namespace

Result<MemoryShares> MemoryShares::of(std::uint64_t limit_bytes, unsigned threads) {
  constexpr auto least = fixed_bytes + jobs_per_worker * least_job_bytes;
  if (limit_bytes < least)
    return fail(Code::invalid_argument, "at least {} MiB of memory are needed", least / mebibyte);
  const auto rest = limit_bytes - fixed_bytes;
  const MemoryShares usual;
  MemoryShares shares;
  shares.most_threads = static_cast<unsigned>(
      std::min<std::uint64_t>(threads, rest / (jobs_per_worker * least_job_bytes)));
  shares.job_bytes = std::min(usual.job_bytes, rest / jobs_per_worker / shares.most_threads);
  shares.chunk_bytes = shares.job_bytes * chunk_jobs;
  shares.row_group_bytes = std::min(usual.row_group_bytes, rest / 8);
  shares.most_column_bytes = rest / 2;
  return shares;
}

void release_free_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace gyre
