#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "array/encoded_array.hpp"
#include "array/encoding.hpp"
#include "array/statistics.hpp"
#include "file/edition.hpp"
#include "file/fault.hpp"
#include "file/footer.hpp"
#include "file/layout_place.hpp"
#include "io/source.hpp"
#include "layout/layout.hpp"

namespace gyre {

/// A column of the file seen as a table, as VortexFile::schema has it.
struct ColumnDescription {
  std::string_view name;
  DType dtype;
  std::vector<std::string_view>
      encodings;                 ///< of its arrays (not its zone map's), in order of first use
  std::uint64_t data_bytes = 0;  ///< of its segments
  std::uint64_t zone_bytes = 0;  ///< of the segments of its zone map
  Statistics statistics;         ///< from the file's, else from all its zones together
};

/// A segment and who it belongs to.
struct SegmentDescription {
  SegmentSpec spec;
  bool used = false;  ///< some layout names it
  FieldPathRef field;
  LayoutRole role = LayoutRole::data;
};

/// Bytes in front of, between or behind segments that belong to none.
struct Gap {
  std::uint64_t offset = 0;
  std::uint64_t size_bytes = 0;
  bool is_padding = false;  ///< no more than the next segment's alignment asks for
};

/// The oldest release of the reference that reads the file, and what asks for it.
struct OldestReader {
  std::optional<Release> release;  ///< nothing: no release promises to
  std::string reason;              ///< empty: every release does
};

/// What a file says of itself, without its values.
struct FileDescription {
  FooterParts parts;
  bool magic_valid = false;
  /// Layouts and arrays were looked at, so that the members from here on mean something.
  bool is_complete = false;
  std::vector<ColumnDescription> columns;
  std::vector<SegmentDescription> segments;
  std::vector<Gap> gaps;
  std::vector<std::string_view> used_encodings;  ///< in order of first use
  std::vector<std::string_view> used_layouts;
  std::vector<std::string_view> unknown_encodings;  ///< used, and not in the table
  std::vector<std::string_view> unknown_layouts;
  OldestReader oldest_reader;
  std::optional<std::uint64_t> plain_bytes;  ///< of all columns in plain memory, where it is known
  /// The footer's, then the layouts' and arrays'; at most 100.
  std::vector<Fault> faults;

  const Footer& footer() const { return parts.footer; }
  /// The first serious fault.
  const Fault* serious_fault() const;
};

/// Describes a file, however broken. Reads the footer, the tail of each segment and, where the file itself has no
/// statistics, its zone maps. An encoding or layout that nobody knows is no fault.
FileDescription describe(const std::shared_ptr<io::Source>& source, const EncodingTable& encodings,
                         const LayoutTable& layouts);

/// The array tree of a segment. Buffers have their sizes, but their bytes must not be looked at: they may not have been read.
Result<EncodedArray> read_array_tree(io::Source& source, const Footer& footer,
                                     std::uint32_t segment);

}  // namespace gyre
