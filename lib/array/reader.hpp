#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "array/read_context.hpp"
#include "array/row_range.hpp"
#include "array/test_interval.hpp"
#include "array/tile_mask.hpp"
#include "base/result.hpp"
#include "base/words.hpp"

namespace gyre {

/// What a reader's values look like; decides which class below it is.
enum class Shape : std::uint8_t {
  null,
  mask,
  word8,
  word16,
  word32,
  word64,
  word128,
  word256,
  text,
  structure,
  list
};

template <Word W>
constexpr Shape shape_of() {
  switch (sizeof(W)) {
    case 1: return Shape::word8;
    case 2: return Shape::word16;
    case 4: return Shape::word32;
    case 8: return Shape::word64;
    case 16: return Shape::word128;
    default: return Shape::word256;
  }
}
/// Bytes of a word shape; 0 for the others.
constexpr unsigned word_bytes(Shape shape) {
  return shape >= Shape::word8 && shape <= Shape::word256
             ? 1u << (static_cast<unsigned>(shape) - static_cast<unsigned>(Shape::word8))
             : 0u;
}

/// What an array compiles to: gives its rows a tile at a time into the caller's memory.
///
/// It owns its array, lives as long as a split, and belongs to one worker: scratch comes from the ReadContext it was
/// made with. Rows count from the array's first row; every range below lies inside the array (the caller's promise).
///
/// rows     at most 1,024, starting where tile 0, 1, 2 … of the array start: then nothing is decoded twice. Other ranges
///          give the same values, at the price of a block cache.
/// Errors   Code::corrupt where only values tell (a code past its dictionary); shapes were checked by open
class Reader {
 public:
  Reader(Shape shape, std::uint64_t rows) : shape_(shape), rows_(rows) {}
  virtual ~Reader() = default;
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  Shape shape() const { return shape_; }
  std::uint64_t rows() const { return rows_; }

  /// Sets exactly the bits of the rows that are not null; bit 0 is rows.first. Default: all.
  virtual Result<void> validity(RowRange rows, TileMask& valid);
  /// No row is null, known without looking at values.
  virtual bool all_valid() const { return true; }
  /// Bit i tells of row base + rows[i]; rows rise. Default: by the tiles that hold them.
  virtual Result<void> gather_validity(std::uint64_t base, std::span<const std::uint32_t> rows,
                                       TileMask& valid);

 private:
  Shape shape_;
  std::uint64_t rows_;
};
using ReaderRef = std::unique_ptr<Reader>;

/// Rows of the null type, or of anything whose every row is null.
class NullReader final : public Reader {
 public:
  explicit NullReader(std::uint64_t rows) : Reader(Shape::null, rows) {}
  Result<void> validity(RowRange, TileMask& valid) override {
    valid = {};
    return {};
  }
  bool all_valid() const override { return false; }
};

/// Numbers, as words of one width.
template <Word W>
class WordReader : public Reader {
 public:
  WordReader(std::uint64_t rows, ReadContext& context)
      : Reader(shape_of<W>(), rows), context_(context) {}

  /// out      the words of the rows; any alignment of W, with room for 1,024 words and 64 bytes: whole tiles may be
  ///          written. Null rows hold any word.
  virtual Result<void> read(RowRange rows, W* out) = 0;

  /// Clears the bits of `mask` whose rows fail `test`; bit 0 is rows.first. Null rows may come out either way. Bits
  /// already clear stay clear. Default: read into scratch, then compare.
  virtual Result<void> select(RowRange rows, const Test<W>& test, TileMask& mask);

  /// out[i] = the word of row base + rows[i]; at most 1,024 rows, rising (repeats allowed), and no word
  /// is written behind them. Default: by their tiles.
  virtual Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, W* out);

 protected:
  ReadContext& context() const { return context_; }

 private:
  ReadContext& context_;
};

/// Booleans, as bits.
class MaskReader : public Reader {
 public:
  explicit MaskReader(std::uint64_t rows) : Reader(Shape::mask, rows) {}
  /// Sets exactly the bits of the rows that are true; null rows may come out either way.
  virtual Result<void> read(RowRange rows, TileMask& out) = 0;
};

/// Text and binary.
class TextReader : public Reader {
 public:
  TextReader(std::uint64_t rows, ReadContext& context)
      : Reader(Shape::text, rows), context_(context) {}

  /// out[i] = the bytes of row rows.first + i for each bit i of `mask`; other rows and null rows hold an empty view.
  /// The views point into `arena`, or into memory that lives as long as the reader.
  virtual Result<void> read(RowRange rows, const TileMask& mask, ByteArena& arena,
                            std::string_view* out) = 0;
  /// out[i] = the bytes of row base + rows[i]; rising; null rows hold an empty view. Default: by their tiles.
  virtual Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows,
                              ByteArena& arena, std::string_view* out);

 protected:
  ReadContext& context() const { return context_; }

 private:
  ReadContext& context_;
};

/// Structs: one reader a field, all over the same rows. A field's value in a null row means nothing.
class StructReader : public Reader {
 public:
  explicit StructReader(std::uint64_t rows) : Reader(Shape::structure, rows) {}
  virtual std::size_t field_count() const = 0;
  virtual Reader& field(std::size_t index) = 0;
};

/// Lists of any kind, maps among them: each row is a range of element rows.
class ListReader : public Reader {
 public:
  explicit ListReader(std::uint64_t rows) : Reader(Shape::list, rows) {}
  /// out[i] = the element rows of row rows.first + i, inside 0 .. element_rows(); empty where the row is null.
  virtual Result<void> ranges(RowRange rows, RowRange* out) = 0;
  virtual Reader& elements() = 0;
  virtual std::uint64_t element_rows() const = 0;
};

/// A reader as the class that its shape says it is.
template <Word W>
WordReader<W>& words_of(Reader& reader) {
  GYRE_ASSERT(reader.shape() == shape_of<W>());
  return static_cast<WordReader<W>&>(reader);
}
inline MaskReader& masks_of(Reader& reader) {
  GYRE_ASSERT(reader.shape() == Shape::mask);
  return static_cast<MaskReader&>(reader);
}
inline TextReader& texts_of(Reader& reader) {
  GYRE_ASSERT(reader.shape() == Shape::text);
  return static_cast<TextReader&>(reader);
}
inline StructReader& structs_of(Reader& reader) {
  GYRE_ASSERT(reader.shape() == Shape::structure);
  return static_cast<StructReader&>(reader);
}
inline ListReader& lists_of(Reader& reader) {
  GYRE_ASSERT(reader.shape() == Shape::list);
  return static_cast<ListReader&>(reader);
}

/// Calls `body(span, first, count)` for each tile that holds some of the rows base + rows[first .. first + count], which
/// rise. `span` is from the first of them to the last, all in that tile. What the default gathers do.
template <class Body>
Result<void> for_each_tile(std::uint64_t base, std::span<const std::uint32_t> rows, Body&& body) {
  for (std::size_t first = 0; first < rows.size();) {
    const auto end = ((base + rows[first]) / tile_rows + 1) * tile_rows;
    auto last = first + 1;
    while (last < rows.size() && base + rows[last] < end) ++last;
    GYRE_TRY(body(RowRange{base + rows[first], base + rows[last - 1] + 1}, first, last - first));
    first = last;
  }
  return {};
}

/// Clears the bits of `mask` whose values fail `test`; reads values[0 .. rows].
template <Word W>
void apply_test(const W* values, std::uint64_t rows, const Test<W>& test, TileMask& mask);

}  // namespace gyre
