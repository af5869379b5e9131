#include "cli/human.hpp"
#include "dtype/text.hpp"
#include "inspect/views.hpp"

namespace gyre::inspect {
namespace {

class Printer {
 public:
  Printer(const Subject& subject, cli::Context& context) : subject_(subject), context_(context) {}

  void print(const LayoutPlace& place, const std::string& before, const std::string& below) {
    context_.out.line(
        cli::cut_to(before + line_of(place), std::max<std::size_t>(context_.columns(), 80)));
    const auto count = place.node.child_count();
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_last = i + 1 == count;
      print(child_place(place, i), below + (is_last ? "└─ " : "├─ "),
            below + (is_last ? "   " : "│  "));
    }
  }

 private:
  std::string line_of(const LayoutPlace& place) const {
    const auto& node = place.node;
    auto out = place.depth > 0 ? cli::printable(place.label) + ": " : std::string();
    out += node.id().empty() ? fmt::format("kind {}", node.id_number()) : cli::printable(node.id());
    out += fmt::format("  {} rows  {}", cli::grouped(node.rows()),
                       cli::human_bytes(layout_bytes(node, subject_.footer())));
    for (std::size_t i = 0; i < node.segment_count(); ++i)
      out += fmt::format("  segment {}", node.segment(i));
    if (place.dtype && !place.dtype->is(Kind::structure))
      out += "  " + cli::printable(to_text(*place.dtype));
    return out;
  }

  const Subject& subject_;
  cli::Context& context_;
};

}  // namespace

std::uint64_t layout_bytes(const LayoutView& node, const Footer& footer) {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < node.segment_count(); ++i)
    if (const auto number = node.segment(i); number < footer.segments.size())
      bytes += footer.segments[number].size_bytes;
  for (std::size_t i = 0; i < node.child_count(); ++i) bytes += layout_bytes(node.child(i), footer);
  return bytes;
}

void print_layout(const Subject& subject, cli::Context& context) {
  const auto& parts = subject.description.parts;
  if (parts.has_layout)
    Printer(subject, context).print(root_place(parts.footer, parts.has_dtype), "", "");
}

}  // namespace gyre::inspect
