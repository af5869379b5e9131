#pragma once

#include <set>
#include <string>
#include <string_view>

#include "array/encoded_array.hpp"
#include "file/describe.hpp"
#include "file/edition.hpp"
#include "file/footer.hpp"
#include "file/layout_place.hpp"

namespace gyre::detail {

/// Finds the oldest release that reads a file, from all that is in it. Sees each layout and array once, in any order.
class OldestReaderSearch {
 public:
  void see_layout(const LayoutPlace& place);
  /// The root of a segment's array tree, at its layout.
  void see_root_array(const EncodedArray& root, const LayoutPlace& place);
  /// Every node of every tree.
  void see_array(const EncodedArray& node);
  /// The blob of file statistics, which has been read without complaint.
  void see_statistics(const Buffer& blob);
  /// The answer; `used` are the ids of all nodes seen.
  OldestReader finish(const Footer& footer, const std::set<std::string_view>& used);

 private:
  void need(std::optional<Release> release, std::string_view reason);
  void need(Feature feature);
  void need_dtype(const DType& dtype);

  OldestReader found_{first_release, {}};
};

}  // namespace gyre::detail
