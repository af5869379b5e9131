#include "encodings/detail/plain_words.hpp"

#include <algorithm>

namespace gyre {
namespace {

template <Word W>
class PlainWords final : public Nullable<WordReader<W>> {
 public:
  PlainWords(ValidityReader validity, std::uint64_t rows, Buffer values, ReadContext& context)
      : Nullable<WordReader<W>>(std::move(validity), rows, context), values_(std::move(values)) {}

  Result<void> read(RowRange rows, W* out) override {
    std::ranges::copy(values_.as<W>().subspan(rows.first, rows.size()), out);
    return {};
  }

  Result<void> select(RowRange rows, const Test<W>& test, TileMask& mask) override {
    if (this->context().plain) return WordReader<W>::select(rows, test, mask);
    apply_test(values_.as<W>().data() + rows.first, rows.size(), test, mask);
    ++this->context().counters.tiles_tested;
    return {};
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, W* out) override {
    const auto values = values_.as<W>();
    for (std::size_t i = 0; i < rows.size(); ++i) out[i] = values[base + rows[i]];
    this->context().counters.rows_gathered += rows.size();
    return {};
  }

 private:
  Buffer values_;
};

}  // namespace

ReaderRef plain_words_reader(unsigned width, std::uint64_t rows, Buffer values,
                             ValidityReader validity, ReadContext& context) {
  return with_word(width, [&]<Word W>(W) -> ReaderRef {
    return std::make_unique<PlainWords<W>>(std::move(validity), rows, std::move(values), context);
  });
}

std::size_t word_alignment(unsigned width) {
  return with_word(width, []<Word W>(W) { return alignof(W); });
}

}  // namespace gyre
