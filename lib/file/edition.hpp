#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "array/encoding.hpp"
#include "base/result.hpp"
#include "dtype/dtype.hpp"

namespace gyre {

// What files may hold, by the release of the reference that reads it: for the writer, which may be asked to leave out what is
// younger, and for descriptions of files, which name the oldest reader.

/// A release of the reference implementation, as far as its files differ: 0.MINOR.0.
struct Release {
  unsigned minor = 36;
  auto operator<=>(const Release&) const = default;
};

/// The oldest one whose files are known.
inline constexpr Release first_release{36};

/// "0.60.0"
std::string to_text(Release release);

/// What younger releases read and older ones do not, besides encodings and layouts.
enum class Feature : std::uint8_t {
  nullable_struct,         ///< as one array
  struct_validity_layout,  ///< a nullable struct as a layout with a child for its nulls
  fixed_size_list,
  wide_decimal,          ///< of more than 38 digits
  narrow_decimal_parts,  ///< decimals in parts of 8 or 16 bits
  f16_scalar,            ///< single values of f16: constants, bounds in file statistics
  fsst_code_buffer,      ///< vortex.fsst with three buffers
  spare_encodings,       ///< a footer that lists encodings which nothing uses
  zone_aggregates,       ///< zone maps as vortex.zoned
  map,
  uuid,
  json,
  variant,
};

Release first_reader_of(Feature feature);
/// "a nullable struct"
std::string_view to_text(Feature feature);

/// The first release that reads arrays of this encoding; nothing where no release promises to.
std::optional<Release> first_reader_of_encoding(std::string_view id);
/// The first release that reads this layout.
std::optional<Release> first_reader_of_layout(std::string_view id);

/// The feature that a column of this type is in itself, apart from the types inside it. Nullable structs are not among them:
/// it depends on the way they are stored.
std::optional<Feature> feature_of(const DType& dtype);

/// What a file may hold: all that one release reads, and so all later ones.
struct Edition {
  std::string name = "0.60.0";  ///< as it was asked for
  Release oldest_reader{60};

  bool has(Feature feature) const { return first_reader_of(feature) <= oldest_reader; }
  ArrayForms forms() const;
};

/// A release ("0.60.0", "0.60"), or one of the reference's editions ("core2025.10.0").
/// Errors   Code::invalid_argument
Result<Edition> parse_edition(std::string_view text);

/// The rows of a table that may be used.
EncodingTable permitted(const EncodingTable& encodings, const Edition& edition);

/// Whether all of this type can be written.
/// Errors   Code::unsupported, with the column's name, and the release that reads it
Result<void> check_writable(const DType& root, const Edition& edition);

}  // namespace gyre
