#include "encodings/bitpacked_v2.hpp"

#include <array>

#include "base/bits.hpp"
#include "base/protobuf.hpp"
#include "encodings/detail/adding_reader.hpp"
#include "encodings/detail/block_cache.hpp"
#include "encodings/detail/index_reader.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/patches.hpp"
#include "encodings/detail/unpack.hpp"
#include "encodings/detail/validity.hpp"

namespace gyre {

BitPackedV2::BitPackedV2(const ArrayParts& parts, Buffer blocks, ArrayRef block_bounds,
                         unsigned first_row, std::shared_ptr<const Patches> exceptions,
                         ArrayRef validity_child)
    : Array(parts),
      packed(std::move(blocks)),
      bounds(std::move(block_bounds)),
      offset(first_row),
      patches(std::move(exceptions)),
      validity(std::move(validity_child)) {}

namespace {

constexpr unsigned offset_field = 1;
constexpr unsigned block_offsets_ptype_field = 2;
constexpr unsigned patches_field = 3;

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is_integer()) return wrong_dtype(parts);
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  const auto offset = meta.number(offset_field);
  const auto blocks = GYRE_TRY(blocks_of(parts, offset));
  const auto ptype = GYRE_TRY(index_ptype(meta.number(block_offsets_ptype_field), parts.id()));
  if (!is_unsigned(ptype)) return fail(Code::corrupt, "{}: signed block offsets", parts.id());
  const auto message = GYRE_TRY(PatchesMessage::read(meta, patches_field));
  GYRE_TRY(expect_children(parts, message.children() + 1, message.children() + 2));
  auto packed = GYRE_TRY(parts.buffer(0));
  auto patches = GYRE_TRY(message.open(parts, 0, parts.dtype));
  ArrayRef validity;
  if (parts.children() == message.children() + 2)
    validity = GYRE_TRY(parts.validity(message.children()));
  auto bounds = GYRE_TRY(parts.child(parts.children() - 1, DType::primitive(ptype), blocks + 1));
  return std::make_shared<BitPackedV2>(parts, std::move(packed), std::move(bounds),
                                       static_cast<unsigned>(offset), std::move(patches),
                                       std::move(validity));
}

template <class W>
class BitPackedV2Reader final : public Nullable<AddingReader<W>> {
 public:
  BitPackedV2Reader(ValidityReader validity, const BitPackedV2& array, IndexReader bounds,
                    PatchReader<W> patches, ReadContext& context)
      : Nullable<AddingReader<W>>(std::move(validity), array.rows, context),
        packed_(array.packed),
        bounds_(std::move(bounds)),
        offset_(array.offset),
        patches_(std::move(patches)),
        kernels_(unpack_table().of<W>()) {}

  Result<void> read_plus(RowRange rows, W reference, W* out) override {
    const auto places = rows.shifted(offset_);
    if (places.empty()) return {};
    if (places.first % block_values == 0) {
      GYRE_TRY(unpack(places.first / block_values, reference, out));
    } else {
      GYRE_TRY(cache_.read(places, out,
                           [&](std::uint64_t number, W* to) { return unpack(number, W{0}, to); }));
      for (std::uint64_t i = 0; i < rows.size(); ++i) out[i] = static_cast<W>(out[i] + reference);
    }
    return patches_.for_each(rows, this->context(), [&](std::uint64_t i, W value) {
      out[i] = static_cast<W>(value + reference);
    });
  }

  Result<void> select(RowRange rows, const Test<W>& test, TileMask& mask) override {
    const auto places = rows.shifted(offset_);
    if (this->context().plain || test.order != Order::plain || places.first % block_values != 0)
      return WordReader<W>::select(rows, test, mask);
    if (mask.none()) return {};
    const auto before = mask;
    const auto block = GYRE_TRY(find(places.first / block_values));
    TileMask passed;
    kernels_.test(block.packed, block.width, test.low, test.span, passed.word.data());
    mask &= passed;
    ++this->context().counters.tiles_tested;
    return patches_.for_each(rows, this->context(), [&](std::uint64_t i, W value) {
      mask.assign(i, before.at(i) && passes(test, value));
    });
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, W* out) override {
    Block block{};
    auto number = ~std::uint64_t{0};
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto place = base + rows[i] + offset_;
      if (place / block_values != number) {
        number = place / block_values;
        block = GYRE_TRY(find(number));
      }
      out[i] =
          unpack_value<W>(block.packed, block.width, static_cast<unsigned>(place % block_values));
    }
    this->context().counters.rows_gathered += rows.size();
    return patches_.for_each(base, rows, this->context(),
                             [&](std::size_t i, W value) { out[i] = value; });
  }

 private:
  struct Block {
    const std::byte* packed;
    unsigned width;
  };

  Result<Block> find(std::uint64_t number) {
    constexpr std::array<std::uint32_t, 2> this_and_next{0, 1};
    std::array<std::uint64_t, 2> bounds{};
    GYRE_TRY(bounds_.gather(number, this_and_next, bounds.data()));
    const auto [first, last] = bounds;
    if (first > last || last > packed_.size() || (last - first) % block_bytes(1) != 0 ||
        last - first > block_bytes(8 * sizeof(W)))
      return fail(Code::corrupt, "{}: block {} has bytes {} to {} of {}", bitpacked_v2_encoding.id,
                  number, first, last, packed_.size());
    return Block{packed_.data() + first, static_cast<unsigned>((last - first) / block_bytes(1))};
  }

  Result<void> unpack(std::uint64_t number, W reference, W* out) {
    const auto block = GYRE_TRY(find(number));
    kernels_.add(block.packed, block.width, reference, out);
    ++this->context().counters.tiles_decoded;
    return {};
  }

  Buffer packed_;
  IndexReader bounds_;
  unsigned offset_;
  PatchReader<W> patches_;
  const UnpackKernels<W>& kernels_;
  BlockCache<W> cache_;
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& packed = static_cast<const BitPackedV2&>(*array);
  auto validity = GYRE_TRY(ValidityReader::make(packed.validity, context));
  auto bounds = GYRE_TRY(IndexReader::make(packed.bounds, context));
  return with_small_word(word_bytes(array->dtype), [&]<Word W>(W) -> Result<ReaderRef> {
    auto patches = GYRE_TRY(PatchReader<W>::make(packed.patches, context));
    return std::make_unique<BitPackedV2Reader<W>>(std::move(validity), packed, std::move(bounds),
                                                  std::move(patches), context);
  });
}

}  // namespace

const Encoding bitpacked_v2_encoding{
    .id = "fastlanes.bitpacked.v2", .open = open, .reader = reader};

}  // namespace gyre
