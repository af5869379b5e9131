#include "encodings/detail/dict_readers.hpp"

#include <algorithm>

#include "dtype/text.hpp"

namespace gyre {

CodeReader::CodeReader(ReaderRef codes, Column values, ReadContext& context)
    : codes_(std::move(codes)), values_(std::move(values)), context_(context) {}

void CodeReader::drop_null_values(const std::uint32_t* codes, TileMask& known) const {
  if (values_.validity.empty()) return;
  auto kept = known;
  known.for_each([&](std::uint64_t row) {
    if (!bit_at(values_.validity.data(), codes[row])) kept.clear(row);
  });
  known = kept;
}

template <class ReadWords, class ReadValidity>
Result<void> CodeReader::read_codes(std::uint64_t count, ReadWords&& read_words, ReadValidity&& read_validity,
                                    std::uint32_t* out, TileMask* known) {
  if (codes_->shape() == Shape::null) {
    std::fill_n(out, count, 0u);
    if (known) *known = {};
    return {};
  }
  const auto widen = [&]<Word W>(W) -> Result<std::uint64_t> {
    ReadContext::Scratch<W> words(context_, ReadContext::tile_room<W>);
    GYRE_TRY(read_words(words_of<W>(*codes_), words.data()));
    W most = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      most = std::max(most, words[i]);
      out[i] = static_cast<std::uint32_t>(words[i]);
    }
    return std::uint64_t{most};
  };
  const auto largest = GYRE_TRY(with_small_word(word_bytes(codes_->shape()), widen));
  const bool in_range = largest < values_.rows || count == 0;
  if (in_range && codes_->all_valid()) {
    if (known) *known = TileMask::all(count);
    return {};
  }
  // Codes of null rows mean nothing; they are made 0 so that nobody looks up what is not there.
  TileMask valid;
  GYRE_TRY(read_validity(valid));
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!valid.at(i))
      out[i] = 0;
    else if (out[i] >= values_.rows || largest > UINT32_MAX)
      return fail(Code::corrupt, "vortex.dict: code {} of {} values", out[i], values_.rows);
  }
  if (known) *known = valid;
  return {};
}

Result<void> CodeReader::read(RowRange rows, std::uint32_t* out, TileMask* known) {
  return read_codes(
      rows.size(), [&](auto& codes, auto* words) { return codes.read(rows, words); },
      [&](TileMask& valid) { return codes_->validity(rows, valid); }, out, known);
}

Result<void> CodeReader::gather(std::uint64_t base, std::span<const std::uint32_t> rows, std::uint32_t* out,
                                TileMask* known) {
  return read_codes(
      rows.size(), [&](auto& codes, auto* words) { return codes.gather(base, rows, words); },
      [&](TileMask& valid) { return codes_->gather_validity(base, rows, valid); }, out, known);
}

Result<void> CodeReader::validity(RowRange rows, TileMask& valid) {
  if (values_.validity.empty()) return codes_->validity(rows, valid);
  ReadContext::Scratch<std::uint32_t> codes(context_, tile_rows);
  GYRE_TRY(read(rows, codes.data(), &valid));
  drop_null_values(codes.data(), valid);
  return {};
}

Result<void> CodeReader::gather_validity(std::uint64_t base, std::span<const std::uint32_t> rows, TileMask& valid) {
  if (values_.validity.empty()) return codes_->gather_validity(base, rows, valid);
  ReadContext::Scratch<std::uint32_t> codes(context_, tile_rows);
  GYRE_TRY(gather(base, rows, codes.data(), &valid));
  drop_null_values(codes.data(), valid);
  return {};
}

namespace {

/// What the readers of all shapes share.
template <class Base>
class DictReader : public Base {
 public:
  template <class... Args>
  explicit DictReader(CodeReader codes, Args&&... args) : Base(std::forward<Args>(args)...), codes_(std::move(codes)) {}
  Result<void> validity(RowRange rows, TileMask& valid) override { return codes_.validity(rows, valid); }
  bool all_valid() const override { return codes_.all_valid(); }
  Result<void> gather_validity(std::uint64_t base, std::span<const std::uint32_t> rows, TileMask& valid) override {
    return codes_.gather_validity(base, rows, valid);
  }

 protected:
  CodeReader codes_;
};

template <Word W>
class DictWords final : public DictReader<WordReader<W>> {
 public:
  using DictReader<WordReader<W>>::DictReader;

  Result<void> read(RowRange rows, W* out) override {
    ReadContext::Scratch<std::uint32_t> codes(this->context(), tile_rows);
    GYRE_TRY(this->codes_.read(rows, codes.data()));
    look_up(codes.data(), rows.size(), out);
    return {};
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, W* out) override {
    ReadContext::Scratch<std::uint32_t> codes(this->context(), tile_rows);
    GYRE_TRY(this->codes_.gather(base, rows, codes.data()));
    look_up(codes.data(), rows.size(), out);
    return {};
  }

  Result<void> select(RowRange rows, const Test<W>& test, TileMask& mask) override {
    if (this->context().plain) return WordReader<W>::select(rows, test, mask);
    if (mask.none()) return {};
    const auto& passing = passing_values(test);
    ReadContext::Scratch<std::uint32_t> codes(this->context(), tile_rows);
    GYRE_TRY(this->codes_.read(rows, codes.data()));
    ++this->context().counters.tiles_tested;
    for (std::uint64_t first = 0; first < rows.size(); first += 64) {
      auto& word = mask.word[first / 64];
      if (word == 0) continue;
      const auto count = std::min<std::uint64_t>(64, rows.size() - first);
      std::uint64_t bits = 0;
      for (std::uint64_t i = 0; i < count; ++i) bits |= std::uint64_t{passing[codes[first + i]]} << i;
      word &= bits;
    }
    return {};
  }

 private:
  const W* values() const { return reinterpret_cast<const W*>(this->codes_.values().buffers[0].data()); }

  void look_up(const std::uint32_t* codes, std::uint64_t count, W* out) const {
    if (this->codes_.values().rows == 0) {
      std::fill_n(out, count, W{});
      return;
    }
    for (std::uint64_t i = 0; i < count; ++i) out[i] = values()[codes[i]];
  }

  /// One byte a value: whether it passes. Kept, as the same test comes tile after tile.
  const std::vector<std::uint8_t>& passing_values(const Test<W>& test) {
    if (!passing_.empty() && same(test)) return passing_;
    const auto count = this->codes_.values().rows;
    passing_.assign(std::max<std::size_t>(1, count), 0);
    for (std::uint64_t i = 0; i < count; ++i) passing_[i] = passes(test, values()[i]);
    tested_ = test;
    return passing_;
  }

  bool same(const Test<W>& test) const {
    if (test.low != tested_.low || test.order != tested_.order) return false;
    if constexpr (std::is_same_v<W, Int256>)
      return test.high == tested_.high;
    else
      return test.span == tested_.span;
  }

  Test<W> tested_;
  std::vector<std::uint8_t> passing_;
};

class DictMasks final : public DictReader<MaskReader> {
 public:
  DictMasks(CodeReader codes, std::uint64_t rows, ReadContext& context)
      : DictReader(std::move(codes), rows), context_(context) {}
  Result<void> read(RowRange rows, TileMask& out) override {
    ReadContext::Scratch<std::uint32_t> codes(context_, tile_rows);
    GYRE_TRY(codes_.read(rows, codes.data()));
    out = {};
    if (codes_.values().rows == 0) return {};
    for (std::uint64_t i = 0; i < rows.size(); ++i)
      if (bit_at(codes_.values().buffers[0].data(), codes[i])) out.set(i);
    return {};
  }

 private:
  ReadContext& context_;
};

class DictTexts final : public DictReader<TextReader> {
 public:
  DictTexts(CodeReader codes, std::uint64_t rows, ReadContext& context)
      : DictReader(std::move(codes), rows, context) {
    const auto& values = codes_.values();
    texts_.reserve(values.rows);
    for (std::uint64_t i = 0; i < values.rows; ++i)
      texts_.push_back(values.is_valid(i) ? text_at(values, i) : std::string_view{});
  }

  Result<void> read(RowRange rows, const TileMask& mask, ByteArena&, std::string_view* out) override {
    ReadContext::Scratch<std::uint32_t> codes(context(), tile_rows);
    TileMask known;
    GYRE_TRY(codes_.read(rows, codes.data(), &known));
    known &= mask;
    std::fill_n(out, rows.size(), std::string_view{});
    known.for_each([&](std::uint64_t row) { out[row] = texts_[codes[row]]; });
    return {};
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, ByteArena&,
                      std::string_view* out) override {
    ReadContext::Scratch<std::uint32_t> codes(context(), tile_rows);
    for (std::size_t first = 0; first < rows.size(); first += tile_rows) {
      const auto part = rows.subspan(first, std::min<std::size_t>(tile_rows, rows.size() - first));
      TileMask known;
      GYRE_TRY(codes_.gather(base, part, codes.data(), &known));
      for (std::size_t i = 0; i < part.size(); ++i)
        out[first + i] = known.at(i) ? texts_[codes[i]] : std::string_view{};
    }
    return {};
  }

 private:
  std::vector<std::string_view> texts_;
};

}  // namespace

Result<ReaderRef> make_dict_reader_for(CodeReader codes, ReadContext& context) {
  const auto rows = codes.rows();
  const auto& dtype = codes.values().dtype;
  if (const auto bytes = word_bytes(dtype); bytes > 0)
    return with_word(bytes, [&]<Word W>(W) -> Result<ReaderRef> {
      return std::make_unique<DictWords<W>>(std::move(codes), rows, context);
    });
  if (dtype.physical().is_text()) return std::make_unique<DictTexts>(std::move(codes), rows, context);
  if (dtype.physical().is(Kind::boolean)) return std::make_unique<DictMasks>(std::move(codes), rows, context);
  if (dtype.physical().is(Kind::null)) return std::make_unique<NullReader>(rows);
  return fail(Code::unsupported, "vortex.dict: values of type {}", to_text(dtype));
}

}  // namespace gyre
