#include "array/concat_reader.hpp"

#include <algorithm>
#include <optional>

#include "array/column.hpp"
#include "array/detail/reader_parts.hpp"

namespace gyre {
namespace {

/// A concatenation of class Base: what is the same for every shape.
template <class Base>
class Concat : public Base {
 public:
  template <class... Args>
  explicit Concat(ReaderParts parts, ReadContext& context, Args&&... args)
      : Base(parts.rows(), std::forward<Args>(args)...),
        parts_(std::move(parts)),
        scratch_(context) {}

  bool all_valid() const override { return parts_.all_valid(); }
  Result<void> validity(RowRange rows, TileMask& valid) override {
    return parts_.validity(rows, valid);
  }
  Result<void> gather_validity(std::uint64_t base, std::span<const std::uint32_t> rows,
                               TileMask& valid) override {
    return parts_.gather_validity(base, rows, scratch_, valid);
  }

 protected:
  ReaderParts parts_;
  ReadContext& scratch_;
};

/// The rows of `mask` that a piece covers, as the piece's own.
TileMask piece_of(const TileMask& mask, RowRange piece, std::uint64_t at) {
  auto cut = mask.shifted_down(at);
  cut &= TileMask::all(piece.size());
  return cut;
}

template <Word W>
class ConcatWords final : public Concat<WordReader<W>> {
 public:
  ConcatWords(ReaderParts parts, ReadContext& context)
      : Concat<WordReader<W>>(std::move(parts), context, context) {}

  Result<void> read(RowRange rows, W* out) override {
    return this->parts_.for_each_piece(rows,
                                       [&](std::size_t part, RowRange piece, std::uint64_t at) {
                                         return read_piece(this->parts_[part], piece, at, out);
                                       });
  }

  Result<void> select(RowRange rows, const Test<W>& test, TileMask& mask) override {
    TileMask passed;
    auto select_piece = [&](std::size_t part, RowRange piece, std::uint64_t at) -> Result<void> {
      auto piece_mask = piece_of(mask, piece, at);
      GYRE_TRY(select_in(this->parts_[part], piece, test, piece_mask));
      passed |= piece_mask.shifted_up(at);
      return {};
    };
    GYRE_TRY(this->parts_.for_each_piece(rows, select_piece));
    mask = passed;
    return {};
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, W* out) override {
    return this->parts_.for_each_gather(
        base, rows, this->scratch_,
        [&](std::size_t part, std::uint64_t part_base, std::span<const std::uint32_t> part_rows,
            std::size_t at) -> Result<void> {
          auto& reader = this->parts_[part];
          if (reader.shape() == shape_of<W>())
            return words_of<W>(reader).gather(part_base, part_rows, out + at);
          if (reader.shape() == Shape::null) {
            std::fill_n(out + at, part_rows.size(), W{});
            return {};
          }
          return with_word(word_bytes(reader.shape()), [&]<Word N>(N) -> Result<void> {
            ReadContext::Scratch<N> words(this->scratch_, ReadContext::tile_room<N>);
            GYRE_TRY(words_of<N>(reader).gather(part_base, part_rows, words.data()));
            extend(words.data(), part_rows.size(), out + at);
            return {};
          });
        });
  }

 private:
  Result<void> select_in(Reader& part, RowRange piece, const Test<W>& test, TileMask& mask) {
    if (part.shape() == shape_of<W>()) return words_of<W>(part).select(piece, test, mask);
    if (part.shape() == Shape::null) {
      mask = {};
      return {};
    }
    ReadContext::Scratch<W> values(this->scratch_, ReadContext::tile_room<W>);
    GYRE_TRY(read_piece(part, piece, 0, values.data()));
    apply_test(values.data(), piece.size(), test, mask);
    return {};
  }

  template <Word N>
  static void extend(const N* from, std::uint64_t count, W* out) {
    for (std::uint64_t i = 0; i < count; ++i) out[i] = truncate<W>(sign_extend(from[i]));
  }

  /// Only a piece at the start may be written in place: readers may write a whole tile.
  Result<void> read_piece(Reader& reader, RowRange piece, std::uint64_t at, W* out) {
    if (reader.shape() == Shape::null) {
      std::fill_n(out + at, piece.size(), W{});
      return {};
    }
    if (at == 0 && reader.shape() == shape_of<W>()) return words_of<W>(reader).read(piece, out);
    return with_word(word_bytes(reader.shape()), [&]<Word N>(N) -> Result<void> {
      ReadContext::Scratch<N> words(this->scratch_, ReadContext::tile_room<N>);
      GYRE_TRY(words_of<N>(reader).read(piece, words.data()));
      if constexpr (std::is_same_v<N, W>)
        std::copy_n(words.data(), piece.size(), out + at);
      else
        extend(words.data(), piece.size(), out + at);
      return {};
    });
  }
};

class ConcatMasks final : public Concat<MaskReader> {
 public:
  using Concat::Concat;

  Result<void> read(RowRange rows, TileMask& out) override {
    out = {};
    return parts_.for_each_piece(
        rows, [&](std::size_t part, RowRange piece, std::uint64_t at) -> Result<void> {
          if (parts_[part].shape() == Shape::null) return {};
          TileMask bits;
          GYRE_TRY(masks_of(parts_[part]).read(piece, bits));
          out |= bits.shifted_up(at);
          return {};
        });
  }
};

class ConcatTexts final : public Concat<TextReader> {
 public:
  ConcatTexts(ReaderParts parts, ReadContext& context)
      : Concat(std::move(parts), context, context) {}

  Result<void> read(RowRange rows, const TileMask& mask, ByteArena& arena,
                    std::string_view* out) override {
    return parts_.for_each_piece(
        rows, [&](std::size_t part, RowRange piece, std::uint64_t at) -> Result<void> {
          if (parts_[part].shape() != Shape::null)
            return texts_of(parts_[part]).read(piece, piece_of(mask, piece, at), arena, out + at);
          std::fill_n(out + at, piece.size(), std::string_view());
          return {};
        });
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, ByteArena& arena,
                      std::string_view* out) override {
    return parts_.for_each_gather(
        base, rows, scratch_,
        [&](std::size_t part, std::uint64_t part_base, std::span<const std::uint32_t> part_rows,
            std::size_t at) -> Result<void> {
          if (parts_[part].shape() != Shape::null)
            return texts_of(parts_[part]).gather(part_base, part_rows, arena, out + at);
          std::fill_n(out + at, part_rows.size(), std::string_view());
          return {};
        });
  }
};

Result<ReaderRef> join(ReaderParts parts, const DType& dtype, ReadContext& context);

class ConcatStructs final : public Concat<StructReader> {
 public:
  using Concat::Concat;

  Result<void> make_fields(const DType& dtype) {
    for (std::size_t i = 0; i < dtype.field_count(); ++i) {
      ReaderParts fields;
      for (std::size_t part = 0; part < parts_.size(); ++part) {
        if (parts_[part].shape() == Shape::null) {
          auto nulls = std::make_unique<NullReader>(parts_[part].rows());
          GYRE_TRY(fields.add(*nulls));
          fields.own(std::move(nulls));
        } else {
          auto& whole = structs_of(parts_[part]);
          if (whole.field_count() != dtype.field_count())
            return fail(Code::corrupt, "chunks: {} fields, expected {}", whole.field_count(),
                        dtype.field_count());
          GYRE_TRY(fields.add(whole.field(i)));
        }
      }
      fields_.push_back(GYRE_TRY(join(std::move(fields), dtype.field(i), scratch_)));
    }
    return {};
  }

  std::size_t field_count() const override { return fields_.size(); }
  Reader& field(std::size_t index) override { return *fields_[index]; }

 private:
  std::vector<ReaderRef> fields_;
};

class ConcatLists final : public Concat<ListReader> {
 public:
  using Concat::Concat;

  Result<void> make_elements(const DType& dtype) {
    ReaderParts elements;
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      first_element_.push_back(elements.rows());
      if (parts_[part].shape() != Shape::null)
        GYRE_TRY(elements.add(lists_of(parts_[part]).elements()));
    }
    element_rows_ = elements.rows();
    elements_ = GYRE_TRY(join(std::move(elements), dtype, scratch_));
    return {};
  }

  Result<void> ranges(RowRange rows, RowRange* out) override {
    return parts_.for_each_piece(
        rows, [&](std::size_t part, RowRange piece, std::uint64_t at) -> Result<void> {
          if (parts_[part].shape() == Shape::null) {
            std::fill_n(out + at, piece.size(), RowRange{});
            return {};
          }
          GYRE_TRY(lists_of(parts_[part]).ranges(piece, out + at));
          for (auto i = at; i < at + piece.size(); ++i)
            out[i] = out[i].shifted(first_element_[part]);
          return {};
        });
  }
  Reader& elements() override { return *elements_; }
  std::uint64_t element_rows() const override { return element_rows_; }

 private:
  std::vector<std::uint64_t> first_element_;
  std::uint64_t element_rows_ = 0;
  ReaderRef elements_;
};

std::optional<Shape> shape_of(const DType& dtype) {
  const auto& physical = dtype.physical();
  switch (physical.kind()) {
    case Kind::null: return Shape::null;
    case Kind::boolean: return Shape::mask;
    case Kind::primitive:
    case Kind::decimal:
      return with_word(word_bytes(physical), []<Word W>(W) { return gyre::shape_of<W>(); });
    case Kind::utf8:
    case Kind::binary: return Shape::text;
    case Kind::structure: return Shape::structure;
    case Kind::list:
    case Kind::fixed_size_list:
    case Kind::map: return Shape::list;
    default: return std::nullopt;
  }
}

/// The shape that all parts have or, among decimals, can be given.
Result<Shape> common_shape(const ReaderParts& parts, const DType& dtype) {
  const auto expected = shape_of(dtype);
  if (!expected) return fail(Code::unsupported, "chunks of a type that cannot be read");
  if (parts.size() == 0) return *expected;
  const bool is_decimal = dtype.physical().is(Kind::decimal);
  auto shape = Shape::null;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const auto found = parts[part].shape();
    if (found == Shape::null) continue;
    if (is_decimal ? word_bytes(found) == 0 : found != *expected)
      return fail(Code::corrupt, "chunks: chunk {} has values of another shape", part);
    shape = std::max(shape, found);
  }
  return shape;
}

Result<ReaderRef> join(ReaderParts parts, const DType& dtype, ReadContext& context) {
  const auto shape = GYRE_TRY(common_shape(parts, dtype));
  switch (shape) {
    case Shape::null: return std::make_unique<NullReader>(parts.rows());
    case Shape::mask: return std::make_unique<ConcatMasks>(std::move(parts), context);
    case Shape::text: return std::make_unique<ConcatTexts>(std::move(parts), context);
    case Shape::structure: {
      auto structs = std::make_unique<ConcatStructs>(std::move(parts), context);
      GYRE_TRY(structs->make_fields(dtype.physical()));
      return structs;
    }
    case Shape::list: {
      auto lists = std::make_unique<ConcatLists>(std::move(parts), context);
      GYRE_TRY(lists->make_elements(element_of(dtype)));
      return lists;
    }
    default:
      return with_word(word_bytes(shape), [&]<Word W>(W) -> Result<ReaderRef> {
        return std::make_unique<ConcatWords<W>>(std::move(parts), context);
      });
  }
}

}  // namespace

Result<ReaderRef> concat_readers(std::vector<ReaderRef> parts, const DType& dtype,
                                 ReadContext& context) {
  if (parts.size() == 1) return std::move(parts.front());
  ReaderParts joined;
  for (auto& part : parts) {
    GYRE_TRY(joined.add(*part));
    joined.own(std::move(part));
  }
  return join(std::move(joined), dtype, context);
}

}  // namespace gyre
