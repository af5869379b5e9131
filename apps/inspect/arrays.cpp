#include <algorithm>

#include "cli/human.hpp"
#include "inspect/metadata.hpp"
#include "inspect/views.hpp"

namespace gyre::inspect {
namespace {

/// Metadata and inner names of hostile files may be of any size; a line need not.
constexpr std::size_t max_hex_bytes = 32;

bool is_wanted(const LayoutPlace& place, const std::vector<std::string>& columns) {
  if (columns.empty()) return true;
  const auto field = to_text(place.field);
  return std::ranges::any_of(columns, [&](const std::string& column) {
    return field == column || (field.starts_with(column) && field[column.size()] == '.');
  });
}

void collect(const LayoutPlace& place, const Subject& subject, const Wanted& wanted,
             std::vector<ArrayPlace>& out) {
  if (place.node.id() == "vortex.flat" && place.node.segment_count() == 1 &&
      place.node.segment(0) < subject.footer().segments.size() &&
      is_wanted(place, wanted.array_columns))
    out.push_back({place.node.segment(0), place});
  for (std::size_t i = 0; i < place.node.child_count(); ++i)
    collect(child_place(place, i), subject, wanted, out);
}

std::string metadata_text(const EncodedArray& node) {
  if (const auto facts = metadata_facts(node.encoding, node.metadata.bytes()); !facts.empty()) {
    std::string out;
    for (const auto& fact : facts) out += fmt::format("  {}={}", fact.name, fact.value);
    return out;
  }
  if (node.metadata.empty()) return {};
  const auto shown = node.metadata.bytes().first(std::min(node.metadata.size(), max_hex_bytes));
  return fmt::format("  metadata {}{}", hex_text(shown),
                     shown.size() < node.metadata.size() ? "…" : "");
}

void print_node(const EncodedArray& node, const FileDescription& description,
                const std::string& before, const std::string& below, cli::Context& context) {
  const bool is_unknown = std::ranges::find(description.unknown_encodings, node.encoding) !=
                          description.unknown_encodings.end();
  auto line = before + cli::printable(node.encoding) + (is_unknown ? " (unknown)" : "") +
              metadata_text(node);
  if (!node.buffers.empty()) line += "  buffers";
  for (const auto& buffer : node.buffers)
    line +=
        fmt::format(" {}@{}", buffer.bytes.size(), std::uint64_t{1} << buffer.alignment_exponent);
  context.out.line(line);
  for (const auto& child : node.children) {
    const bool is_last = &child == &node.children.back();
    print_node(child, description, below + (is_last ? "└─ " : "├─ "),
               below + (is_last ? "   " : "│  "), context);
  }
}

}  // namespace

std::vector<ArrayPlace> array_places(const Subject& subject, const Wanted& wanted) {
  std::vector<ArrayPlace> out;
  const auto& parts = subject.description.parts;
  if (parts.has_layout && parts.has_segments)
    collect(root_place(parts.footer, parts.has_dtype), subject, wanted, out);
  return out;
}

void print_arrays(const Subject& subject, const Wanted& wanted, cli::Context& context) {
  for (const auto& [segment, place] : array_places(subject, wanted)) {
    const auto title = fmt::format("{}  segment {}  {} rows  {}",
                                   cli::printable(owner_text(place.field, place.role)), segment,
                                   cli::grouped(place.node.rows()),
                                   cli::human_bytes(subject.footer().segments[segment].size_bytes));
    context.out.line(context.style.bold(title));
    const auto tree = read_array_tree(*subject.source, subject.footer(), segment);
    if (tree)
      print_node(*tree, subject.description, "  ", "  ", context);
    else
      context.out.line("  cannot be read: " + cli::printable(tree.error().message));
  }
}

}  // namespace gyre::inspect
