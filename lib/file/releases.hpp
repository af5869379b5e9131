#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace gyre {

/// A release of the reference implementation, as far as its files differ: 0.MINOR.0.
struct Release {
  unsigned minor = 36;
  auto operator<=>(const Release&) const = default;
};

/// The oldest one whose files are known.
inline constexpr Release first_release{36};
/// The first that looks up ids when it needs them: older ones refuse a file whose footer lists an id they do not know,
/// even where nothing uses it.
inline constexpr Release first_lazy_release{60};

/// "0.60.0"
std::string to_text(Release release);

/// The first release that reads arrays of this encoding; nothing where no release promises to.
std::optional<Release> first_reader_of_encoding(std::string_view id);
/// The first release that reads this layout.
std::optional<Release> first_reader_of_layout(std::string_view id);

}  // namespace gyre
