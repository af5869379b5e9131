#include "store/hive.hpp"

#include <fmt/core.h>

namespace gyre {
namespace {

constexpr std::string_view null_name = "__HIVE_DEFAULT_PARTITION__";

std::optional<unsigned> hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

std::string decoded(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto high =
        text[at] == '%' && at + 2 < text.size() ? hex_digit(text[at + 1]) : std::nullopt;
    const auto low = high ? hex_digit(text[at + 2]) : std::nullopt;
    if (low) {
      out.push_back(static_cast<char>(*high << 4 | *low));
      at += 2;
    } else {
      out.push_back(text[at]);
    }
  }
  return out;
}

/// All but what is safe in a folder's name everywhere as %XX.
std::string encoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool safe = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                      (static_cast<unsigned char>(c) >= 128) ||
                      std::string_view("-_.+,@ ").find(c) != std::string_view::npos;
    if (safe)
      out.push_back(c);
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

}  // namespace

std::vector<HiveValue> hive_values(std::string_view path) {
  std::vector<HiveValue> values;
  for (auto slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/')) {
    const auto folder = path.substr(0, slash);
    path.remove_prefix(slash + 1);
    const auto equals = folder.find('=');
    if (equals == 0 || equals == std::string_view::npos) continue;
    HiveValue found{decoded(folder.substr(0, equals)), std::nullopt};
    if (const auto value = folder.substr(equals + 1); value != null_name)
      found.value = decoded(value);
    values.push_back(std::move(found));
  }
  return values;
}

std::string hive_folder(std::string_view name, const std::optional<std::string>& value) {
  // An empty value would leave no name behind the sign, which other readers do not understand.
  return fmt::format("{}={}", encoded(name),
                     value && !value->empty() ? encoded(*value) : std::string(null_name));
}

}  // namespace gyre
