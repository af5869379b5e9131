#include "encodings/detail/onpair_tokens.hpp"

#include <algorithm>
#include <cstring>

#include "encodings/detail/index_reader.hpp"

namespace gyre {

Result<OnPairTokens> OnPairTokens::read(const Buffer& bytes, const ArrayRef& offsets,
                                        ReadContext& context) {
  if (offsets->rows == 0 || offsets->rows - 1 > bytes.size())
    return fail(Code::corrupt, "onpair: {} token offsets into {} bytes", offsets->rows,
                bytes.size());
  const auto count = offsets->rows - 1;
  auto reader = GYRE_TRY(IndexReader::make(offsets, context));
  ReadContext::Scratch<std::uint64_t> bounds(context, tile_rows + 1);
  OnPairTokens table;
  table.tokens_.reserve(count);
  table.lengths_.reserve(count);
  for (std::uint64_t first = 0; first < count; first += tile_rows) {
    const RowRange tile{first, std::min(first + tile_rows, count)};
    GYRE_TRY(reader.read_bounds(tile, bounds.data()));
    for (std::uint64_t i = 0; i < tile.size(); ++i) {
      const auto from = bounds[i], to = bounds[i + 1];
      if (from >= to || to - from > token_bytes || to > bytes.size())
        return fail(Code::corrupt, "onpair: token {} is bytes {} to {} of {}", first + i, from, to,
                    bytes.size());
      Token token{};
      std::memcpy(token.bytes, bytes.data() + from, to - from);
      table.tokens_.push_back(token);
      table.lengths_.push_back(static_cast<std::uint8_t>(to - from));
    }
  }
  return table;
}

std::optional<std::size_t> OnPairTokens::decode(std::span<const std::uint32_t> codes,
                                                std::byte* out, std::size_t room) const {
  constexpr std::size_t at_once = 4;
  static_assert(at_once * token_bytes <= slack);
  std::size_t used = 0;
  const auto put = [&](std::uint32_t code) {
    std::memcpy(out + used, tokens_[code].bytes, token_bytes);
    used += lengths_[code];
  };
  std::size_t i = 0;
  // Text that passes the room by less than the slack is found out behind the loops.
  for (; i + at_once <= codes.size() && used <= room; i += at_once)
    for (std::size_t k = 0; k < at_once; ++k) put(codes[i + k]);
  for (; i < codes.size() && used <= room; ++i) put(codes[i]);
  if (used > room || i < codes.size()) return std::nullopt;
  return used;
}

}  // namespace gyre
