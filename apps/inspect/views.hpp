#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/tool.hpp"
#include "file/describe.hpp"
#include "io/source.hpp"

namespace gyre::inspect {

/// A file under inspection.
struct Subject {
  std::string name;
  std::shared_ptr<io::Source> source;
  FileDescription description;

  const Footer& footer() const { return description.footer(); }
};

/// What was asked for. Nothing: the summary.
struct Wanted {
  bool schema = false, footer = false, layout = false, segments = false, arrays = false;
  /// Of `arrays`: only these columns and what is below them; empty: all.
  std::vector<std::string> array_columns;

  bool is_summary() const { return !schema && !footer && !layout && !segments && !arrays; }
};

// Text for people.
void print_summary(const Subject& subject, cli::Context& context);
void print_schema(const Subject& subject, cli::Context& context);
void print_footer(const Subject& subject, cli::Context& context);
void print_segments(const Subject& subject, cli::Context& context);
void print_layout(const Subject& subject, cli::Context& context);
void print_arrays(const Subject& subject, const Wanted& wanted, cli::Context& context);

/// One JSON object with the parts that were asked for.
void print_json(const Subject& subject, const Wanted& wanted, cli::Context& context);

/// A flat layout's segment, which holds one array tree.
struct ArrayPlace {
  std::uint32_t segment;
  LayoutPlace place;
};
/// Those of the wanted columns, in the order of the layout tree.
std::vector<ArrayPlace> array_places(const Subject& subject, const Wanted& wanted);

/// "a", "a validity", "all columns": who a segment belongs to.
std::string owner_text(const FieldPathRef& field, LayoutRole role);
/// Bytes of the segments at and below a layout node.
std::uint64_t layout_bytes(const LayoutView& node, const Footer& footer);
/// Where a tail blob lies: dtype, layout, statistics, footer, postscript, end marker.
struct TailPart {
  std::string_view name;
  std::uint64_t offset;
  std::uint64_t size_bytes;
};
std::vector<TailPart> tail_parts(const Footer& footer);

}  // namespace gyre::inspect
