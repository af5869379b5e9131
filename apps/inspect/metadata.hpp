#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gyre::inspect {

/// One fact that the metadata of an array tells.
struct MetadataFact {
  std::string name;  ///< "bit_width", "patches.len"
  std::string value;
  bool is_number;
};

/// The metadata of an array of this encoding, field by field as schema/encodings.proto names them; nothing where it is
/// unknown or broken.
std::vector<MetadataFact> metadata_facts(std::string_view encoding,
                                         std::span<const std::byte> metadata);

std::string hex_text(std::span<const std::byte> bytes);

}  // namespace gyre::inspect
