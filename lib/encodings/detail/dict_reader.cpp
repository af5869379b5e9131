#include <algorithm>
#include <bit>

#include "array/dictionary_reader.hpp"
#include "base/bits.hpp"
#include "dtype/text.hpp"
#include "encodings/detail/code_reader.hpp"
#include "encodings/dict.hpp"

namespace gyre {
namespace {

constexpr std::uint64_t most_values = std::uint64_t{1} << 26;
constexpr std::string_view id = "vortex.dict";

/// Which tiles of the values have been decoded.
class DecodedTiles {
 public:
  explicit DecodedTiles(std::uint64_t values)
      : values_(values),
        done_(div_ceil(values, tile_rows), false),
        left_(static_cast<std::size_t>(div_ceil(values, tile_rows))) {}

  /// Calls `decode(rows)` for the tile of the code unless that was done.
  template <class Decode>
  Result<void> need(std::uint32_t code, Decode&& decode) {
    if (left_ == 0) return {};
    const auto tile = code / tile_rows;
    if (done_[tile]) return {};
    GYRE_TRY(decode(RowRange{tile * tile_rows, std::min((tile + 1) * tile_rows, values_)}));
    done_[tile] = true;
    --left_;
    return {};
  }
  template <class Decode>
  Result<void> need(const std::uint32_t* codes, std::uint64_t count, Decode&& decode) {
    for (std::uint64_t i = 0; i < count && left_ > 0; ++i) GYRE_TRY(need(codes[i], decode));
    return {};
  }
  template <class Decode>
  Result<void> need_all(Decode&& decode) {
    for (std::size_t tile = 0; tile < done_.size() && left_ > 0; ++tile)
      GYRE_TRY(need(static_cast<std::uint32_t>(tile * tile_rows), decode));
    return {};
  }

 private:
  std::uint64_t values_;
  std::vector<bool> done_;
  std::size_t left_;
};

/// One T for each value, in memory that no one touches before the value is asked for.
template <class T>
class ValueTable {
 public:
  explicit ValueTable(std::uint64_t values)
      : memory_(MutableBuffer::uninitialized(std::max(values, std::uint64_t{1}) * sizeof(T))) {
    // A dictionary without values has rows nevertheless, if all are null: their code is 0.
    if (values == 0) std::fill_n(data(), 1, T{});
  }
  T* data() { return reinterpret_cast<T*>(memory_.data()); }
  T& operator[](std::uint64_t code) { return data()[code]; }

 private:
  MutableBuffer memory_;
};

/// Codes, and the values that they are numbers of; a struct's fields belong to the struct.
struct Parts {
  std::shared_ptr<CodeReader> codes;
  Reader* values;
  ReaderRef owned;
};

ReaderRef dict_reader(Parts parts, ReadContext& context);

/// What readers of all shapes share.
template <class Base>
class Coded : public Base, public DictionaryReader {
 public:
  template <class... Args>
  explicit Coded(Parts parts, ReadContext& context, Args&... args)
      : Base(parts.codes->rows(), args...),
        parts_(std::move(parts)),
        scratch_(context),
        valid_tiles_(values().rows()) {}

  Reader& values() final { return value_reader(); }

  bool all_valid() const final {
    return parts_.codes->reader().all_valid() && parts_.values->all_valid();
  }

  Result<void> validity(RowRange rows, TileMask& valid) final {
    GYRE_TRY(codes().reader().validity(rows, valid));
    if (values().all_valid() || valid.none()) return {};
    ReadContext::Scratch<std::uint32_t> row_codes(scratch_, code_room);
    GYRE_TRY(codes().read(rows, row_codes.data()));
    return drop_null_values(row_codes.data(), valid);
  }

  Result<void> gather_validity(std::uint64_t base, std::span<const std::uint32_t> rows,
                               TileMask& valid) final {
    GYRE_TRY(codes().reader().gather_validity(base, rows, valid));
    if (values().all_valid() || valid.none()) return {};
    ReadContext::Scratch<std::uint32_t> row_codes(scratch_, code_room);
    GYRE_TRY(codes().gather(base, rows, row_codes.data()));
    return drop_null_values(row_codes.data(), valid);
  }

  Result<void> select_codes(RowRange rows, std::span<const std::uint64_t> passing,
                            TileMask& mask) final {
    if (mask.none()) return {};
    ReadContext::Scratch<std::uint32_t> row_codes(scratch_, code_room);
    GYRE_TRY(codes().read(rows, row_codes.data()));
    if (passing.empty()) return {};
    for (std::uint64_t first = 0; first < rows.size(); first += 64) {
      const auto count = std::min<std::uint64_t>(64, rows.size() - first);
      std::uint64_t bits = 0;
      for (std::uint64_t i = 0; i < count; ++i) {
        const auto code = row_codes[first + i];
        bits |= (passing[code / 64] >> (code % 64) & 1) << i;
      }
      mask.word[first / 64] &= bits;
    }
    ++scratch_.counters.tiles_tested;
    return {};
  }

 protected:
  static constexpr std::size_t code_room = ReadContext::tile_room<std::uint32_t>;

  CodeReader& codes() { return *parts_.codes; }
  Reader& value_reader() const { return *parts_.values; }
  const std::shared_ptr<CodeReader>& shared_codes() const { return parts_.codes; }
  ReadContext& scratch() const { return scratch_; }

 private:
  Result<void> drop_null_values(const std::uint32_t* row_codes, TileMask& valid) {
    value_valid_.resize(div_ceil(values().rows(), tile_rows));
    const auto decode = [&](RowRange tile) {
      return values().validity(tile, value_valid_[tile.first / tile_rows]);
    };
    for (std::size_t word = 0; word < TileMask::words; ++word)
      for (auto bits = valid.word[word]; bits != 0; bits &= bits - 1) {
        const auto row = word * 64 + static_cast<unsigned>(std::countr_zero(bits));
        const auto code = row_codes[row];
        GYRE_TRY(valid_tiles_.need(code, decode));
        if (!value_valid_[code / tile_rows].at(code % tile_rows)) valid.clear(row);
      }
    return {};
  }

  Parts parts_;
  ReadContext& scratch_;
  DecodedTiles valid_tiles_;
  std::vector<TileMask> value_valid_;
};

/// Which values pass a test.
struct Passing {
  std::vector<std::uint64_t> bits;
  std::uint64_t count = 0, first = 0, last = 0;
  bool is_interval() const { return last - first + 1 == count; }
};

template <Word W>
class DictWords final : public Coded<WordReader<W>> {
 public:
  DictWords(Parts parts, ReadContext& context)
      : Coded<WordReader<W>>(std::move(parts), context, context),
        tiles_(this->values().rows()),
        table_(this->values().rows()) {}

  Result<void> read(RowRange rows, W* out) override {
    ReadContext::Scratch<std::uint32_t> codes(this->scratch(), this->code_room);
    GYRE_TRY(this->codes().read(rows, codes.data()));
    return look_up(codes.data(), rows.size(), out);
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, W* out) override {
    ReadContext::Scratch<std::uint32_t> codes(this->scratch(), this->code_room);
    GYRE_TRY(this->codes().gather(base, rows, codes.data()));
    return look_up(codes.data(), rows.size(), out);
  }

  Result<void> select(RowRange rows, const Test<W>& test, TileMask& mask) override {
    const auto count = this->values().rows();
    // To test more values than there are rows to select from does not pay.
    if (this->scratch().plain || count > std::max(this->rows(), tile_rows))
      return WordReader<W>::select(rows, test, mask);
    if (mask.none()) return {};
    const auto& passing = *GYRE_TRY(passing_values(test));
    if (passing.count == 0) mask = {};
    if (passing.count == 0 || passing.count == count) return {};
    if (!passing.is_interval()) return this->select_codes(rows, passing.bits, mask);
    return this->codes().select(rows, static_cast<std::uint32_t>(passing.first),
                                static_cast<std::uint32_t>(passing.count - 1), mask);
  }

 private:
  auto decoder() {
    return [this](RowRange tile) -> Result<void> {
      // Not straight into the table: a reader may write a little more than there are rows.
      ReadContext::Scratch<W> words(this->scratch(), ReadContext::tile_room<W>);
      GYRE_TRY(words_of<W>(this->values()).read(tile, words.data()));
      std::copy_n(words.data(), tile.size(), table_.data() + tile.first);
      return {};
    };
  }

  Result<void> look_up(const std::uint32_t* codes, std::uint64_t count, W* out) {
    GYRE_TRY(tiles_.need(codes, count, decoder()));
    const auto* table = table_.data();
    for (std::uint64_t i = 0; i < count; ++i) out[i] = table[codes[i]];
    return {};
  }

  /// A condition asks the same few tests of every tile.
  Result<const Passing*> passing_values(const Test<W>& test) {
    constexpr std::size_t most_tests = 16;
    for (const auto& [asked, answer] : answers_)
      if (asked == test) return &answer;
    GYRE_TRY(tiles_.need_all(decoder()));
    Passing passing;
    const auto count = this->values().rows();
    passing.bits.resize(div_ceil(count, std::uint64_t{64}));
    for (std::uint64_t code = 0; code < count; ++code) {
      if (!passes(test, table_[code])) continue;
      passing.bits[code / 64] |= std::uint64_t{1} << (code % 64);
      if (passing.count++ == 0) passing.first = code;
      passing.last = code;
    }
    if (answers_.size() == most_tests) answers_.clear();
    answers_.emplace_back(test, std::move(passing));
    return &answers_.back().second;
  }

  DecodedTiles tiles_;
  ValueTable<W> table_;
  std::vector<std::pair<Test<W>, Passing>> answers_;
};

class DictMasks final : public Coded<MaskReader> {
 public:
  DictMasks(Parts parts, ReadContext& context)
      : Coded(std::move(parts), context),
        tiles_(values().rows()),
        bits_(div_ceil(values().rows(), tile_rows)) {}

  Result<void> read(RowRange rows, TileMask& out) override {
    ReadContext::Scratch<std::uint32_t> row_codes(scratch(), code_room);
    GYRE_TRY(codes().read(rows, row_codes.data()));
    out = {};
    if (bits_.empty()) return {};
    GYRE_TRY(tiles_.need(row_codes.data(), rows.size(), [this](RowRange tile) {
      return masks_of(values()).read(tile, bits_[tile.first / tile_rows]);
    }));
    for (std::uint64_t i = 0; i < rows.size(); ++i) {
      const auto code = row_codes[i];
      if (bits_[code / tile_rows].at(code % tile_rows)) out.set(i);
    }
    return {};
  }

 private:
  DecodedTiles tiles_;
  std::vector<TileMask> bits_;
};

class DictTexts final : public Coded<TextReader> {
 public:
  DictTexts(Parts parts, ReadContext& context)
      : Coded(std::move(parts), context, context),
        tiles_(values().rows()),
        table_(values().rows()) {}

  Result<void> read(RowRange rows, const TileMask& mask, ByteArena&,
                    std::string_view* out) override {
    ReadContext::Scratch<std::uint32_t> row_codes(scratch(), code_room);
    GYRE_TRY(codes().read(rows, row_codes.data()));
    auto wanted = mask;
    if (!codes().reader().all_valid()) {
      TileMask valid;
      GYRE_TRY(codes().reader().validity(rows, valid));
      wanted &= valid;
    }
    return look_up(row_codes.data(), rows.size(), wanted, out);
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, ByteArena&,
                      std::string_view* out) override {
    ReadContext::Scratch<std::uint32_t> row_codes(scratch(), code_room);
    GYRE_TRY(codes().gather(base, rows, row_codes.data()));
    TileMask valid;
    GYRE_TRY(codes().reader().gather_validity(base, rows, valid));
    return look_up(row_codes.data(), rows.size(), valid, out);
  }

 private:
  Result<void> look_up(const std::uint32_t* row_codes, std::uint64_t count, const TileMask& wanted,
                       std::string_view* out) {
    const auto decode = [this](RowRange tile) {
      return texts_of(values()).read(tile, TileMask::all(tile.size()), arena_,
                                     table_.data() + tile.first);
    };
    if (wanted.is_all(count)) {
      GYRE_TRY(tiles_.need(row_codes, count, decode));
      const auto* table = table_.data();
      for (std::uint64_t i = 0; i < count; ++i) out[i] = table[row_codes[i]];
      return {};
    }
    std::fill_n(out, count, std::string_view());
    for (std::size_t word = 0; word < TileMask::words; ++word)
      for (auto bits = wanted.word[word]; bits != 0; bits &= bits - 1) {
        const auto row = word * 64 + static_cast<unsigned>(std::countr_zero(bits));
        GYRE_TRY(tiles_.need(row_codes[row], decode));
        out[row] = table_[row_codes[row]];
      }
    return {};
  }

  DecodedTiles tiles_;
  ValueTable<std::string_view> table_;
  ByteArena arena_;
};

class DictLists final : public Coded<ListReader> {
 public:
  DictLists(Parts parts, ReadContext& context)
      : Coded(std::move(parts), context), tiles_(values().rows()), table_(values().rows()) {}

  Result<void> ranges(RowRange rows, RowRange* out) override {
    ReadContext::Scratch<std::uint32_t> row_codes(scratch(), code_room);
    GYRE_TRY(codes().read(rows, row_codes.data()));
    TileMask valid;
    GYRE_TRY(codes().reader().validity(rows, valid));
    GYRE_TRY(tiles_.need(row_codes.data(), rows.size(), [this](RowRange tile) {
      return lists_of(values()).ranges(tile, table_.data() + tile.first);
    }));
    for (std::uint64_t i = 0; i < rows.size(); ++i)
      out[i] = valid.at(i) ? table_[row_codes[i]] : RowRange{};
    return {};
  }
  Reader& elements() override { return lists_of(values()).elements(); }
  std::uint64_t element_rows() const override { return lists_of(value_reader()).element_rows(); }

 private:
  DecodedTiles tiles_;
  ValueTable<RowRange> table_;
};

class DictStructs final : public Coded<StructReader> {
 public:
  DictStructs(Parts parts, ReadContext& context) : Coded(std::move(parts), context) {
    auto& structs = structs_of(values());
    for (std::size_t i = 0; i < structs.field_count(); ++i)
      fields_.push_back(dict_reader({shared_codes(), &structs.field(i), nullptr}, context));
  }
  std::size_t field_count() const override { return fields_.size(); }
  Reader& field(std::size_t index) override { return *fields_[index]; }

 private:
  std::vector<ReaderRef> fields_;
};

ReaderRef dict_reader(Parts parts, ReadContext& context) {
  switch (parts.values->shape()) {
    case Shape::null: return std::make_unique<NullReader>(parts.codes->rows());
    case Shape::mask: return std::make_unique<DictMasks>(std::move(parts), context);
    case Shape::text: return std::make_unique<DictTexts>(std::move(parts), context);
    case Shape::structure: return std::make_unique<DictStructs>(std::move(parts), context);
    case Shape::list: return std::make_unique<DictLists>(std::move(parts), context);
    default: break;
  }
  return with_word(word_bytes(parts.values->shape()), [&]<Word W>(W) -> ReaderRef {
    return std::make_unique<DictWords<W>>(std::move(parts), context);
  });
}

}  // namespace

Result<ReaderRef> make_dict_reader(const DType& dtype, ReaderRef codes, ReaderRef values,
                                   ReadContext& context) {
  if (codes->shape() == Shape::null) return codes;
  if (values->rows() > most_values)
    return fail(Code::unsupported, "{}: {} values of {}; at most {} fit", id, values->rows(),
                to_text(dtype), most_values);
  auto code_reader = GYRE_TRY(CodeReader::make(std::move(codes), values->rows(), id, context));
  auto* borrowed = values.get();
  return dict_reader(
      {std::make_shared<CodeReader>(std::move(code_reader)), borrowed, std::move(values)}, context);
}

}  // namespace gyre
