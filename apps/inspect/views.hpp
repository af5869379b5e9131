#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/tool.hpp"
#include "file/describe.hpp"
#include "file/verify.hpp"
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

/// Looks for faults and prints them, or that there is none, as text or as one JSON object.
/// Errors   Code::corrupt: there are faults; Code::unsupported: not all could be checked; Code::cancelled
Result<void> verify_file(const std::string& file, const std::shared_ptr<io::Source>& source,
                         VerifyLevel level, cli::Context& context);

/// Summary or JSON of a Parquet file.
/// Errors   Code::unsupported: the shared object for it is not there; of the file
Result<void> inspect_parquet(const std::string& name, std::shared_ptr<io::Source> source,
                             cli::Context& context);

/// A flat layout's segment, which holds one array tree.
struct ArrayPlace {
  std::uint32_t segment;
  LayoutPlace place;
};
/// Those of the wanted columns, in the order of the layout tree.
std::vector<ArrayPlace> array_places(const Subject& subject, const Wanted& wanted);

/// Bytes of the segments at and below a layout node.
std::uint64_t layout_bytes(const LayoutView& node, const Footer& footer);

}  // namespace gyre::inspect
