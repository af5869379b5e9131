#include "encodings/alp.hpp"

#include <bit>
#include <optional>
#include <vector>

#include "base/protobuf.hpp"
#include "encodings/bitpacked.hpp"
#include "encodings/detail/alp_decoder.hpp"
#include "encodings/detail/alp_integers.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/patches.hpp"
#include "encodings/detail/take_reader.hpp"
#include "encodings/detail/valid_as.hpp"

namespace gyre {

Alp::Alp(const ArrayParts& parts, ArrayRef encoded_child, unsigned e, unsigned f,
         std::shared_ptr<const Patches> exceptions)
    : Array(parts),
      encoded(std::move(encoded_child)),
      exponent_e(e),
      exponent_f(f),
      patches(std::move(exceptions)) {}

namespace {

constexpr unsigned exponent_e_field = 1;
constexpr unsigned exponent_f_field = 2;
constexpr unsigned patches_field = 3;

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is_float() || parts.dtype.ptype() == PType::f16) return wrong_dtype(parts);
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  const auto e = meta.number(exponent_e_field), f = meta.number(exponent_f_field);
  const auto exponents =
      with_float_word(parts.dtype, []<class W>(W) { return std::size(AlpFloats<W>::powers); });
  if (e >= exponents || f >= exponents)
    return fail(Code::corrupt, "{}: exponents {} and {}, expected less than {}", parts.id(), e, f,
                exponents);
  const auto message = GYRE_TRY(PatchesMessage::read(meta, patches_field));
  GYRE_TRY(expect_children(parts, 1 + message.children(), 1 + message.children()));
  const auto integers = DType::primitive(
      parts.dtype.ptype() == PType::f32 ? PType::i32 : PType::i64, parts.dtype.nullable());
  auto encoded = GYRE_TRY(parts.child(0, integers, parts.rows));
  auto patches = GYRE_TRY(message.open(parts, 1, parts.dtype));
  return std::make_shared<Alp>(parts, std::move(encoded), static_cast<unsigned>(e),
                               static_cast<unsigned>(f), std::move(patches));
}

/// Tests on floats as tests on the integers that they are stored as. Larger integers never stand for smaller floats, so an
/// interval stays one, and its ends can be searched for.
template <class W>
class EncodedTest {
 public:
  explicit EncodedTest(const AlpDecoder<W>& decoder) : decoder_(decoder) {}

  /// Nothing where no integer passes. `test` has Order::floating.
  std::optional<Test<W>> of(const Test<W>& test) {
    // A condition asks the same few tests of every tile.
    constexpr std::size_t most_tests = 16;
    for (const auto& [asked, answer] : answers_)
      if (asked == test) return answer;
    if (answers_.size() == most_tests) answers_.clear();
    answers_.emplace_back(test, search(test));
    return answers_.back().second;
  }

 private:
  static constexpr W largest = static_cast<W>(~W{0});
  static constexpr W sign = W{1} << (8 * sizeof(W) - 1);

  /// Integers counted from the smallest: first .. last.
  struct Range {
    W first, last;
  };

  std::optional<Test<W>> search(const Test<W>& test) const {
    const auto high = static_cast<W>(test.low + test.span);
    if (high >= test.low) {
      const auto inside = between(test.low, high);
      if (!inside) return std::nullopt;
      return Test<W>{static_cast<W>(inside->first ^ sign),
                     static_cast<W>(inside->last - inside->first)};
    }
    if (static_cast<W>(high + 1) == test.low) return Test<W>{};  // everything
    const auto outside = between(static_cast<W>(high + 1), static_cast<W>(test.low - 1));
    if (!outside) return Test<W>{};
    const auto taken = static_cast<W>(outside->last - outside->first);
    if (taken == largest) return std::nullopt;
    return Test<W>{static_cast<W>((outside->last ^ sign) + 1), static_cast<W>(largest - 1 - taken)};
  }

  /// The integers whose floats lie in low .. high, in float_order.
  std::optional<Range> between(W low, W high) const {
    const auto first = first_from(low);
    if (!first) return std::nullopt;
    auto last = largest;
    if (high != largest) {
      if (const auto behind = first_from(static_cast<W>(high + 1))) {
        if (*behind == 0) return std::nullopt;
        last = static_cast<W>(*behind - 1);
      }
    }
    if (*first > last) return std::nullopt;
    return Range{*first, last};
  }

  /// The smallest integer whose float is at least `bound`.
  std::optional<W> first_from(W bound) const {
    const auto reaches = [&](W counted) {
      return float_order(decoder_.decode(static_cast<W>(counted ^ sign))) >= bound;
    };
    if (!reaches(largest)) return std::nullopt;
    W low = 0, high = largest;
    while (low < high) {
      const auto middle = static_cast<W>(low + (high - low) / 2);
      if (reaches(middle))
        high = middle;
      else
        low = static_cast<W>(middle + 1);
    }
    return low;
  }

  AlpDecoder<W> decoder_;
  std::vector<std::pair<Test<W>, std::optional<Test<W>>>> answers_;
};

template <class W>
class AlpReader final : public ValidAs<WordReader<W>> {
 public:
  AlpReader(std::unique_ptr<WordReader<W>> encoded, const Alp& array, PatchReader<W> patches,
            ReadContext& context)
      : ValidAs<WordReader<W>>(*encoded, array.rows, context),
        encoded_(std::move(encoded)),
        patches_(std::move(patches)),
        decoder_(array.exponent_e, array.exponent_f),
        encoded_test_(decoder_) {}

  Result<void> read(RowRange rows, W* out) override {
    GYRE_TRY(encoded_->read(rows, out));
    decoder_.decode(rows.size(), out);
    return patches_.for_each(rows, this->context(),
                             [&](std::uint64_t i, W value) { out[i] = value; });
  }

  Result<void> select(RowRange rows, const Test<W>& test, TileMask& mask) override {
    if (this->context().plain || test.order != Order::floating)
      return WordReader<W>::select(rows, test, mask);
    if (mask.none()) return {};
    const auto before = mask;
    if (const auto encoded_test = encoded_test_.of(test))
      GYRE_TRY(encoded_->select(rows, *encoded_test, mask));
    else
      mask = {};
    return patches_.for_each(rows, this->context(), [&](std::uint64_t i, W value) {
      mask.assign(i, before.at(i) && passes(test, value));
    });
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, W* out) override {
    GYRE_TRY(encoded_->gather(base, rows, out));
    decoder_.decode(rows.size(), out);
    return patches_.for_each(base, rows, this->context(),
                             [&](std::size_t i, W value) { out[i] = value; });
  }

 private:
  std::unique_ptr<WordReader<W>> encoded_;
  PatchReader<W> patches_;
  AlpDecoder<W> decoder_;
  EncodedTest<W> encoded_test_;
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& alp = static_cast<const Alp&>(*array);
  auto encoded = GYRE_TRY(make_reader(alp.encoded, context));
  if (encoded->shape() == Shape::null) return encoded;
  return with_float_word(array->dtype, [&]<class W>(W) -> Result<ReaderRef> {
    auto words = GYRE_TRY(take_words<W>(std::move(encoded), alp_encoding.id));
    auto patches = GYRE_TRY(PatchReader<W>::make(alp.patches, context));
    return std::make_unique<AlpReader<W>>(std::move(words), alp, std::move(patches), context);
  });
}

bool fits(const Column& plain) {
  return plain.dtype.is_float() && plain.dtype.ptype() != PType::f16 && plain.rows <= UINT32_MAX;
}

std::optional<std::uint64_t> estimate(const Column& plain, const EncodeContext& context) {
  if (!fits(plain) || plain.rows == plain.null_count || context.depth_left() == 0)
    return std::nullopt;
  const auto integers = AlpIntegers::of(plain);
  const auto bounds = integer_bounds(integers.column);
  return packed_size(integers.column, bounds ? bounds->min : 0).bytes +
         integers.exceptions.size() * (word_bytes(plain.dtype) + sizeof(std::uint16_t));
}

/// The rows that are exceptions, as they are.
Column values_at(const Column& plain, std::span<const std::uint32_t> rows) {
  return with_float_word(plain.dtype, [&]<class W>(W) {
    auto words = MutableBuffer::uninitialized(rows.size() * sizeof(W));
    for (std::size_t i = 0; i < rows.size(); ++i)
      words.as<W>()[i] = plain.buffers[0].as<W>()[rows[i]];
    Column values;
    values.dtype = plain.dtype;
    values.rows = rows.size();
    values.buffers.push_back(std::move(words).freeze());
    return values;
  });
}

Result<EncodedArray> encode(const Column& plain, EncodeContext& context) {
  if (!fits(plain))
    return fail(Code::invalid_argument, "{}: floats of 32 or 64 bits expected", alp_encoding.id);
  const auto integers = AlpIntegers::of(plain);
  auto node = make_node(alp_encoding.id);
  node.children.push_back(GYRE_TRY(context.child(integers.column)));
  ProtobufWriter meta;
  meta.number(exponent_e_field, integers.e).number(exponent_f_field, integers.f);
  if (!integers.exceptions.empty()) {
    const auto values = values_at(plain, integers.exceptions);
    const auto message = GYRE_TRY(encode_patches(node, integers.exceptions, values, context));
    meta.bytes(patches_field, message.bytes());
  }
  node.metadata = meta.finish();
  return node;
}

}  // namespace

const Encoding alp_encoding{
    .id = "vortex.alp", .open = open, .reader = reader, .estimate = estimate, .encode = encode};

}  // namespace gyre
