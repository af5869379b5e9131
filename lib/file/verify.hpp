#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "array/encoding.hpp"
#include "base/memory_shares.hpp"
#include "base/progress.hpp"
#include "file/fault.hpp"
#include "io/source.hpp"
#include "layout/layout.hpp"

namespace gyre {

enum class VerifyLevel : std::uint8_t {
  quick,   ///< what opening a file reads: magic at both ends, postscript, footer, sizes
  footer,  ///< also layouts, array trees, and how segments lie; all that `describe` looks at
  full,    ///< also every value, and every statistic that tells of values
};

struct VerifyOptions {
  VerifyLevel level = VerifyLevel::full;
  unsigned threads = 1;
  std::uint64_t most_column_bytes = MemoryShares().most_column_bytes;  ///< of a piece of a column
  /// Looked at between pieces of work; null: never stops.
  const std::atomic<bool>* stop = nullptr;
  Progress* progress = nullptr;
};

/// What a look at a file found.
struct Verification {
  std::uint64_t file_bytes = 0;
  std::optional<std::uint64_t> rows;  ///< where the layout could be read
  std::uint64_t segments = 0;         ///< that layouts name
  std::uint64_t segment_bytes = 0;    ///< of those
  /// At most max_findings, in the order of the file's parts. Here a wrong leading magic or a zone length of 0 is a fault
  /// like any other, though readers go on.
  std::vector<Fault> faults;
  /// What is valid as far as one can see, but cannot be read here: unknown encodings, layouts, aggregates. At most
  /// max_findings.
  std::vector<Fault> unchecked;

  static constexpr std::size_t max_findings = 100;
};

/// Checks a file, however broken.
///
/// `full` reads each column in pieces of bounded size, whatever the file's; minima, maxima and counts of zone maps and of
/// the file are compared with those of the values. Sums and sizes in statistics are not.
/// Errors   Code::cancelled
Result<Verification> verify(const std::shared_ptr<io::Source>& source,
                            const EncodingTable& encodings, const LayoutTable& layouts,
                            const VerifyOptions& options);

}  // namespace gyre
