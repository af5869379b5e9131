#include "encodings/sparse.hpp"

#include <algorithm>

#include "array/concat_reader.hpp"
#include "base/protobuf.hpp"
#include "dtype/text.hpp"
#include "dtype/wire.hpp"
#include "encodings/constant.hpp"
#include "encodings/detail/node.hpp"

namespace gyre {

Sparse::Sparse(const ArrayParts& parts, Buffer fill_bytes,
               std::shared_ptr<const Patches> other_rows)
    : Array(parts), fill(std::move(fill_bytes)), patches(std::move(other_rows)) {}

namespace {

constexpr unsigned patches_field = 1;

Result<ArrayRef> open(const ArrayParts& parts) {
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  const auto message = GYRE_TRY(PatchesMessage::read(meta, patches_field));
  if (message.children() == 0) return fail(Code::corrupt, "{}: no patches", parts.id());
  GYRE_TRY(expect_children(parts, message.children(), message.children()));
  auto fill = GYRE_TRY(parts.buffer(0));
  auto patches = GYRE_TRY(message.open(parts, 0, parts.dtype));
  return std::make_shared<Sparse>(parts, std::move(fill), std::move(patches));
}

/// The values of the patches and, as one more row, the fill; a struct's fields belong to the struct.
struct Values {
  Reader* reader;
  ReaderRef owned;
  std::shared_ptr<PatchRows> patches;  // one for a reader and the readers of its fields
};

Result<ReaderRef> sparse_reader(Values values, std::uint64_t rows, ReadContext& context);

/// What readers of all shapes share.
template <class Base>
class Sparsely : public Base {
 public:
  template <class... Args>
  Sparsely(Values values, std::uint64_t rows, ReadContext& context, Args&... args)
      : Base(rows, args...), values_(std::move(values)), scratch_(context) {}

  /// Reads the fill; once, before anything else.
  Result<void> prepare_validity() {
    TileMask valid;
    GYRE_TRY(values().validity(fill_row(), valid));
    fill_valid_ = valid.at(0);
    return {};
  }

  bool all_valid() const final { return values_.reader->all_valid(); }

  Result<void> validity(RowRange rows, TileMask& valid) final {
    valid = of_fill(fill_valid_, rows.size());
    if (all_valid()) return {};
    const auto range = GYRE_TRY(find(rows));
    if (range.empty()) return {};
    TileMask patch_valid;
    GYRE_TRY(values().validity(range.rows(), patch_valid));
    assign(rows, range, patch_valid, valid);
    return {};
  }

  Result<void> gather_validity(std::uint64_t base, std::span<const std::uint32_t> rows,
                               TileMask& valid) final {
    valid = of_fill(fill_valid_, rows.size());
    if (all_valid()) return {};
    Hits hits(*this);
    GYRE_TRY(hits.find(base, rows));
    if (hits.count == 0) return {};
    TileMask patch_valid;
    GYRE_TRY(values().gather_validity(0, hits.all(), patch_valid));
    for (std::size_t i = 0; i < hits.count; ++i) valid.assign(hits.at[i], patch_valid.at(i));
    return {};
  }

 protected:
  /// Those of some single rows that have patches.
  struct Hits {
    explicit Hits(Sparsely& reader)
        : owner(reader), at(reader.scratch_, tile_rows), patches(reader.scratch_, tile_rows) {}

    Result<void> find(std::uint64_t base, std::span<const std::uint32_t> rows) {
      return owner.values_.patches->match(base, rows, owner.scratch_,
                                          [&](std::size_t row, std::size_t patch) {
                                            at[count] = static_cast<std::uint32_t>(row);
                                            patches[count++] = static_cast<std::uint32_t>(patch);
                                          });
    }
    std::span<const std::uint32_t> all() { return {patches.data(), count}; }

    Sparsely& owner;
    ReadContext::Scratch<std::uint32_t> at, patches;  // places in the list, numbers of patches
    std::size_t count = 0;
  };

  Reader& values() const { return *values_.reader; }
  const std::shared_ptr<PatchRows>& patches() const { return values_.patches; }
  ReadContext& scratch() const { return scratch_; }
  RowRange fill_row() const { return {values().rows() - 1, values().rows()}; }
  Result<PatchRange> find(RowRange rows) { return values_.patches->find(rows, scratch_); }
  /// Where in `rows` a patch belongs.
  std::uint64_t place(RowRange rows, PatchRange range, std::size_t patch) const {
    return values_.patches->row(range.first + patch) - rows.first;
  }

  static TileMask of_fill(bool bit, std::uint64_t rows) {
    return bit ? TileMask::all(rows) : TileMask();
  }
  /// Gives each patched row the bit of its patch.
  void assign(RowRange rows, PatchRange range, const TileMask& bits, TileMask& mask) const {
    for (std::size_t i = 0; i < range.size(); ++i) mask.assign(place(rows, range, i), bits.at(i));
  }

 private:
  Values values_;
  ReadContext& scratch_;
  bool fill_valid_ = true;
};

template <Word W>
class SparseWords final : public Sparsely<WordReader<W>> {
 public:
  using Sparsely<WordReader<W>>::Sparsely;

  Result<void> prepare() {
    ReadContext::Scratch<W> words(this->scratch(), ReadContext::tile_room<W>);
    GYRE_TRY(words_reader().read(this->fill_row(), words.data()));
    fill_ = words[0];
    return {};
  }

  Result<void> read(RowRange rows, W* out) override {
    const auto range = GYRE_TRY(this->find(rows));
    std::fill_n(out, rows.size(), fill_);
    if (range.empty()) return {};
    ReadContext::Scratch<W> words(this->scratch(), ReadContext::tile_room<W>);
    GYRE_TRY(words_reader().read(range.rows(), words.data()));
    for (std::size_t i = 0; i < range.size(); ++i) out[this->place(rows, range, i)] = words[i];
    return {};
  }

  Result<void> select(RowRange rows, const Test<W>& test, TileMask& mask) override {
    if (this->scratch().plain) return WordReader<W>::select(rows, test, mask);
    if (mask.none()) return {};
    auto passing = this->of_fill(passes(test, fill_), rows.size());
    const auto range = GYRE_TRY(this->find(rows));
    if (!range.empty()) {
      auto patches_passing = TileMask::all(range.size());
      GYRE_TRY(words_reader().select(range.rows(), test, patches_passing));
      this->assign(rows, range, patches_passing, passing);
    }
    mask &= passing;
    ++this->scratch().counters.tiles_tested;
    return {};
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, W* out) override {
    std::fill_n(out, rows.size(), fill_);
    typename Sparsely<WordReader<W>>::Hits hits(*this);
    GYRE_TRY(hits.find(base, rows));
    if (hits.count == 0) return {};
    ReadContext::Scratch<W> words(this->scratch(), ReadContext::tile_room<W>);
    GYRE_TRY(words_reader().gather(0, hits.all(), words.data()));
    for (std::size_t i = 0; i < hits.count; ++i) out[hits.at[i]] = words[i];
    return {};
  }

 private:
  WordReader<W>& words_reader() const { return words_of<W>(this->values()); }

  W fill_{};
};

class SparseMasks final : public Sparsely<MaskReader> {
 public:
  using Sparsely::Sparsely;

  Result<void> prepare() {
    TileMask bits;
    GYRE_TRY(masks_of(values()).read(fill_row(), bits));
    fill_ = bits.at(0);
    return {};
  }

  Result<void> read(RowRange rows, TileMask& out) override {
    const auto range = GYRE_TRY(find(rows));
    out = of_fill(fill_, rows.size());
    if (range.empty()) return {};
    TileMask bits;
    GYRE_TRY(masks_of(values()).read(range.rows(), bits));
    assign(rows, range, bits, out);
    return {};
  }

 private:
  bool fill_ = false;
};

class SparseTexts final : public Sparsely<TextReader> {
 public:
  using Sparsely::Sparsely;

  Result<void> prepare() {
    return texts_of(values()).read(fill_row(), TileMask::all(1), arena_, &fill_);
  }

  Result<void> read(RowRange rows, const TileMask& mask, ByteArena& arena,
                    std::string_view* out) override {
    const auto range = GYRE_TRY(find(rows));
    std::fill_n(out, rows.size(), std::string_view());
    mask.for_each([&](std::uint64_t row) { out[row] = fill_; });
    TileMask wanted;
    for (std::size_t i = 0; i < range.size(); ++i)
      if (mask.at(place(rows, range, i))) wanted.set(i);
    if (wanted.none()) return {};
    ReadContext::Scratch<std::string_view> texts(scratch(), tile_rows);
    GYRE_TRY(texts_of(values()).read(range.rows(), wanted, arena, texts.data()));
    wanted.for_each([&](std::uint64_t i) { out[place(rows, range, i)] = texts[i]; });
    return {};
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, ByteArena& arena,
                      std::string_view* out) override {
    std::fill_n(out, rows.size(), fill_);
    Hits hits(*this);
    GYRE_TRY(hits.find(base, rows));
    if (hits.count == 0) return {};
    ReadContext::Scratch<std::string_view> texts(scratch(), tile_rows);
    GYRE_TRY(texts_of(values()).gather(0, hits.all(), arena, texts.data()));
    for (std::size_t i = 0; i < hits.count; ++i) out[hits.at[i]] = texts[i];
    return {};
  }

 private:
  ByteArena arena_;  // of the fill
  std::string_view fill_;
};

class SparseStructs final : public Sparsely<StructReader> {
 public:
  using Sparsely::Sparsely;

  Result<void> prepare() {
    auto& structs = structs_of(values());
    for (std::size_t i = 0; i < structs.field_count(); ++i)
      fields_.push_back(
          GYRE_TRY(sparse_reader({&structs.field(i), nullptr, patches()}, rows(), scratch())));
    return {};
  }
  std::size_t field_count() const override { return fields_.size(); }
  Reader& field(std::size_t index) override { return *fields_[index]; }

 private:
  std::vector<ReaderRef> fields_;
};

/// All rows without a patch are the same range of the elements.
class SparseLists final : public Sparsely<ListReader> {
 public:
  using Sparsely::Sparsely;

  Result<void> prepare() { return lists_of(values()).ranges(fill_row(), &fill_); }

  Result<void> ranges(RowRange rows, RowRange* out) override {
    const auto range = GYRE_TRY(find(rows));
    std::fill_n(out, rows.size(), fill_);
    if (range.empty()) return {};
    ReadContext::Scratch<RowRange> lists(scratch(), tile_rows);
    GYRE_TRY(lists_of(values()).ranges(range.rows(), lists.data()));
    for (std::size_t i = 0; i < range.size(); ++i) out[place(rows, range, i)] = lists[i];
    return {};
  }
  Reader& elements() override { return lists_of(values()).elements(); }
  std::uint64_t element_rows() const override { return lists_of(values()).element_rows(); }

 private:
  RowRange fill_;
};

template <class SparseReader>
Result<ReaderRef> prepared(std::unique_ptr<SparseReader> reader) {
  GYRE_TRY(reader->prepare_validity());
  GYRE_TRY(reader->prepare());
  return reader;
}

Result<ReaderRef> sparse_reader(Values values, std::uint64_t rows, ReadContext& context) {
  switch (values.reader->shape()) {
    case Shape::null: return std::make_unique<NullReader>(rows);
    case Shape::mask:
      return prepared(std::make_unique<SparseMasks>(std::move(values), rows, context));
    case Shape::text:
      return prepared(std::make_unique<SparseTexts>(std::move(values), rows, context, context));
    case Shape::structure:
      return prepared(std::make_unique<SparseStructs>(std::move(values), rows, context));
    case Shape::list:
      return prepared(std::make_unique<SparseLists>(std::move(values), rows, context));
    default: break;
  }
  return with_word(word_bytes(values.reader->shape()), [&]<Word W>(W) {
    return prepared(std::make_unique<SparseWords<W>>(std::move(values), rows, context, context));
  });
}

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& sparse = static_cast<const Sparse&>(*array);
  const auto fill = GYRE_TRY(
      within(read_value(sparse.fill.bytes(), array->dtype), "{}: fill", sparse_encoding.id));
  if (fill.is_null() && !array->dtype.nullable())
    return fail(Code::corrupt, "{}: null in rows of {}", sparse_encoding.id, to_text(array->dtype));
  std::vector<ReaderRef> parts;
  parts.push_back(GYRE_TRY(make_reader(sparse.patches->values, context)));
  parts.push_back(GYRE_TRY(constant_reader(fill, array->dtype, 1, context)));
  auto values = GYRE_TRY(
      within(concat_readers(std::move(parts), array->dtype, context), "{}", sparse_encoding.id));
  auto* borrowed = values.get();
  auto patches = std::make_shared<PatchRows>(sparse.patches);
  return sparse_reader({borrowed, std::move(values), std::move(patches)}, array->rows, context);
}

}  // namespace

const Encoding sparse_encoding{.id = "vortex.sparse", .open = open, .reader = reader};

}  // namespace gyre
