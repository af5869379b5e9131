#include "encodings/delta.hpp"

#include <algorithm>
#include <array>

#include "base/bits.hpp"
#include "base/protobuf.hpp"
#include "encodings/detail/block_cache.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/take_reader.hpp"
#include "encodings/detail/unpack.hpp"
#include "encodings/detail/validity.hpp"

namespace gyre {

Delta::Delta(const ArrayParts& parts, ArrayRef lane_bases, ArrayRef all_deltas,
             ArrayRef validity_child, unsigned first_row)
    : Array(parts),
      bases(std::move(lane_bases)),
      deltas(std::move(all_deltas)),
      validity(std::move(validity_child)),
      offset(first_row) {}

namespace {

constexpr unsigned deltas_len_field = 1;
constexpr unsigned offset_field = 2;

constexpr unsigned mirrored(unsigned three_bits) {
  return (three_bits & 1) << 2 | (three_bits & 2) | three_bits >> 2;
}

/// Where value k of a transposed block belongs.
constexpr auto natural_places = [] {
  std::array<std::uint16_t, block_values> places{};
  for (unsigned k = 0; k < block_values; ++k)
    places[k] = static_cast<std::uint16_t>(k % 16 * 64 + mirrored(k / 16 % 8) * 8 + k / 128);
  return places;
}();

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is_integer()) return wrong_dtype(parts);
  GYRE_TRY(expect_children(parts, 2, 3));
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  const auto deltas_len = meta.number(deltas_len_field), offset = meta.number(offset_field);
  if (deltas_len % block_values != 0)
    return fail(Code::unsupported, "{}: {} deltas are no whole blocks", parts.id(), deltas_len);
  if (offset >= block_values)
    return fail(Code::corrupt, "{}: starts at row {} of a block", parts.id(), offset);
  const auto end = checked_add(parts.rows, offset);
  if (!end || *end > deltas_len)
    return fail(Code::corrupt, "{}: {} rows from {} on, with {} deltas", parts.id(), parts.rows,
                offset, deltas_len);
  auto validity = GYRE_TRY(parts.validity(2));
  const auto dtype = validity ? parts.dtype.with_nullable(false) : parts.dtype;
  const auto lanes = block_values / (8 * word_bytes(dtype));
  auto bases = GYRE_TRY(parts.child(0, dtype, deltas_len / block_values * lanes));
  auto deltas = GYRE_TRY(parts.child(1, dtype, deltas_len));
  return std::make_shared<Delta>(parts, std::move(bases), std::move(deltas), std::move(validity),
                                 static_cast<unsigned>(offset));
}

template <class W>
class DeltaReader final : public WordReader<W> {
 public:
  DeltaReader(const Delta& array, std::unique_ptr<WordReader<W>> bases,
              std::unique_ptr<WordReader<W>> deltas, ValidityReader validity, ReadContext& context)
      : WordReader<W>(array.rows, context),
        bases_(std::move(bases)),
        deltas_(std::move(deltas)),
        validity_(std::move(validity)),
        offset_(array.offset) {}

  bool all_valid() const override { return validity_.all_valid() && deltas_->all_valid(); }

  Result<void> validity(RowRange rows, TileMask& valid) override {
    if (deltas_->all_valid()) return validity_.read(rows, valid);
    valid = {};
    for (auto places = rows.shifted(offset_); !places.empty();) {
      const auto block = places.first / block_values;
      const RowRange part{places.first, std::min(places.last, (block + 1) * block_values)};
      const auto in_block = GYRE_TRY(block_validity(block));
      auto moved = in_block.shifted_down(part.first % block_values);
      moved &= TileMask::all(part.size());
      valid |= moved.shifted_up(part.first - offset_ - rows.first);
      places.first = part.last;
    }
    return {};
  }

  Result<void> read(RowRange rows, W* out) override {
    return cache_.read(rows.shifted(offset_), out,
                       [&](std::uint64_t block, W* to) { return decode(block, to); });
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, W* out) override {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto row = base + rows[i];
      GYRE_TRY(read({row, row + 1}, out + i));
    }
    this->context().counters.rows_gathered += rows.size();
    return {};
  }

 private:
  static constexpr unsigned bits = 8 * sizeof(W);
  static constexpr unsigned lanes = block_values / bits;

  Result<void> decode(std::uint64_t block, W* out) {
    ReadContext::Scratch<W> bases(this->context(), ReadContext::tile_room<W>);
    ReadContext::Scratch<W> deltas(this->context(), ReadContext::tile_room<W>);
    GYRE_TRY(bases_->read({block * lanes, (block + 1) * lanes}, bases.data()));
    GYRE_TRY(deltas_->read({block * block_values, (block + 1) * block_values}, deltas.data()));
    std::array<W, lanes> sums;
    std::copy_n(bases.data(), lanes, sums.begin());
    for (unsigned row = 0; row < bits; ++row) {
      const auto first = mirrored(row / 8) * 16 + row % 8 * 128;
      for (unsigned lane = 0; lane < lanes; ++lane) {
        sums[lane] = static_cast<W>(sums[lane] + deltas[first + lane]);
        out[natural_places[first + lane]] = sums[lane];
      }
    }
    ++this->context().counters.tiles_decoded;
    return {};
  }

  /// Older files: the deltas' nulls, put in the order of rows.
  Result<TileMask> block_validity(std::uint64_t block) {
    TileMask transposed, natural;
    GYRE_TRY(deltas_->validity({block * block_values, (block + 1) * block_values}, transposed));
    transposed.for_each([&](std::uint64_t k) { natural.set(natural_places[k]); });
    return natural;
  }

  std::unique_ptr<WordReader<W>> bases_, deltas_;
  ValidityReader validity_;
  unsigned offset_;
  BlockCache<W> cache_;
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& delta = static_cast<const Delta&>(*array);
  auto deltas = GYRE_TRY(make_reader(delta.deltas, context));
  if (deltas->shape() == Shape::null) return std::make_unique<NullReader>(array->rows);
  auto bases = GYRE_TRY(make_reader(delta.bases, context));
  auto validity = GYRE_TRY(ValidityReader::make(delta.validity, context));
  return with_small_word(word_bytes(array->dtype), [&]<Word W>(W) -> Result<ReaderRef> {
    auto base_words = GYRE_TRY(take_words<W>(std::move(bases), delta_encoding.id));
    auto delta_words = GYRE_TRY(take_words<W>(std::move(deltas), delta_encoding.id));
    return std::make_unique<DeltaReader<W>>(delta, std::move(base_words), std::move(delta_words),
                                            std::move(validity), context);
  });
}

}  // namespace

const Encoding delta_encoding{.id = "fastlanes.delta", .open = open, .reader = reader};

}  // namespace gyre
