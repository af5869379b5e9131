#include "encodings/detail/code_reader.hpp"

#include <algorithm>
#include <limits>

namespace gyre {

Result<CodeReader> CodeReader::make(ReaderRef reader, std::uint64_t bound, std::string_view what,
                                    ReadContext& context) {
  const auto bytes = word_bytes(reader->shape());
  if (bytes == 0 || bytes > 8) return fail(Code::corrupt, "{}: codes expected", what);
  return CodeReader(std::move(reader), bound, what, context);
}

template <class W, class Valid>
Result<void> CodeReader::narrow(W* words, std::uint64_t count, Valid&& valid,
                                std::uint32_t* out) const {
  W largest = 0;
  for (std::uint64_t i = 0; i < count; ++i) largest = std::max(largest, words[i]);
  if (largest >= bound_) {
    TileMask known;
    GYRE_TRY(valid(known));
    for (std::uint64_t i = 0; i < count; ++i) {
      if (words[i] < bound_) continue;
      if (known.at(i)) return fail(Code::corrupt, "{}: code {} of {}", what_, words[i], bound_);
      words[i] = 0;
    }
  }
  if (static_cast<const void*>(words) != out)
    for (std::uint64_t i = 0; i < count; ++i) out[i] = static_cast<std::uint32_t>(words[i]);
  return {};
}

Result<void> CodeReader::read(RowRange rows, std::uint32_t* out) {
  const auto valid = [&](TileMask& mask) { return reader_->validity(rows, mask); };
  return with_small_word(word_bytes(reader_->shape()), [&]<Word W>(W) -> Result<void> {
    auto& words = words_of<W>(*reader_);
    if constexpr (sizeof(W) == sizeof *out) {
      GYRE_TRY(words.read(rows, out));
      return narrow(out, rows.size(), valid, out);
    } else {
      ReadContext::Scratch<W> codes(*context_, ReadContext::tile_room<W>);
      GYRE_TRY(words.read(rows, codes.data()));
      return narrow(codes.data(), rows.size(), valid, out);
    }
  });
}

Result<void> CodeReader::gather(std::uint64_t base, std::span<const std::uint32_t> rows,
                                std::uint32_t* out) {
  const auto valid = [&](TileMask& mask) { return reader_->gather_validity(base, rows, mask); };
  return with_small_word(word_bytes(reader_->shape()), [&]<Word W>(W) -> Result<void> {
    ReadContext::Scratch<W> codes(*context_, ReadContext::tile_room<W>);
    GYRE_TRY(words_of<W>(*reader_).gather(base, rows, codes.data()));
    return narrow(codes.data(), rows.size(), valid, out);
  });
}

Result<void> CodeReader::select(RowRange rows, std::uint32_t first, std::uint32_t span,
                                TileMask& mask) {
  return with_small_word(word_bytes(reader_->shape()), [&]<Word W>(W) -> Result<void> {
    const auto largest = std::numeric_limits<W>::max();
    if (first > largest) {
      mask = {};
      return {};
    }
    const auto low = static_cast<W>(first);
    const auto reach = static_cast<W>(std::min<std::uint64_t>(span, largest - low));
    return words_of<W>(*reader_).select(rows, Test<W>{low, reach}, mask);
  });
}

}  // namespace gyre
