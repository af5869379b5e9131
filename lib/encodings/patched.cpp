#include "encodings/patched.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "base/bits.hpp"
#include "base/protobuf.hpp"
#include "encodings/detail/index_reader.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/take_reader.hpp"
#include "encodings/detail/unpack.hpp"
#include "encodings/detail/valid_as.hpp"

namespace gyre {

Patched::Patched(const ArrayParts& parts, ArrayRef patched_array, ArrayRef lane_starts,
                 ArrayRef block_indices, ArrayRef patch_values, unsigned lanes_of_block,
                 unsigned first_row)
    : Array(parts),
      inner(std::move(patched_array)),
      starts(std::move(lane_starts)),
      indices(std::move(block_indices)),
      values(std::move(patch_values)),
      lanes(lanes_of_block),
      offset(first_row) {}

namespace {

constexpr unsigned n_patches_field = 1;
constexpr unsigned n_lanes_field = 2;
constexpr unsigned offset_field = 3;
constexpr unsigned most_lanes = 128;

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is(Kind::primitive)) return wrong_dtype(parts);
  GYRE_TRY(expect_children(parts, 4, 4));
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  const auto patches = meta.number(n_patches_field), lanes = meta.number(n_lanes_field),
             offset = meta.number(offset_field);
  if (!std::has_single_bit(lanes) || lanes > most_lanes)
    return fail(Code::corrupt, "{}: {} lanes", parts.id(), lanes);
  const auto blocks = GYRE_TRY(blocks_of(parts, offset));
  auto inner = GYRE_TRY(parts.child(0, parts.dtype, parts.rows));
  auto starts = GYRE_TRY(parts.child(1, DType::primitive(PType::u32), blocks * lanes + 1));
  auto indices = GYRE_TRY(parts.child(2, DType::primitive(PType::u16), patches));
  auto values = GYRE_TRY(parts.child(3, parts.dtype, patches));
  return std::make_shared<Patched>(parts, std::move(inner), std::move(starts), std::move(indices),
                                   std::move(values), static_cast<unsigned>(lanes),
                                   static_cast<unsigned>(offset));
}

template <class W>
class PatchedReader final : public ValidAs<WordReader<W>> {
 public:
  PatchedReader(const Patched& array, std::unique_ptr<WordReader<W>> inner, IndexReader starts,
                IndexReader indices, std::unique_ptr<WordReader<W>> values, ReadContext& context)
      : ValidAs<WordReader<W>>(*inner, array.rows, context),
        inner_(std::move(inner)),
        starts_(std::move(starts)),
        indices_(std::move(indices)),
        values_(std::move(values)),
        lanes_(array.lanes),
        offset_(array.offset) {}

  Result<void> read(RowRange rows, W* out) override {
    GYRE_TRY(inner_->read(rows, out));
    return for_each_patch(rows, [&](std::uint64_t i, W value) { out[i] = value; });
  }

  Result<void> select(RowRange rows, const Test<W>& test, TileMask& mask) override {
    if (mask.none()) return {};
    const auto before = mask;
    GYRE_TRY(inner_->select(rows, test, mask));
    return for_each_patch(rows, [&](std::uint64_t i, W value) {
      mask.assign(i, before.at(i) && passes(test, value));
    });
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, W* out) override {
    GYRE_TRY(inner_->gather(base, rows, out));
    for (std::size_t first = 0; first < rows.size();) {
      const auto block = (base + rows[first] + offset_) / block_values;
      const auto in_block = [&](std::uint32_t row) {
        return (base + row + offset_) / block_values == block;
      };
      auto last = first + 1;
      while (last < rows.size() && in_block(rows[last])) ++last;
      GYRE_TRY(patch_rows(base, rows.subspan(first, last - first), out + first));
      first = last;
    }
    return {};
  }

 private:
  /// Puts patches into the words of rows that lie in one block.
  Result<void> patch_rows(std::uint64_t base, std::span<const std::uint32_t> rows, W* out) {
    const RowRange range{base + rows.front(), base + rows.back() + 1};
    return for_each_patch(range, [&](std::uint64_t i, W value) {
      const auto row = static_cast<std::uint32_t>(range.first + i - base);
      const auto [first, last] = std::ranges::equal_range(rows, row);
      std::fill(out + (first - rows.begin()), out + (last - rows.begin()), value);
    });
  }

  /// Calls `body(i, value)` for each row rows.first + i that has a patch; at most 1,024 rows, or those of one block.
  template <class Body>
  Result<void> for_each_patch(RowRange rows, Body&& body) {
    const auto places = rows.shifted(offset_);
    for (auto first = places.first; first < places.last;) {
      const auto block = first / block_values;
      const RowRange part{first, std::min(places.last, (block + 1) * block_values)};
      GYRE_TRY(for_each_in_block(
          block, part, [&](std::uint64_t place, W value) { body(place - places.first, value); }));
      first = part.last;
    }
    return {};
  }

  template <class Body>
  Result<void> for_each_in_block(std::uint64_t block, RowRange places, Body&& body) {
    const std::array<std::uint32_t, 2> this_and_next{0, lanes_};
    std::array<std::uint64_t, 2> bounds{};
    GYRE_TRY(starts_.gather(block * lanes_, this_and_next, bounds.data()));
    const RowRange patches{bounds[0], bounds[1]};
    if (patches.first > patches.last || patches.last > indices_.rows() ||
        patches.size() > block_values)
      return fail(Code::corrupt, "{}: block {} has patches {} to {} of {}", patched_encoding.id,
                  block, patches.first, patches.last, indices_.rows());
    if (patches.empty()) return {};
    ReadContext::Scratch<std::uint64_t> indices(this->context(), tile_rows);
    ReadContext::Scratch<W> values(this->context(), ReadContext::tile_room<W>);
    GYRE_TRY(indices_.read(patches, indices.data()));
    GYRE_TRY(values_->read(patches, values.data()));
    for (std::uint64_t i = 0; i < patches.size(); ++i) {
      if (indices[i] >= block_values)
        return fail(Code::corrupt, "{}: a patch for row {} of a block", patched_encoding.id,
                    indices[i]);
      const auto place = block * block_values + indices[i];
      if (place >= places.first && place < places.last) body(place, values[i]);
    }
    return {};
  }

  std::unique_ptr<WordReader<W>> inner_;
  IndexReader starts_, indices_;
  std::unique_ptr<WordReader<W>> values_;
  std::uint32_t lanes_, offset_;
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& patched = static_cast<const Patched&>(*array);
  auto inner = GYRE_TRY(make_reader(patched.inner, context));
  if (inner->shape() == Shape::null) return inner;
  auto starts = GYRE_TRY(IndexReader::make(patched.starts, context));
  auto indices = GYRE_TRY(IndexReader::make(patched.indices, context));
  auto values = GYRE_TRY(make_reader(patched.values, context));
  return with_small_word(word_bytes(array->dtype), [&]<Word W>(W) -> Result<ReaderRef> {
    auto words = GYRE_TRY(take_words<W>(std::move(inner), patched_encoding.id));
    if (patched.indices->rows == 0) return words;
    auto patches = GYRE_TRY(take_words<W>(std::move(values), patched_encoding.id));
    return std::make_unique<PatchedReader<W>>(patched, std::move(words), std::move(starts),
                                              std::move(indices), std::move(patches), context);
  });
}

}  // namespace

const Encoding patched_encoding{.id = "vortex.patched", .open = open, .reader = reader};

}  // namespace gyre
