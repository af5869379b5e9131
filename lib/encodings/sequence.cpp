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

}  // namespace

const Encoding sequence_encoding{.id = "vortex.sequence", .open = open, .reader = reader};

}  // namespace gyre
