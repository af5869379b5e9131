#include "base/memory_shares.hpp"

#include <algorithm>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace gyre {
namespace {

constexpr std::uint64_t mebibyte = 1 << 20;
/// What a program takes beside the rows in flight.
constexpr std::uint64_t fixed_bytes = 40 * mebibyte;
constexpr std::uint64_t least_job_bytes = mebibyte;
/// In jobs, what a worker has in flight: jobs, chunks of four jobs each, and what encoding one takes.
constexpr std::uint64_t chunk_jobs = 4, jobs_per_worker = 4 + 4 * chunk_jobs + 2;
/// Where rows wait chunks have half the bytes, which leaves so many jobs for each worker.
constexpr std::uint64_t waiting_jobs = 2 * chunk_jobs;

/// Of what is left for rows and pages, one part in so many is for what an input has open, or an output.
constexpr std::uint64_t open_part = 4;

}  // namespace

Result<MemoryShares> MemoryShares::of(std::uint64_t limit_bytes, unsigned threads) {
  constexpr auto least_rows = jobs_per_worker * least_job_bytes;
  constexpr auto least = fixed_bytes + least_rows + least_rows / (open_part - 1);
  if (limit_bytes < least)
    return fail(Code::invalid_argument, "at least {} MiB of memory are needed",
                whole_mebibytes(least));
  const auto rest = limit_bytes - fixed_bytes, open = rest / open_part, rows = rest - open;
  const MemoryShares usual;
  MemoryShares shares;
  shares.most_open_bytes = open;
  shares.most_threads = static_cast<unsigned>(
      std::min<std::uint64_t>(threads, rows / (jobs_per_worker * least_job_bytes)));
  shares.job_bytes = std::min(usual.job_bytes, rows / jobs_per_worker / shares.most_threads);
  shares.chunk_bytes = std::min(usual.chunk_bytes, shares.job_bytes * chunk_jobs);
  shares.waiting_bytes =
      std::min(usual.waiting_bytes, shares.job_bytes * waiting_jobs * shares.most_threads);
  shares.row_group_bytes = std::min(usual.row_group_bytes, rows / 6);
  shares.most_column_bytes = rows / 2;
  return shares;
}

std::uint64_t MemoryShares::limit_for(std::uint64_t open_bytes) {
  return fixed_bytes + open_bytes * open_part;
}

void release_free_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace gyre
