#include "array/column_sink.hpp"

#include <cstring>
#include <utility>

#include "array/detail/sink.hpp"

namespace gyre {
namespace detail {

Result<void> Sink::append(Reader& reader, RowRange rows, const TileMask* mask) {
  const auto count = mask ? mask->count() : rows.size();
  if (count == 0) return {};
  if (reader.shape() == Shape::null) return append_nulls(count);
  auto valid = TileMask::all(count);
  if (!reader.all_valid()) {
    GYRE_TRY(reader.validity(rows, valid));
    if (count < rows.size()) valid = valid.packed(*mask);
  }
  GYRE_TRY(count == rows.size() ? add_tile(reader, rows, valid)
                                : add_masked(reader, rows, *mask, count, valid));
  validity_.append(valid, count);
  return check_room(0);
}

Result<void> Sink::gather(Reader& reader, std::uint64_t base, std::span<const std::uint32_t> rows) {
  if (reader.shape() == Shape::null) return append_nulls(rows.size());
  while (!rows.empty()) {
    const auto some = rows.first(std::min<std::size_t>(rows.size(), tile_rows));
    auto valid = TileMask::all(some.size());
    if (!reader.all_valid()) GYRE_TRY(reader.gather_validity(base, some, valid));
    GYRE_TRY(add_single(reader, base, some, valid));
    validity_.append(valid, some.size());
    rows = rows.subspan(some.size());
    GYRE_TRY(check_room(0));
  }
  return {};
}

Result<void> Sink::check_room(std::uint64_t more_bytes) const {
  const auto most = context_.most_sink_bytes;
  const auto size = size_bytes();
  if (size <= most && more_bytes <= most - size) return {};
  return fail(Code::unsupported,
              "{} rows and more take above {} MiB in memory; a higher --memory-limit lets them in",
              rows(), most >> 20);
}

Result<void> Sink::append_nulls(std::uint64_t rows) {
  GYRE_TRY(add_filler(rows));
  dtype_.nullable() ? validity_.append_nulls(rows) : validity_.append_valid(rows);
  return {};
}

Result<Column> Sink::finish() {
  Column column;
  column.dtype = dtype_;
  column.rows = validity_.rows();
  validity_.finish(column);
  GYRE_TRY(finish_values(column));
  return column;
}

}  // namespace detail

namespace {

using detail::Sink;

/// Below one row in this many, rows are fetched one by one.
constexpr std::uint64_t sparse_rows = 32;

/// Moves the kept values to the front of `out`.
template <class T>
void compact(const T* values, const TileMask& mask, T* out) {
  for (std::size_t i = 0; i < TileMask::words; ++i) {
    auto bits = mask.word[i];
    const auto* from = values + i * 64;
    if (~bits == 0) {
      std::memcpy(out, from, 64 * sizeof(T));
      out += 64;
      continue;
    }
    for (; bits != 0; bits &= bits - 1) *out++ = from[std::countr_zero(bits)];
  }
}

/// Primitives, and decimals as 16 or 32 bytes whatever width the reader has.
template <Word W>
class WordSink final : public Sink {
 public:
  using Sink::Sink;

 private:
  Result<void> add_tile(Reader& reader, RowRange rows, const TileMask&) override {
    auto* out = room(ReadContext::tile_room<W>);
    GYRE_TRY(read(reader, rows, out));
    used(rows.size());
    return {};
  }

  Result<void> add_masked(Reader& reader, RowRange rows, const TileMask& mask, std::uint64_t count,
                          const TileMask&) override {
    if (count * sparse_rows < rows.size()) {
      std::uint32_t kept[tile_rows / sparse_rows];
      std::size_t next = 0;
      mask.for_each([&](std::uint64_t row) { kept[next++] = static_cast<std::uint32_t>(row); });
      return fetch(reader, rows.first, std::span(kept, next));
    }
    ReadContext::Scratch<W> values(context(), ReadContext::tile_room<W>);
    GYRE_TRY(read(reader, rows, values.data()));
    compact(values.data(), mask, room(count));
    used(count);
    return {};
  }

  Result<void> add_single(Reader& reader, std::uint64_t base, std::span<const std::uint32_t> rows,
                          const TileMask&) override {
    return fetch(reader, base, rows);
  }

  Result<void> add_filler(std::uint64_t rows) override {
    const auto before = values_.size();
    values_.resize(before + rows * sizeof(W));
    std::memset(values_.data() + before, 0, values_.size() - before);
    return {};
  }

  std::uint64_t value_bytes() const override { return values_.size(); }

  Result<void> finish_values(Column& column) override {
    column.buffers.push_back(std::exchange(values_, MutableBuffer::uninitialized(0)).freeze());
    return {};
  }

  /// Where the next rows go; `used` says how many.
  W* room(std::uint64_t rows) {
    values_.reserve(values_.size() + rows * sizeof(W));
    return reinterpret_cast<W*>(values_.data() + values_.size());
  }
  void used(std::uint64_t rows) { values_.resize(values_.size() + rows * sizeof(W)); }

  Result<void> read(Reader& reader, RowRange rows, W* out) {
    if (same_width(reader)) return words_of<W>(reader).read(rows, out);
    return widened(reader, rows.size(), out,
                   [&](auto& words, auto* values) { return words.read(rows, values); });
  }

  Result<void> fetch(Reader& reader, std::uint64_t base, std::span<const std::uint32_t> rows) {
    auto* out = room(rows.size());
    if (same_width(reader)) {
      GYRE_TRY(words_of<W>(reader).gather(base, rows, out));
    } else {
      GYRE_TRY(widened(reader, rows.size(), out, [&](auto& words, auto* values) {
        return words.gather(base, rows, values);
      }));
    }
    used(rows.size());
    return {};
  }

  /// Always so for primitives; decimals may be stored in fewer or more bytes.
  static bool same_width(const Reader& reader) {
    if constexpr (sizeof(W) < 16) return true;
    return reader.shape() == shape_of<W>();
  }

  template <class Fetch>
  Result<void> widened(Reader& reader, std::uint64_t rows, W* out, Fetch&& values_of) {
    if constexpr (sizeof(W) < 16) {
      return {};
    } else {
      return with_word(gyre::word_bytes(reader.shape()), [&]<Word V>(V) -> Result<void> {
        ReadContext::Scratch<V> values(context(), ReadContext::tile_room<V>);
        GYRE_TRY(values_of(words_of<V>(reader), values.data()));
        for (std::uint64_t i = 0; i < rows; ++i) out[i] = truncate<W>(sign_extend(values[i]));
        return {};
      });
    }
  }

  MutableBuffer values_ = MutableBuffer::uninitialized(0);
};

class MaskSink final : public Sink {
 public:
  using Sink::Sink;

 private:
  Result<void> add_tile(Reader& reader, RowRange rows, const TileMask&) override {
    TileMask bits;
    GYRE_TRY(masks_of(reader).read(rows, bits));
    bits_.append(bits, rows.size());
    return {};
  }

  Result<void> add_masked(Reader& reader, RowRange rows, const TileMask& mask, std::uint64_t count,
                          const TileMask&) override {
    TileMask bits;
    GYRE_TRY(masks_of(reader).read(rows, bits));
    bits_.append(bits.packed(mask), count);
    return {};
  }

  Result<void> add_single(Reader& reader, std::uint64_t base, std::span<const std::uint32_t> rows,
                          const TileMask&) override {
    TileMask picked;
    const auto pick = [&](RowRange span, std::size_t first, std::size_t count) -> Result<void> {
      TileMask bits;
      GYRE_TRY(masks_of(reader).read(span, bits));
      for (auto i = first; i < first + count; ++i)
        if (bits.at(base + rows[i] - span.first)) picked.set(i);
      return {};
    };
    GYRE_TRY(for_each_tile(base, rows, pick));
    bits_.append(picked, rows.size());
    return {};
  }

  Result<void> add_filler(std::uint64_t rows) override {
    bits_.append_run(false, rows);
    return {};
  }
  std::uint64_t value_bytes() const override { return bits_.size_bytes(); }
  Result<void> finish_values(Column& column) override {
    column.buffers.push_back(bits_.finish());
    return {};
  }

  BitmapBuilder bits_;
};

class TextSink final : public Sink {
 public:
  using Sink::Sink;

 private:
  Result<void> add_tile(Reader& reader, RowRange rows, const TileMask& valid) override {
    return add(rows.size(), valid, [&](ByteArena& arena, std::string_view* texts) {
      return texts_of(reader).read(rows, TileMask::all(rows.size()), arena, texts);
    });
  }

  Result<void> add_masked(Reader& reader, RowRange rows, const TileMask& mask, std::uint64_t count,
                          const TileMask& valid) override {
    return add(count, valid, [&](ByteArena& arena, std::string_view* texts) -> Result<void> {
      GYRE_TRY(texts_of(reader).read(rows, mask, arena, texts));
      std::size_t next = 0;
      mask.for_each([&](std::uint64_t row) { texts[next++] = texts[row]; });
      return {};
    });
  }

  Result<void> add_single(Reader& reader, std::uint64_t base, std::span<const std::uint32_t> rows,
                          const TileMask& valid) override {
    return add(rows.size(), valid, [&](ByteArena& arena, std::string_view* texts) {
      return texts_of(reader).gather(base, rows, arena, texts);
    });
  }

  template <class Fetch>
  Result<void> add(std::uint64_t rows, const TileMask& valid, Fetch&& fetch) {
    ReadContext::Scratch<std::string_view> texts(context(), tile_rows);
    const auto before = builder_.arena().mark();
    const auto long_before = builder_.long_texts();
    GYRE_TRY(fetch(builder_.arena(), texts.data()));
    GYRE_TRY(check_room(bytes_of(std::span(texts.data(), rows), valid)));
    builder_.append(std::span(texts.data(), rows), valid);
    // All texts went into their views: the reader's copies of them are of no use.
    if (builder_.long_texts() == long_before) builder_.arena().rewind(before);
    return {};
  }

  /// What texts take at most; the same text in a row once.
  static std::uint64_t bytes_of(std::span<const std::string_view> texts, const TileMask& valid) {
    std::uint64_t bytes = 0;
    const char* last = nullptr;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (!valid.at(i) || texts[i].data() == last) continue;
      bytes += texts[i].size();
      last = texts[i].data();
    }
    return bytes;
  }

  Result<void> add_filler(std::uint64_t rows) override {
    builder_.append_nulls(rows);
    return {};
  }
  std::uint64_t value_bytes() const override { return builder_.size_bytes(); }
  Result<void> finish_values(Column& column) override {
    column.buffers = builder_.finish(dtype()).buffers;  // the nulls are counted once, by Sink
    return {};
  }

  TextBuilder builder_;
};

class NullSink final : public Sink {
 public:
  using Sink::Sink;

 private:
  Result<void> add_tile(Reader&, RowRange, const TileMask&) override { return {}; }
  Result<void> add_masked(Reader&, RowRange, const TileMask&, std::uint64_t,
                          const TileMask&) override {
    return {};
  }
  Result<void> add_single(Reader&, std::uint64_t, std::span<const std::uint32_t>,
                          const TileMask&) override {
    return {};
  }
  Result<void> add_filler(std::uint64_t) override { return {}; }
  std::uint64_t value_bytes() const override { return 0; }
  Result<void> finish_values(Column& column) override {
    column.validity = {};
    column.null_count = column.rows;
    return {};
  }
};

class RefusingSink final : public Sink {
 public:
  using Sink::Sink;

 private:
  static Result<void> refuse() {
    return fail(Code::unsupported, "a column of variants has no plain form");
  }
  Result<void> add_tile(Reader&, RowRange, const TileMask&) override { return refuse(); }
  Result<void> add_masked(Reader&, RowRange, const TileMask&, std::uint64_t,
                          const TileMask&) override {
    return refuse();
  }
  Result<void> add_single(Reader&, std::uint64_t, std::span<const std::uint32_t>,
                          const TileMask&) override {
    return refuse();
  }
  Result<void> add_filler(std::uint64_t) override { return refuse(); }
  std::uint64_t value_bytes() const override { return 0; }
  Result<void> finish_values(Column&) override { return refuse(); }
};

}  // namespace

std::unique_ptr<Sink> detail::make_sink(const DType& dtype, ReadContext& context) {
  const auto& physical = dtype.physical();
  switch (physical.kind()) {
    case Kind::null: return std::make_unique<NullSink>(dtype, context);
    case Kind::boolean: return std::make_unique<MaskSink>(dtype, context);
    case Kind::primitive:
    case Kind::decimal:
      return with_word(word_bytes(physical), [&]<Word W>(W) -> std::unique_ptr<Sink> {
        return std::make_unique<WordSink<W>>(dtype, context);
      });
    case Kind::utf8:
    case Kind::binary: return std::make_unique<TextSink>(dtype, context);
    case Kind::structure:
    case Kind::list:
    case Kind::fixed_size_list:
    case Kind::map: return make_nested_sink(dtype, context);
    case Kind::extension:
    case Kind::variant: break;
  }
  return std::make_unique<RefusingSink>(dtype, context);
}

std::unique_ptr<ColumnSink> make_column_sink(const DType& dtype, ReadContext& context) {
  return detail::make_sink(dtype, context);
}

Result<Column> read_column(Reader& reader, const DType& dtype, RowRange rows,
                           ReadContext& context) {
  const auto sink = detail::make_sink(dtype, context);
  while (!rows.empty()) {
    const auto last = std::min(rows.last, (rows.first / tile_rows + 1) * tile_rows);
    GYRE_TRY(sink->append(reader, {rows.first, last}, nullptr));
    rows.first = last;
  }
  return sink->finish();
}

}  // namespace gyre
