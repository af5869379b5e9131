#include "cli/human.hpp"
#include "cli/text_table.hpp"
#include "inspect/views.hpp"

namespace gyre::inspect {
namespace {

using cli::TextTable;
using enum cli::TextTable::Align;

void print_ids(cli::Output& out, std::string_view title,
               const std::vector<std::string_view>& listed,
               const std::vector<std::string_view>& used,
               const std::vector<std::string_view>& unknown) {
  const auto contains = [](const std::vector<std::string_view>& ids, std::string_view id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  };
  out.line(fmt::format("\n{} ({} listed, {} used)", title, listed.size(), used.size()));
  for (std::size_t i = 0; i < listed.size(); ++i)
    out.line(fmt::format("{:>4}  {}{}", i, cli::printable(listed[i]),
                         contains(unknown, listed[i]) ? "  used, unknown here"
                         : contains(used, listed[i])  ? "  used"
                                                      : ""));
}

}  // namespace

void print_footer(const Subject& subject, cli::Context& context) {
  const auto& description = subject.description;
  const auto& footer = subject.footer();
  auto& out = context.out;
  if (!description.parts.has_segments) return;
  out.line(fmt::format("file size {}, version {}, leading magic {}",
                       cli::grouped(footer.file_bytes), footer.version,
                       description.magic_valid ? "valid" : "wrong"));
  if (description.is_complete) {
    const auto& oldest = description.oldest_reader;
    out.line(fmt::format("oldest reader {}{}{}", oldest.release ? to_text(*oldest.release) : "none",
                         oldest.reason.empty() ? "" : ": ", cli::printable(oldest.reason)));
  }
  out.line("");
  TextTable table({{"part"}, {"offset", right}, {"bytes", right}});
  for (const auto& part : tail_parts(footer))
    table.row({std::string(part.name), cli::grouped(part.offset), cli::grouped(part.size_bytes)});
  table.print(out, context.columns(), context.style);
  print_ids(out, "array encodings", footer.array_ids, description.used_encodings,
            description.unknown_encodings);
  print_ids(out, "layouts", footer.layout_ids, description.used_layouts,
            description.unknown_layouts);
  out.line("");
  print_segments(subject, context);
}

void print_segments(const Subject& subject, cli::Context& context) {
  const auto& description = subject.description;
  TextTable table({{"segment", right},
                   {"offset", right},
                   {"bytes", right},
                   {"align", right},
                   {"owner", left, 10}});
  std::size_t next_gap = 0;
  const auto add_gaps = [&](std::uint64_t before) {
    for (; next_gap < description.gaps.size() && description.gaps[next_gap].offset < before;
         ++next_gap) {
      const auto& gap = description.gaps[next_gap];
      if (!gap.is_padding)
        table.row({"gap", cli::grouped(gap.offset), cli::grouped(gap.size_bytes), "", ""});
    }
  };
  std::uint64_t bytes = 0, padding = 0;
  for (std::size_t i = 0; i < description.segments.size(); ++i) {
    const auto& segment = description.segments[i];
    add_gaps(segment.spec.offset);
    table.row({std::to_string(i), cli::grouped(segment.spec.offset),
               cli::grouped(segment.spec.size_bytes),
               cli::grouped(std::uint64_t{1} << segment.spec.alignment_exponent),
               segment.used ? owner_text(segment.field, segment.role) : "nobody"});
    bytes += segment.spec.size_bytes;
  }
  add_gaps(UINT64_MAX);
  for (const auto& gap : description.gaps) padding += gap.is_padding ? gap.size_bytes : 0;
  table.print(context.out, context.columns(), context.style);
  context.out.line(fmt::format("{} segments of {} bytes, {} bytes of padding between them",
                               cli::grouped(description.segments.size()), cli::grouped(bytes),
                               cli::grouped(padding)));
}

}  // namespace gyre::inspect
