#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "array/array.hpp"
#include "array/read_context.hpp"
#include "base/buffer.hpp"

namespace gyre {

/// What the codes of OnPair text stand for: tokens of 1 to 16 bytes.
class OnPairTokens {
 public:
  static constexpr std::size_t token_bytes = 16;
  /// Bytes behind the room for text that decoding may write.
  static constexpr std::size_t slack = 64;

  /// bytes     of all tokens; those outside the offsets belong to none
  /// offsets   non-null integers, one more than there are tokens
  /// Errors    Code::corrupt: a token that is not 1 to 16 bytes long, or past the bytes; no offset at all
  static Result<OnPairTokens> read(const Buffer& bytes, const ArrayRef& offsets,
                                   ReadContext& context);

  std::size_t size() const { return lengths_.size(); }

  /// Writes the tokens of `codes`, each below size(); result: bytes written. Nothing where they do not fit in `room`; `out`
  /// has `room` and `slack` bytes.
  std::optional<std::size_t> decode(std::span<const std::uint32_t> codes, std::byte* out,
                                    std::size_t room) const;

 private:
  struct Token {
    std::byte bytes[token_bytes];
  };
  std::vector<Token> tokens_;  // filled up with zeros
  std::vector<std::uint8_t> lengths_;
};

}  // namespace gyre
