#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "array/statistics.hpp"
#include "dtype/dtype.hpp"
#include "file/fault.hpp"
#include "io/source.hpp"
#include "layout/layout_view.hpp"

namespace gyre {

/// Where a segment lies; its number is its place in the footer's list.
struct SegmentSpec {
  std::uint64_t offset = 0;
  std::uint32_t size_bytes = 0;
  std::uint8_t alignment_exponent = 0;
};

/// Where one of the blobs behind the segments lies.
struct TailBlob {
  std::uint64_t offset = 0;
  std::uint32_t size_bytes = 0;
};

/// All that a file says of itself, checked: every blob and every segment lies inside the file.
///
/// Source   schema/container.fbs
struct Footer {
  std::uint64_t file_bytes = 0;
  unsigned version = 0;
  std::uint64_t postscript_bytes = 0;
  bool leading_magic_valid = false;  ///< only meaningful if `leading_magic_read`
  bool leading_magic_read = false;
  std::optional<TailBlob> dtype_blob, statistics_blob;
  TailBlob layout_blob, footer_blob;

  DType dtype;
  std::vector<std::string_view> array_ids, layout_ids;  ///< alive as long as the footer
  std::vector<SegmentSpec> segments;
  LayoutView layout;
  /// One entry a top-level field of a struct root, else one; empty where the file has none.
  std::vector<Statistics> statistics;

  std::shared_ptr<const std::vector<std::string>> ids_owner;
  std::uint64_t rows() const { return layout.rows(); }
};

/// Where a part of the tail lies: dtype, layout, statistics, footer, postscript, end marker.
struct TailPart {
  std::string_view name;
  std::uint64_t offset;
  std::uint64_t size_bytes;
};
/// Of a footer whose postscript could be read, in the order of the file.
std::vector<TailPart> tail_parts(const Footer& footer);

/// What is wrong with the bytes that the file begins with, which a reader need not care about.
std::optional<Fault> fault_of_leading_magic(io::Source& source, const Footer& footer);
/// What is wrong with where segment `index` lies: it is not inside the file.
std::optional<Fault> fault_of_segment(const Footer& footer, std::size_t index);

/// Whether a file with this root is a table of its fields; else it is one column "value". A struct whose rows can be null
/// is a value.
bool is_table(const DType& root);

/// As much of a footer as could be read. What failed is in `faults`, and its part of `footer` is empty.
struct FooterParts {
  Footer footer;
  bool has_version = false;  ///< end marker and version
  bool has_dtype = false;
  bool has_segments = false;  ///< ids and segments
  bool has_layout = false;    ///< else `footer.layout` and `footer.rows()` must not be asked
  std::vector<Fault> faults;  ///< all serious; empty: the footer is whole
};

/// Reads a footer as far as it goes, for those who want to look at a broken file. Otherwise as read_footer.
FooterParts read_footer_parts(io::Source& source, const std::optional<DType>& dtype = std::nullopt);

/// Reads a footer with at most two reads of the tail. `dtype` is used where the file leaves its own out.
/// Errors   Code::corrupt, Code::unsupported (version, compressed or encrypted blobs), Code::io
Result<Footer> read_footer(io::Source& source, const std::optional<DType>& dtype = std::nullopt);

}  // namespace gyre
