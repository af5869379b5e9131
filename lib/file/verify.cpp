#include "file/verify.hpp"

#include <algorithm>

#include "file/describe.hpp"
#include "file/detail/check_values.hpp"
#include "file/detail/findings.hpp"
#include "file/detail/part_finder.hpp"
#include "file/magic.hpp"
#include "file/vortex_file.hpp"

namespace gyre {
namespace {

using detail::Findings;

/// How segments lie: at their alignment, apart from each other and from all else. Two may share the same bytes.
void check_segments(const FileDescription& description, Findings& findings) {
  const auto& segments = description.footer().segments;
  auto parts = tail_parts(description.footer());
  parts.insert(parts.begin(), {"leading magic", 0, magic.size()});
  std::uint64_t end = 0;
  std::size_t last = 0;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const auto& segment = segments[i];
    const auto where = fmt::format("segment {}", i);
    if (const auto alignment = std::uint64_t{1} << segment.alignment_exponent;
        segment.offset % alignment != 0)
      findings.add(where, fmt::format("begins at byte {}, which is no multiple of its alignment {}",
                                      segment.offset, alignment));
    if (segment.size_bytes == 0) continue;
    const auto segment_end = segment.offset + segment.size_bytes;
    const bool is_shared = i > 0 && segments[i - 1].offset == segment.offset &&
                           segments[i - 1].size_bytes == segment.size_bytes;
    if (segment.offset < end && !is_shared)
      findings.add(where, fmt::format("begins at byte {}, before segment {} ends at byte {}",
                                      segment.offset, last, end));
    for (const auto& [name, offset, size_bytes] : parts)
      if (segment.offset < offset + size_bytes && offset < segment_end)
        findings.add(
            where, fmt::format("bytes {} to {} overlap the {}", segment.offset, segment_end, name));
    if (segment_end > end) {
      end = segment_end;
      last = i;
    }
  }
}

void count_segments(const FileDescription& description, Verification& out) {
  for (const auto& segment : description.segments) {
    if (!segment.used) continue;
    ++out.segments;
    out.segment_bytes += segment.spec.size_bytes;
  }
}

void check_quickly(io::Source& source, Verification& out, Findings& findings) {
  const auto parts = read_footer_parts(source);
  if (parts.has_layout) out.rows = parts.footer.rows();
  for (const auto& fault : parts.faults) findings.add_fault(fault);
  if (!parts.has_segments) return;
  if (auto wrong = fault_of_leading_magic(source, parts.footer))
    findings.add_fault(*std::move(wrong));
  for (std::size_t i = 0; i < parts.footer.segments.size(); ++i)
    if (auto outside = fault_of_segment(parts.footer, i)) findings.add_fault(*std::move(outside));
}

}  // namespace

Result<Verification> verify(const std::shared_ptr<io::Source>& source,
                            const EncodingTable& encodings, const LayoutTable& layouts,
                            const VerifyOptions& options) {
  Verification out;
  out.file_bytes = source->identity().size_bytes;
  Findings findings(out);
  if (options.level == VerifyLevel::quick) {
    check_quickly(*source, out, findings);
    return out;
  }
  const auto description = describe(source, encodings, layouts);
  const auto& parts = description.parts;
  if (parts.has_layout) out.rows = parts.footer.rows();
  count_segments(description, out);
  for (const auto& fault : description.faults) findings.add_fault(fault);
  if (!description.is_complete) return out;
  check_segments(description, findings);
  if (options.level == VerifyLevel::footer) {
    for (const auto id : description.unknown_layouts)
      findings.add(detail::unknown_layout("layout", id));
    return out;
  }
  if (options.progress) options.progress->total_bytes = out.segment_bytes;
  const auto file = VortexFile::with_footer(source, parts.footer, encodings, layouts);
  GYRE_TRY(detail::check_values(*file, layouts, options, findings));
  return out;
}

}  // namespace gyre
