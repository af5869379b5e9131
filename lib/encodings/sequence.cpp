#include "encodings/sequence.hpp"

#include "base/protobuf.hpp"
#include "dtype/wire.hpp"
#include "encodings/detail/node.hpp"

namespace gyre {

Sequence::Sequence(const ArrayParts& parts, std::uint64_t first, std::uint64_t difference)
    : Array(parts), base(first), step(difference) {}

namespace {

constexpr unsigned base_field = 1;
constexpr unsigned multiplier_field = 2;

Result<std::uint64_t> integer(const ArrayParts& parts, const ProtobufFields& meta, unsigned field) {
  const auto value =
      GYRE_TRY(within(read_value(meta.bytes(field), parts.dtype.with_nullable(false)),
                      "{}: field {}", parts.id(), field));
  if (value.is_null()) return fail(Code::corrupt, "{}: field {} is null", parts.id(), field);
  return std::get<Int256>(value.held).limb[0];
}

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is_integer()) return wrong_dtype(parts);
  GYRE_TRY(expect_children(parts, 0, 0));
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  const auto base = GYRE_TRY(integer(parts, meta, base_field));
  const auto step = GYRE_TRY(integer(parts, meta, multiplier_field));
  return std::make_shared<Sequence>(parts, base, step);
}

template <Word W>
class SequenceReader final : public WordReader<W> {
 public:
  SequenceReader(const Sequence& array, ReadContext& context)
      : WordReader<W>(array.rows, context), base_(array.base), step_(array.step) {}

  Result<void> read(RowRange rows, W* out) override {
    auto value = base_ + rows.first * step_;
    for (std::uint64_t i = 0; i < rows.size(); ++i, value += step_) out[i] = static_cast<W>(value);
    return {};
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, W* out) override {
    for (std::size_t i = 0; i < rows.size(); ++i)
      out[i] = static_cast<W>(base_ + (base + rows[i]) * step_);
    return {};
  }

 private:
  std::uint64_t base_, step_;
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& sequence = static_cast<const Sequence&>(*array);
  return with_small_word(word_bytes(array->dtype), [&]<Word W>(W) -> ReaderRef {
    return std::make_unique<SequenceReader<W>>(sequence, context);
  });
}

struct Steps {
  Int256 base, step;
};

/// Nothing where steps differ, a row is null, or the numbers pass the ends of their type.
std::optional<Steps> steps_of(const Column& plain) {
  if (!plain.dtype.is_integer() || plain.null_count > 0 || plain.rows < 2) return std::nullopt;
  return with_small_word(word_bytes(plain.dtype), [&]<Word W>(W) -> std::optional<Steps> {
    const auto words = plain.buffers[0].as<W>();
    const auto step = static_cast<W>(words[1] - words[0]);
    for (std::uint64_t row = 2; row < plain.rows; ++row)
      if (static_cast<W>(words[row] - words[row - 1]) != step) return std::nullopt;
    const bool has_sign = is_signed(plain.dtype.ptype());
    constexpr auto sign = static_cast<W>(W{1} << (8 * sizeof(W) - 1));
    const bool rises = has_sign ? (step & sign) == 0 : true;
    const auto turned = [&](W word) { return has_sign ? static_cast<W>(word ^ sign) : word; };
    // As the steps are all the same, one that passes an end shows in its neighbours' order.
    for (std::uint64_t row = 1; row < plain.rows; ++row)
      if ((turned(words[row - 1]) <= turned(words[row])) != rises) return std::nullopt;
    return Steps{widen(plain.dtype, words[0]), widen(plain.dtype, step)};
  });
}

/// Metadata of two numbers.
std::optional<std::uint64_t> estimate(const Column& plain, const EncodeContext&) {
  if (!steps_of(plain)) return std::nullopt;
  return 2 * sizeof(std::uint64_t);
}

Result<EncodedArray> encode(const Column& plain, EncodeContext&) {
  const auto steps = steps_of(plain);
  if (!steps) return fail(Code::invalid_argument, "{}: equal steps expected", sequence_encoding.id);
  const auto dtype = plain.dtype.with_nullable(false);
  return make_node(sequence_encoding.id,
                   ProtobufWriter()
                       .bytes(base_field, write_value({steps->base}, dtype).bytes())
                       .bytes(multiplier_field, write_value({steps->step}, dtype).bytes())
                       .finish());
}

}  // namespace

const Encoding sequence_encoding{.id = "vortex.sequence",
                                 .open = open,
                                 .reader = reader,
                                 .estimate = estimate,
                                 .encode = encode};

}  // namespace gyre
