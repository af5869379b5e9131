#include "array/reader.hpp"

namespace gyre {

Result<void> Reader::validity(RowRange rows, TileMask& valid) {
  valid = TileMask::all(rows.size());
  return {};
}

Result<void> Reader::gather_validity(std::uint64_t base, std::span<const std::uint32_t> rows,
                                     TileMask& valid) {
  if (all_valid()) {
    valid = TileMask::all(rows.size());
    return {};
  }
  valid = {};
  return for_each_tile(base, rows,
                       [&](RowRange span, std::size_t first, std::size_t count) -> Result<void> {
                         TileMask span_valid;
                         GYRE_TRY(validity(span, span_valid));
                         for (auto i = first; i < first + count; ++i)
                           if (span_valid.at(base + rows[i] - span.first)) valid.set(i);
                         return {};
                       });
}

template <Word W>
Result<void> WordReader<W>::select(RowRange rows, const Test<W>& test, TileMask& mask) {
  if (mask.none()) return {};
  ReadContext::Scratch<W> values(context_, ReadContext::tile_room<W>);
  GYRE_TRY(read(rows, values.data()));
  apply_test(values.data(), rows.size(), test, mask);
  return {};
}

template <Word W>
Result<void> WordReader<W>::gather(std::uint64_t base, std::span<const std::uint32_t> rows,
                                   W* out) {
  ReadContext::Scratch<W> values(context_, ReadContext::tile_room<W>);
  return for_each_tile(base, rows,
                       [&](RowRange span, std::size_t first, std::size_t count) -> Result<void> {
                         GYRE_TRY(read(span, values.data()));
                         for (auto i = first; i < first + count; ++i)
                           out[i] = values[base + rows[i] - span.first];
                         return {};
                       });
}

Result<void> TextReader::gather(std::uint64_t base, std::span<const std::uint32_t> rows,
                                ByteArena& arena, std::string_view* out) {
  ReadContext::Scratch<std::string_view> values(context_, tile_rows);
  return for_each_tile(base, rows,
                       [&](RowRange span, std::size_t first, std::size_t count) -> Result<void> {
                         TileMask wanted;
                         for (auto i = first; i < first + count; ++i)
                           wanted.set(base + rows[i] - span.first);
                         GYRE_TRY(read(span, wanted, arena, values.data()));
                         for (auto i = first; i < first + count; ++i)
                           out[i] = values[base + rows[i] - span.first];
                         return {};
                       });
}

template <Word W>
void apply_test(const W* values, std::uint64_t rows, const Test<W>& test, TileMask& mask) {
  for (std::uint64_t first = 0; first < rows; first += 64) {
    auto& word = mask.word[first / 64];
    if (word == 0) continue;
    const auto count = std::min<std::uint64_t>(64, rows - first);
    std::uint64_t bits = 0;
    for (std::uint64_t i = 0; i < count; ++i)
      bits |= std::uint64_t{passes(test, values[first + i])} << i;
    word &= bits;
  }
}

template class WordReader<std::uint8_t>;
template class WordReader<std::uint16_t>;
template class WordReader<std::uint32_t>;
template class WordReader<std::uint64_t>;
template class WordReader<u128>;
template class WordReader<Int256>;
template void apply_test(const std::uint8_t*, std::uint64_t, const Test<std::uint8_t>&, TileMask&);
template void apply_test(const std::uint16_t*, std::uint64_t, const Test<std::uint16_t>&,
                         TileMask&);
template void apply_test(const std::uint32_t*, std::uint64_t, const Test<std::uint32_t>&,
                         TileMask&);
template void apply_test(const std::uint64_t*, std::uint64_t, const Test<std::uint64_t>&,
                         TileMask&);
template void apply_test(const u128*, std::uint64_t, const Test<u128>&, TileMask&);
template void apply_test(const Int256*, std::uint64_t, const Test<Int256>&, TileMask&);

}  // namespace gyre
