#include "encodings/detail/fsst_symbols.hpp"

#include <algorithm>
#include <bit>

#include "base/words.hpp"

namespace gyre {
namespace {

/// The number of codes below 255 that come first in four, 4 if none is 255.
unsigned codes_before_escape(std::uint32_t four) {
  const auto at = (~four - 0x01010101u) & four & 0x80808080u;
  return at == 0 ? 4 : static_cast<unsigned>(std::countr_zero(at)) / 8;
}

}  // namespace

Result<FsstSymbols> FsstSymbols::read(std::span<const std::byte> symbols,
                                      std::span<const std::byte> lengths) {
  const auto count = lengths.size();
  if (count > most) return fail(Code::corrupt, "fsst: {} symbols, at most {} fit", count, most);
  if (symbols.size() != count * symbol_bytes)
    return fail(Code::corrupt, "fsst: {} bytes of symbols with {} lengths", symbols.size(), count);
  FsstSymbols table;
  std::ranges::fill(table.lengths_, unknown);
  for (std::size_t i = 0; i < count; ++i) {
    const auto length = std::to_integer<std::uint8_t>(lengths[i]);
    if (length == 0 || length > symbol_bytes)
      return fail(Code::corrupt, "fsst: symbol {} of {} bytes", i, length);
    table.lengths_[i] = length;
    table.symbols_[i] = load<std::uint64_t>(symbols.data() + i * symbol_bytes);
  }
  return table;
}

std::optional<std::size_t> FsstSymbols::decode(std::string_view codes, std::byte* out,
                                               std::size_t room) const {
  constexpr std::size_t at_once = 4;
  const auto* code = reinterpret_cast<const unsigned char*>(codes.data());
  const auto* const end = code + codes.size();
  std::size_t used = 0;
  unsigned seen = 0;  // all lengths together, for the bit of `unknown`
  const auto put = [&](unsigned number) {
    store(out + used, symbols_[number]);
    used += lengths_[number];
    seen |= lengths_[number];
  };

  while (static_cast<std::size_t>(end - code) > at_once && used + at_once * unknown <= room) {
    const auto plain = codes_before_escape(load<std::uint32_t>(code));
    if (plain == at_once) {
      for (std::size_t i = 0; i < at_once; ++i) put(code[i]);
      code += at_once;
    } else {
      for (unsigned i = 0; i < plain; ++i) put(code[i]);
      out[used++] = std::byte{code[plain + 1]};  // inside: there are more than four
      code += plain + 2;
    }
  }
  while (code != end) {
    if (used > room) return std::nullopt;
    if (*code != escape) {
      put(*code++);
    } else {
      if (end - code < 2) return std::nullopt;
      out[used++] = std::byte{code[1]};
      code += 2;
    }
  }
  if (used > room || (seen & unknown) != 0) return std::nullopt;
  return used;
}

}  // namespace gyre
