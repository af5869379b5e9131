#include "encodings/bitpacked.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "base/bits.hpp"
#include "base/protobuf.hpp"
#include "encodings/detail/adding_reader.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/patches.hpp"
#include "encodings/detail/unpack.hpp"
#include "encodings/detail/validity.hpp"

namespace gyre {

BitPacked::BitPacked(const ArrayParts& parts, Buffer blocks, unsigned bits, unsigned first_row,
                     std::shared_ptr<const Patches> exceptions, ArrayRef validity_child)
    : Array(parts),
      packed(std::move(blocks)),
      width(bits),
      offset(first_row),
      patches(std::move(exceptions)),
      validity(std::move(validity_child)) {}

namespace {

constexpr unsigned bit_width_field = 1;
constexpr unsigned offset_field = 2;
constexpr unsigned patches_field = 3;

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is_integer()) return wrong_dtype(parts);
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  const auto width = meta.number(bit_width_field), offset = meta.number(offset_field);
  if (width > 8 * word_bytes(parts.dtype))
    return fail(Code::corrupt, "{}: {} bits in a type of {} bytes", parts.id(), width,
                word_bytes(parts.dtype));
  const auto blocks = GYRE_TRY(blocks_of(parts, offset));
  const auto bytes = GYRE_TRY(bytes_of(parts, blocks, block_bytes(static_cast<unsigned>(width))));
  const auto message = GYRE_TRY(PatchesMessage::read(meta, patches_field));
  GYRE_TRY(expect_children(parts, message.children(), message.children() + 1));
  auto packed = bytes == 0 ? Buffer() : GYRE_TRY(parts.buffer(0, 1, bytes));
  auto patches = GYRE_TRY(message.open(parts, 0, parts.dtype));
  auto validity = GYRE_TRY(parts.validity(message.children()));
  return std::make_shared<BitPacked>(parts, std::move(packed), static_cast<unsigned>(width),
                                     static_cast<unsigned>(offset), std::move(patches),
                                     std::move(validity));
}

template <class W>
class BitPackedReader final : public Nullable<AddingReader<W>> {
 public:
  BitPackedReader(ValidityReader validity, const BitPacked& array, PatchReader<W> patches,
                  ReadContext& context)
      : Nullable<AddingReader<W>>(std::move(validity), array.rows, context),
        packed_(array.packed),
        width_(array.width),
        offset_(array.offset),
        patches_(std::move(patches)),
        kernels_(unpack_table().of<W>()) {}

  Result<void> read_plus(RowRange rows, W reference, W* out) override {
    const auto places = rows.shifted(offset_);
    if (places.first % block_values == 0) {
      prefetch(places.first / block_values + 1);
      unpack(places.first / block_values, reference, out);
    } else {
      copy_plus(places, reference, out);
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
    const auto packed_values = answer(test);
    if (packed_values == Answer::none) mask = {};
    if (packed_values == Answer::some) {
      TileMask passed;
      prefetch(places.first / block_values + 1);
      kernels_.test(block(places.first / block_values), width_, test.low, test.span,
                    passed.word.data());
      mask &= passed;
    }
    ++this->context().counters.tiles_tested;
    return patches_.for_each(rows, this->context(), [&](std::uint64_t i, W value) {
      mask.assign(i, before.at(i) && passes(test, value));
    });
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, W* out) override {
    constexpr std::size_t ahead = 24;  // values between a prefetch and its use
    base += offset_;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i + ahead < rows.size()) touch(base + rows[i + ahead]);
      const auto place = base + rows[i];
      out[i] = unpack_value<W>(block(place / block_values), width_,
                               static_cast<unsigned>(place % block_values));
    }
    this->context().counters.rows_gathered += rows.size();
    return patches_.for_each(base - offset_, rows, this->context(),
                             [&](std::size_t i, W value) { out[i] = value; });
  }

 private:
  enum class Answer : std::uint8_t { none, some, all };

  const std::byte* block(std::uint64_t number) const {
    return packed_.data() + number * block_bytes(width_);
  }
  void unpack(std::uint64_t number, W reference, W* out) {
    kernels_.add(block(number), width_, reference, out);
    ++this->context().counters.tiles_decoded;
  }
  void prefetch(std::uint64_t number) const {
    constexpr std::uint64_t line_bytes = 64;
    const auto first = number * block_bytes(width_);
    if (first >= packed_.size()) return;
    for (std::uint64_t at = 0; at < block_bytes(width_); at += line_bytes)
      __builtin_prefetch(packed_.data() + first + at);
  }
  /// Asks for the words of one value.
  void touch(std::uint64_t place) const {
    if (width_ == 0) return;
    const auto at = BlockPlace<W>::of(static_cast<unsigned>(place % block_values));
    const auto bit = at.row * width_;
    const auto* word = block(place / block_values) + 128 * (bit / at.bits) + at.lane * sizeof(W);
    __builtin_prefetch(word);
    if (bit % at.bits + width_ > at.bits) __builtin_prefetch(word + 128);
  }

  /// Values that do not start with a block: those of one block or two.
  void copy_plus(RowRange places, W reference, W* out) {
    while (!places.empty()) {
      const auto number = places.first / block_values, first = places.first % block_values;
      if (number != cached_) {
        if (!cache_) cache_ = std::make_unique_for_overwrite<W[]>(block_values);
        unpack(number, W{0}, cache_.get());
        cached_ = number;
      }
      const auto count = std::min(block_values - first, places.size());
      for (std::uint64_t i = 0; i < count; ++i)
        out[i] = static_cast<W>(cache_[first + i] + reference);
      out += count;
      places.first += count;
    }
  }

  /// What a test comes to for values of this width, without a look at them.
  Answer answer(const Test<W>& test) const {
    constexpr unsigned bits = 8 * sizeof(W);
    const auto largest =
        width_ == 0 ? W{0} : static_cast<W>(std::numeric_limits<W>::max() >> (bits - width_));
    const auto zero_at = static_cast<W>(W{0} - test.low);  // zero's place in the interval
    if (zero_at <= test.span)
      return static_cast<W>(test.span - zero_at) >= largest ? Answer::all : Answer::some;
    return test.low > largest ? Answer::none : Answer::some;
  }

  Buffer packed_;
  unsigned width_, offset_;
  PatchReader<W> patches_;
  const UnpackKernels<W>& kernels_;
  std::unique_ptr<W[]> cache_;  // block `cached_`
  std::uint64_t cached_ = ~std::uint64_t{0};
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& packed = static_cast<const BitPacked&>(*array);
  auto validity = GYRE_TRY(ValidityReader::make(packed.validity, context));
  return with_small_word(word_bytes(array->dtype), [&]<Word W>(W) -> Result<ReaderRef> {
    auto patches = GYRE_TRY(PatchReader<W>::make(packed.patches, context));
    return std::make_unique<BitPackedReader<W>>(std::move(validity), packed, std::move(patches),
                                                context);
  });
}

std::optional<std::uint64_t> estimate(const Column& plain, const EncodeContext&) {
  if (!plain.dtype.is_integer()) return std::nullopt;
  const auto bounds = integer_bounds(plain);
  // Negative numbers are wide; readers of other makes do not expect them here.
  if (bounds && is_signed(plain.dtype.ptype()) && static_cast<std::int64_t>(bounds->min) < 0)
    return std::nullopt;
  const auto size = packed_size(plain);
  if (size.width == 8 * word_bytes(plain.dtype)) return std::nullopt;
  return size.bytes;
}

Result<EncodedArray> encode(const Column& plain, EncodeContext& context) {
  if (!plain.dtype.is_integer())
    return fail(Code::invalid_argument, "{}: integers expected", bitpacked_encoding.id);
  return bitpack(plain, 0, context);
}

template <Word W>
EncodedArray packed_blocks(const Column& plain, W reference, unsigned width,
                           std::vector<std::uint32_t>& wide_rows) {
  const auto values = plain.buffers[0].as<W>();
  const auto blocks = div_ceil(plain.rows, std::uint64_t{block_values});
  auto packed = MutableBuffer::uninitialized(blocks * block_bytes(width));
  for (std::uint64_t number = 0; number < blocks; ++number) {
    std::array<W, block_values> block{};
    const auto first = number * block_values;
    const auto count = std::min<std::uint64_t>(block_values, plain.rows - first);
    for (std::uint64_t i = 0; i < count; ++i) {
      if (!plain.is_valid(first + i)) continue;
      const auto value = static_cast<W>(values[first + i] - reference);
      if (static_cast<unsigned>(std::bit_width(value)) > width)
        wide_rows.push_back(static_cast<std::uint32_t>(first + i));
      else
        block[i] = value;
    }
    pack_block(block.data(), width, packed.data() + number * block_bytes(width));
  }
  auto node = make_node(bitpacked_encoding.id);
  append_buffer(node, std::move(packed).freeze(), sizeof(W));
  return node;
}

}  // namespace

std::optional<IntegerBounds> integer_bounds(const Column& plain) {
  return with_small_word(word_bytes(plain.dtype), [&]<Word W>(W) -> std::optional<IntegerBounds> {
    const auto values = plain.buffers[0].as<W>();
    // Signed numbers compare as unsigned ones with the sign turned.
    const auto turn =
        static_cast<W>(is_signed(plain.dtype.ptype()) ? W{1} << (8 * sizeof(W) - 1) : 0);
    W min = std::numeric_limits<W>::max(), max = 0;
    bool any = false;
    for (std::uint64_t row = 0; row < plain.rows; ++row) {
      if (!plain.is_valid(row)) continue;
      const auto value = static_cast<W>(values[row] ^ turn);
      min = std::min(min, value);
      max = std::max(max, value);
      any = true;
    }
    if (!any) return std::nullopt;
    const auto widened = [&](W value) {
      return widen(plain.dtype, static_cast<W>(value ^ turn)).limb[0];
    };
    return IntegerBounds{widened(min), widened(max)};
  });
}

PackedSize packed_size(const Column& plain, std::uint64_t reference) {
  return with_small_word(word_bytes(plain.dtype), [&]<Word W>(W) {
    constexpr unsigned bits = 8 * sizeof(W);
    std::array<std::uint64_t, 65> of_width{};
    const auto values = plain.buffers[0].as<W>();
    for (std::uint64_t row = 0; row < plain.rows; ++row)
      if (plain.is_valid(row))
        ++of_width[static_cast<unsigned>(
            std::bit_width(static_cast<W>(values[row] - static_cast<W>(reference))))];
    const auto blocks = div_ceil(plain.rows, std::uint64_t{block_values});
    const auto index_bytes = plain.rows <= 1u << 8 ? 1u : plain.rows <= 1u << 16 ? 2u : 4u;
    PackedSize best{bits, 0, blocks * block_bytes(bits)};
    std::uint64_t wider = 0;
    for (unsigned width = bits; width-- > 0;) {
      wider += of_width[width + 1];
      if (wider > 0 && plain.rows > UINT32_MAX) break;
      const auto bytes = blocks * block_bytes(width) + wider * (sizeof(W) + index_bytes);
      if (bytes < best.bytes) best = {width, wider, bytes};
    }
    best.bytes += validity_bytes(plain);
    return best;
  });
}

Result<EncodedArray> bitpack(const Column& plain, std::uint64_t reference, EncodeContext& context) {
  return with_small_word(word_bytes(plain.dtype), [&]<Word W>(W) -> Result<EncodedArray> {
    const auto size = packed_size(plain, reference);
    std::vector<std::uint32_t> wide_rows;
    wide_rows.reserve(size.patches);
    auto node = packed_blocks<W>(plain, static_cast<W>(reference), size.width, wide_rows);
    ProtobufWriter meta;
    meta.number(bit_width_field, size.width);
    if (!wide_rows.empty()) {
      Column wide;
      wide.dtype = plain.dtype;
      wide.rows = wide_rows.size();
      auto words = MutableBuffer::uninitialized(wide_rows.size() * sizeof(W));
      for (std::size_t i = 0; i < wide_rows.size(); ++i)
        words.as<W>()[i] =
            static_cast<W>(plain.buffers[0].as<W>()[wide_rows[i]] - static_cast<W>(reference));
      wide.buffers.push_back(std::move(words).freeze());
      meta.bytes(patches_field, GYRE_TRY(encode_patches(node, wide_rows, wide, context)).bytes());
    }
    node.metadata = meta.finish();
    append_validity(node, plain);
    return node;
  });
}

const Encoding bitpacked_encoding{.id = "fastlanes.bitpacked",
                                  .open = open,
                                  .reader = reader,
                                  .estimate = estimate,
                                  .encode = encode};

}  // namespace gyre
