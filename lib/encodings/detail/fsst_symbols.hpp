#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/result.hpp"

namespace gyre {

/// What the codes of FSST text stand for: up to 255 symbols of 1 to 8 bytes; code 255 says that the next byte stands for
/// itself.
class FsstSymbols {
 public:
  static constexpr std::size_t most = 255;
  static constexpr std::size_t symbol_bytes = 8;
  /// Bytes behind the room for text that decoding may write.
  static constexpr std::size_t slack = 32;

  /// symbols   8 bytes each, of which the first lengths[i] count
  /// Errors    Code::corrupt: over 255 symbols, a length that is not 1 to 8, not as many lengths as symbols
  static Result<FsstSymbols> read(std::span<const std::byte> symbols,
                                  std::span<const std::byte> lengths);

  /// Writes what `codes` stand for; result: bytes written. Nothing where a code is unknown, the codes end after 255, or
  /// the text does not fit in `room`; `out` has `room` and `slack` bytes.
  std::optional<std::size_t> decode(std::string_view codes, std::byte* out, std::size_t room) const;

 private:
  static constexpr unsigned escape = 255;
  /// The length of a code without a symbol: longer than any, and found by its bit.
  static constexpr std::uint8_t unknown = 16;

  std::array<std::uint64_t, 256> symbols_{};
  std::array<std::uint8_t, 256> lengths_{};
};

}  // namespace gyre
