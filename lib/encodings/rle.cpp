#include "encodings/rle.hpp"

#include <algorithm>
#include <array>

#include "base/bits.hpp"
#include "base/protobuf.hpp"
#include "encodings/detail/index_reader.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/take_reader.hpp"
#include "encodings/detail/unpack.hpp"

namespace gyre {

Rle::Rle(const ArrayParts& parts, ArrayRef run_values, ArrayRef value_indices,
         ArrayRef block_starts, std::uint64_t rows_cut)
    : Array(parts),
      values(std::move(run_values)),
      indices(std::move(value_indices)),
      starts(std::move(block_starts)),
      offset(rows_cut) {}

namespace {

constexpr unsigned values_len_field = 1;
constexpr unsigned indices_len_field = 2;
constexpr unsigned indices_ptype_field = 3;
constexpr unsigned starts_len_field = 4;
constexpr unsigned starts_ptype_field = 5;
constexpr unsigned offset_field = 6;

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is(Kind::primitive)) return wrong_dtype(parts);
  GYRE_TRY(expect_children(parts, 3, 3));
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  const auto indices_ptype = GYRE_TRY(index_ptype(meta.number(indices_ptype_field), parts.id()));
  const auto starts_ptype = GYRE_TRY(index_ptype(meta.number(starts_ptype_field), parts.id()));
  if (indices_ptype != PType::u8 && indices_ptype != PType::u16)
    return fail(Code::corrupt, "{}: indices of type {}", parts.id(),
                static_cast<unsigned>(indices_ptype));
  if (!is_unsigned(starts_ptype)) return fail(Code::corrupt, "{}: signed starts", parts.id());
  const auto places = meta.number(indices_len_field), offset = meta.number(offset_field);
  if (places % block_values != 0 || places / block_values != meta.number(starts_len_field))
    return fail(Code::corrupt, "{}: {} indices in {} blocks", parts.id(), places,
                meta.number(starts_len_field));
  const auto end = checked_add(offset, parts.rows);
  if (!end || *end > places)
    return fail(Code::corrupt, "{}: {} rows from {} on, with {} indices", parts.id(), parts.rows,
                offset, places);
  auto values =
      GYRE_TRY(parts.child(0, parts.dtype.with_nullable(false), meta.number(values_len_field)));
  auto indices =
      GYRE_TRY(parts.child(1, DType::primitive(indices_ptype, parts.dtype.nullable()), places));
  auto starts = GYRE_TRY(parts.child(2, DType::primitive(starts_ptype), places / block_values));
  return std::make_shared<Rle>(parts, std::move(values), std::move(indices), std::move(starts),
                               offset);
}

/// Where the values of a block lie.
class BlockStarts {
 public:
  BlockStarts(IndexReader starts, std::uint64_t values)
      : starts_(std::move(starts)), values_(values) {}

  Result<RowRange> values_of(std::uint64_t block) {
    constexpr std::array<std::uint32_t, 2> this_and_next{0, 1};
    if (!first_known_) {
      GYRE_TRY(starts_.gather(0, std::span(this_and_next).first(1), &first_));
      first_known_ = true;
    }
    const bool is_last = block + 1 == starts_.rows();
    std::array<std::uint64_t, 2> bounds{};
    GYRE_TRY(starts_.gather(block, std::span(this_and_next).first(is_last ? 1 : 2), bounds.data()));
    const auto begin = bounds[0] - first_, end = is_last ? values_ : bounds[1] - first_;
    if (begin > end || end > values_)
      return fail(Code::corrupt, "{}: block {} has values {} to {} of {}", rle_encoding.id, block,
                  begin, end, values_);
    // A block has no more values than rows; what a slice left behind the last block is nobody's.
    return RowRange{begin, std::min(end, begin + block_values)};
  }

 private:
  IndexReader starts_;
  std::uint64_t values_;
  std::uint64_t first_ = 0;
  bool first_known_ = false;
};

template <class W>
class RleReader final : public WordReader<W> {
 public:
  RleReader(const Rle& array, std::unique_ptr<WordReader<W>> values, BlockStarts starts,
            Reader& nulls, IndexReader indices, ReadContext& context)
      : WordReader<W>(array.rows, context),
        values_(std::move(values)),
        starts_(std::move(starts)),
        nulls_(nulls),
        indices_(std::move(indices)),
        offset_(array.offset) {}

  bool all_valid() const override { return nulls_.all_valid(); }
  Result<void> validity(RowRange rows, TileMask& valid) override {
    return nulls_.validity(rows.shifted(offset_), valid);
  }
  Result<void> gather_validity(std::uint64_t base, std::span<const std::uint32_t> rows,
                               TileMask& valid) override {
    return nulls_.gather_validity(base + offset_, rows, valid);
  }

  Result<void> read(RowRange rows, W* out) override {
    for (auto places = rows.shifted(offset_); !places.empty();) {
      const auto block = places.first / block_values;
      const RowRange part{places.first, std::min(places.last, (block + 1) * block_values)};
      GYRE_TRY(read_part(block, part, out));
      out += part.size();
      places.first = part.last;
    }
    return {};
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, W* out) override {
    this->context().counters.rows_gathered += rows.size();
    return for_each_tile(base + offset_, rows,
                         [&](RowRange span, std::size_t first, std::size_t count) {
                           return gather_part(span.first / block_values, base + offset_,
                                              rows.subspan(first, count), out + first);
                         });
  }

 private:
  Result<void> read_part(std::uint64_t block, RowRange places, W* out) {
    const auto values = GYRE_TRY(starts_.values_of(block));
    if (values.size() == 1) return fill(values.first, places.size(), out);
    ReadContext::Scratch<std::uint64_t> codes(this->context(), tile_rows);
    GYRE_TRY(indices_.read(places, codes.data()));
    GYRE_TRY(check(block, {codes.data(), places.size()}, values.size(),
                   [&](TileMask& valid) { return nulls_.validity(places, valid); }));
    return look_up(values, {codes.data(), places.size()}, out);
  }

  Result<void> gather_part(std::uint64_t block, std::uint64_t base,
                           std::span<const std::uint32_t> rows, W* out) {
    const auto values = GYRE_TRY(starts_.values_of(block));
    if (values.size() == 1) return fill(values.first, rows.size(), out);
    ReadContext::Scratch<std::uint64_t> scratch(this->context(), tile_rows);
    const std::span codes(scratch.data(), rows.size());
    GYRE_TRY(indices_.gather(base, rows, codes.data()));
    GYRE_TRY(check(block, codes, values.size(),
                   [&](TileMask& valid) { return nulls_.gather_validity(base, rows, valid); }));
    constexpr std::size_t few = 4;  // values that are cheaper one by one
    if (codes.size() > few || values.empty() || !std::ranges::is_sorted(codes))
      return look_up(values, codes, out);
    std::array<std::uint32_t, few> wanted{};
    for (std::size_t i = 0; i < codes.size(); ++i) wanted[i] = static_cast<std::uint32_t>(codes[i]);
    return values_->gather(values.first, std::span(wanted).first(codes.size()), out);
  }

  /// Every row of a block with one value has that, whatever its index.
  Result<void> fill(std::uint64_t value, std::uint64_t rows, W* out) {
    constexpr std::uint32_t only = 0;
    W word{};
    GYRE_TRY(values_->gather(value, {&only, 1}, &word));
    std::fill_n(out, rows, word);
    return {};
  }

  /// Makes the indices of null rows 0 if need be; `valid_rows(mask)` tells which rows are not null.
  template <class ValidRows>
  static Result<void> check(std::uint64_t block, std::span<std::uint64_t> codes,
                            std::uint64_t values, ValidRows&& valid_rows) {
    if (codes.empty() || std::ranges::max(codes) < values) return {};
    TileMask valid;
    GYRE_TRY(valid_rows(valid));
    for (std::size_t i = 0; i < codes.size(); ++i) {
      if (codes[i] < values) continue;
      if (valid.at(i))
        return fail(Code::corrupt, "{}: index {} in block {}, which has {} values", rle_encoding.id,
                    codes[i], block, values);
      codes[i] = 0;
    }
    return {};
  }

  Result<void> look_up(RowRange values, std::span<const std::uint64_t> codes, W* out) {
    if (values.empty()) {
      std::fill_n(out, codes.size(), W{});
      return {};
    }
    ReadContext::Scratch<W> words(this->context(), ReadContext::tile_room<W>);
    GYRE_TRY(values_->read(values, words.data()));
    for (std::size_t i = 0; i < codes.size(); ++i) out[i] = words[codes[i]];
    return {};
  }

  std::unique_ptr<WordReader<W>> values_;
  BlockStarts starts_;
  Reader& nulls_;  // of the indices
  IndexReader indices_;
  std::uint64_t offset_;
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& rle = static_cast<const Rle&>(*array);
  auto indices_reader = GYRE_TRY(make_reader(rle.indices, context));
  if (indices_reader->shape() == Shape::null) return std::make_unique<NullReader>(array->rows);
  auto& nulls = *indices_reader;
  auto indices = GYRE_TRY(IndexReader::make(std::move(indices_reader), *rle.indices, context));
  BlockStarts starts(GYRE_TRY(IndexReader::make(rle.starts, context)), rle.values->rows);
  auto values = GYRE_TRY(make_reader(rle.values, context));
  return with_small_word(word_bytes(array->dtype), [&]<Word W>(W) -> Result<ReaderRef> {
    auto words = GYRE_TRY(take_words<W>(std::move(values), rle_encoding.id));
    return std::make_unique<RleReader<W>>(rle, std::move(words), std::move(starts), nulls,
                                          std::move(indices), context);
  });
}

}  // namespace

const Encoding rle_encoding{.id = "fastlanes.rle", .open = open, .reader = reader};

}  // namespace gyre
