#include <vector>

#include "array/encoding.hpp"

namespace gyre {
namespace {

extern const Encoding slice_encoding;

/// Rows of another array; never of a slice, and never all of them.
struct Slice final : Array {
  Slice(ArrayRef whole_array, RowRange kept_rows)
      : Array(slice_encoding, whole_array->dtype, kept_rows.size()),
        whole(std::move(whole_array)),
        kept(kept_rows) {}
  ArrayRef whole;
  RowRange kept;
};

/// What a slice reads from; a struct's fields belong to the struct.
struct Whole {
  Reader* reader;
  ReaderRef owned;
};

ReaderRef sliced(Whole whole, RowRange kept, ReadContext& context);

/// Moves the questions that every reader answers.
template <class Base>
class Sliced : public Base {
 public:
  template <class... Args>
  Sliced(Whole whole, RowRange kept, Args&... args)
      : Base(kept.size(), args...), whole_(std::move(whole)), first_(kept.first) {}

  bool all_valid() const final { return whole_.reader->all_valid(); }
  Result<void> validity(RowRange rows, TileMask& valid) final {
    return whole_.reader->validity(rows.shifted(first_), valid);
  }
  Result<void> gather_validity(std::uint64_t base, std::span<const std::uint32_t> rows,
                               TileMask& valid) final {
    return whole_.reader->gather_validity(first_ + base, rows, valid);
  }

 protected:
  Reader& whole() const { return *whole_.reader; }
  std::uint64_t first() const { return first_; }

 private:
  Whole whole_;
  std::uint64_t first_;
};

template <Word W>
class SlicedWords final : public Sliced<WordReader<W>> {
 public:
  using Sliced<WordReader<W>>::Sliced;

  Result<void> read(RowRange rows, W* out) override {
    return words_of<W>(this->whole()).read(rows.shifted(this->first()), out);
  }
  Result<void> select(RowRange rows, const Test<W>& test, TileMask& mask) override {
    return words_of<W>(this->whole()).select(rows.shifted(this->first()), test, mask);
  }
  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, W* out) override {
    return words_of<W>(this->whole()).gather(this->first() + base, rows, out);
  }
};

class SlicedMasks final : public Sliced<MaskReader> {
 public:
  using Sliced::Sliced;
  Result<void> read(RowRange rows, TileMask& out) override {
    return masks_of(whole()).read(rows.shifted(first()), out);
  }
};

class SlicedTexts final : public Sliced<TextReader> {
 public:
  using Sliced::Sliced;
  Result<void> read(RowRange rows, const TileMask& mask, ByteArena& arena,
                    std::string_view* out) override {
    return texts_of(whole()).read(rows.shifted(first()), mask, arena, out);
  }
  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, ByteArena& arena,
                      std::string_view* out) override {
    return texts_of(whole()).gather(first() + base, rows, arena, out);
  }
};

class SlicedStructs final : public Sliced<StructReader> {
 public:
  SlicedStructs(Whole of, RowRange kept, ReadContext& context) : Sliced(std::move(of), kept) {
    auto& structs = structs_of(whole());
    for (std::size_t i = 0; i < structs.field_count(); ++i)
      fields_.push_back(sliced({&structs.field(i), nullptr}, kept, context));
  }
  std::size_t field_count() const override { return fields_.size(); }
  Reader& field(std::size_t index) override { return *fields_[index]; }

 private:
  std::vector<ReaderRef> fields_;
};

class SlicedLists final : public Sliced<ListReader> {
 public:
  using Sliced::Sliced;
  Result<void> ranges(RowRange rows, RowRange* out) override {
    return lists_of(whole()).ranges(rows.shifted(first()), out);
  }
  Reader& elements() override { return lists_of(whole()).elements(); }
  std::uint64_t element_rows() const override { return lists_of(whole()).element_rows(); }
};

ReaderRef sliced(Whole whole, RowRange kept, ReadContext& context) {
  switch (whole.reader->shape()) {
    case Shape::null: return std::make_unique<NullReader>(kept.size());
    case Shape::mask: return std::make_unique<SlicedMasks>(std::move(whole), kept);
    case Shape::text: return std::make_unique<SlicedTexts>(std::move(whole), kept, context);
    case Shape::structure: return std::make_unique<SlicedStructs>(std::move(whole), kept, context);
    case Shape::list: return std::make_unique<SlicedLists>(std::move(whole), kept);
    default:
      return with_word(word_bytes(whole.reader->shape()), [&]<Word W>(W) -> ReaderRef {
        return std::make_unique<SlicedWords<W>>(std::move(whole), kept, context);
      });
  }
}

Result<ArrayRef> open(const ArrayParts& parts) {
  return fail(Code::unsupported, "{}: slices are made in memory and never stored", parts.id());
}

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& slice = static_cast<const Slice&>(*array);
  auto whole = GYRE_TRY(make_reader(slice.whole, context));
  auto* borrowed = whole.get();
  return sliced({borrowed, std::move(whole)}, slice.kept, context);
}

const Encoding slice_encoding{.id = "gyre.slice", .open = open, .reader = reader};

}  // namespace

Result<ArrayRef> slice(ArrayRef array, RowRange rows) {
  if (rows.first > rows.last || rows.last > array->rows)
    return fail(Code::invalid_argument, "rows {} to {} of an array of {}", rows.first, rows.last,
                array->rows);
  if (rows.size() == array->rows) return array;
  if (&array->encoding == &slice_encoding) {
    const auto& outer = static_cast<const Slice&>(*array);
    return std::make_shared<Slice>(outer.whole, rows.shifted(outer.kept.first));
  }
  return std::make_shared<Slice>(std::move(array), rows);
}

}  // namespace gyre
