#include "array/masked_reader.hpp"

namespace gyre {
namespace {

/// A reader seen through a mask: values are the child's, and rows count as null also where `mask` says so.
struct Source {
  std::vector<ReaderRef> owned;  // keeps child and mask alive
  Reader* child;
  Reader* mask;  // tells by its bits (MaskReader) or by its validity
  bool mask_is_bits;

  Result<void> validity(RowRange rows, TileMask& valid) {
    GYRE_TRY(child->validity(rows, valid));
    TileMask kept;
    if (mask_is_bits) {
      GYRE_TRY(masks_of(*mask).read(rows, kept));
    } else {
      GYRE_TRY(mask->validity(rows, kept));
    }
    valid &= kept;
    return {};
  }
  bool all_valid() const { return !mask_is_bits && mask->all_valid() && child->all_valid(); }
};

/// What all masked shapes share.
template <class Base>
class Masked : public Base {
 public:
  template <class... Args>
  explicit Masked(Source source, Args&&... args)
      : Base(std::forward<Args>(args)...), source_(std::move(source)) {}
  Result<void> validity(RowRange rows, TileMask& valid) override {
    return source_.validity(rows, valid);
  }
  bool all_valid() const override { return source_.all_valid(); }

 protected:
  Source source_;
};

template <Word W>
class MaskedWords final : public Masked<WordReader<W>> {
 public:
  using Masked<WordReader<W>>::Masked;
  Result<void> read(RowRange rows, W* out) override { return child().read(rows, out); }
  Result<void> select(RowRange rows, const Test<W>& test, TileMask& mask) override {
    return child().select(rows, test, mask);
  }
  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, W* out) override {
    return child().gather(base, rows, out);
  }

 private:
  WordReader<W>& child() { return words_of<W>(*this->source_.child); }
};

class MaskedMasks final : public Masked<MaskReader> {
 public:
  using Masked::Masked;
  Result<void> read(RowRange rows, TileMask& out) override {
    return masks_of(*source_.child).read(rows, out);
  }
};

class MaskedTexts final : public Masked<TextReader> {
 public:
  using Masked::Masked;
  Result<void> read(RowRange rows, const TileMask& mask, ByteArena& arena,
                    std::string_view* out) override {
    TileMask valid;
    GYRE_TRY(validity(rows, valid));
    valid &= mask;
    return texts_of(*source_.child).read(rows, valid, arena, out);
  }
  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, ByteArena& arena,
                      std::string_view* out) override {
    GYRE_TRY(texts_of(*source_.child).gather(base, rows, arena, out));
    for (std::size_t first = 0; first < rows.size(); first += tile_rows) {
      const auto part = rows.subspan(first, std::min<std::size_t>(tile_rows, rows.size() - first));
      TileMask valid;
      GYRE_TRY(gather_validity(base, part, valid));
      for (std::size_t i = 0; i < part.size(); ++i)
        if (!valid.at(i)) out[first + i] = {};
    }
    return {};
  }
};

class MaskedStructs final : public Masked<StructReader> {
 public:
  using Masked::Masked;
  std::size_t field_count() const override { return structs_of(*source_.child).field_count(); }
  Reader& field(std::size_t index) override { return structs_of(*source_.child).field(index); }
};

class MaskedLists final : public Masked<ListReader> {
 public:
  using Masked::Masked;
  Result<void> ranges(RowRange rows, RowRange* out) override {
    GYRE_TRY(lists_of(*source_.child).ranges(rows, out));
    TileMask valid;
    GYRE_TRY(validity(rows, valid));
    for (std::uint64_t row = 0; row < rows.size(); ++row)
      if (!valid.at(row)) out[row] = {};
    return {};
  }
  Reader& elements() override { return lists_of(*source_.child).elements(); }
  std::uint64_t element_rows() const override { return lists_of(*source_.child).element_rows(); }
};

ReaderRef masked(Source source, ReadContext& context) {
  const auto rows = source.child->rows();
  switch (source.child->shape()) {
    case Shape::null: return std::make_unique<NullReader>(rows);
    case Shape::mask: return std::make_unique<MaskedMasks>(std::move(source), rows);
    case Shape::text: return std::make_unique<MaskedTexts>(std::move(source), rows, context);
    case Shape::structure: return std::make_unique<MaskedStructs>(std::move(source), rows);
    case Shape::list: return std::make_unique<MaskedLists>(std::move(source), rows);
    default: break;
  }
  return with_word(word_bytes(source.child->shape()), [&]<Word W>(W) -> ReaderRef {
    return std::make_unique<MaskedWords<W>>(std::move(source), rows, context);
  });
}

class PlainStruct final : public StructReader {
 public:
  PlainStruct(std::vector<ReaderRef> fields, ReaderRef validity, std::uint64_t rows)
      : StructReader(rows), fields_(std::move(fields)), validity_(std::move(validity)) {}
  std::size_t field_count() const override { return fields_.size(); }
  Reader& field(std::size_t index) override { return *fields_[index]; }
  bool all_valid() const override { return !validity_; }
  Result<void> validity(RowRange rows, TileMask& valid) override {
    return validity_ ? masks_of(*validity_).read(rows, valid) : StructReader::validity(rows, valid);
  }

 private:
  std::vector<ReaderRef> fields_;
  ReaderRef validity_;
};

}  // namespace

ReaderRef mask_reader(ReaderRef child, ReaderRef validity, ReadContext& context) {
  Source source{{}, child.get(), validity.get(), true};
  source.owned.push_back(std::move(child));
  source.owned.push_back(std::move(validity));
  return masked(std::move(source), context);
}

ReaderRef field_reader(ReaderRef structure, std::size_t index, ReadContext& context) {
  Source source{{}, &structs_of(*structure).field(index), structure.get(), false};
  source.owned.push_back(std::move(structure));
  return masked(std::move(source), context);
}

ReaderRef struct_reader(std::vector<ReaderRef> fields, ReaderRef validity, std::uint64_t rows) {
  return std::make_unique<PlainStruct>(std::move(fields), std::move(validity), rows);
}

}  // namespace gyre
