#include "encodings/frame_of_reference.hpp"

#include "dtype/wire.hpp"
#include "encodings/bitpacked.hpp"
#include "encodings/detail/adding_reader.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/take_reader.hpp"
#include "encodings/detail/valid_as.hpp"

namespace gyre {

FrameOfReference::FrameOfReference(const ArrayParts& parts, ArrayRef encoded_child,
                                   std::uint64_t subtracted)
    : Array(parts), encoded(std::move(encoded_child)), reference(subtracted) {}

namespace {

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is_integer()) return wrong_dtype(parts);
  GYRE_TRY(expect_children(parts, 1, 1));
  const auto value = GYRE_TRY(within(read_value(parts.metadata(), parts.dtype.with_nullable(false)),
                                     "{}: reference", parts.id()));
  if (value.is_null()) return fail(Code::corrupt, "{}: the reference is null", parts.id());
  auto encoded = GYRE_TRY(parts.child(0, parts.dtype, parts.rows));
  return std::make_shared<FrameOfReference>(parts, std::move(encoded),
                                            std::get<Int256>(value.held).limb[0]);
}

template <class W>
class ReferenceReader final : public ValidAs<AddingReader<W>> {
 public:
  ReferenceReader(std::unique_ptr<WordReader<W>> encoded, W reference, ReadContext& context)
      : ValidAs<AddingReader<W>>(*encoded, encoded->rows(), context),
        encoded_(std::move(encoded)),
        adding_(dynamic_cast<AddingReader<W>*>(encoded_.get())),
        reference_(reference) {}

  Result<void> read_plus(RowRange rows, W more, W* out) override {
    const auto reference = static_cast<W>(reference_ + more);
    if (adding_) return adding_->read_plus(rows, reference, out);
    GYRE_TRY(encoded_->read(rows, out));
    add(reference, rows.size(), out);
    return {};
  }

  Result<void> select(RowRange rows, const Test<W>& test, TileMask& mask) override {
    if (this->context().plain || test.order != Order::plain)
      return WordReader<W>::select(rows, test, mask);
    return encoded_->select(rows, test.moved(reference_), mask);
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, W* out) override {
    GYRE_TRY(encoded_->gather(base, rows, out));
    add(reference_, rows.size(), out);
    return {};
  }

 private:
  static void add(W reference, std::uint64_t count, W* out) {
    for (std::uint64_t i = 0; i < count; ++i) out[i] = static_cast<W>(out[i] + reference);
  }

  std::unique_ptr<WordReader<W>> encoded_;
  AddingReader<W>* adding_;  // encoded_, if it can add
  W reference_;
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& framed = static_cast<const FrameOfReference&>(*array);
  auto encoded = GYRE_TRY(make_reader(framed.encoded, context));
  if (encoded->shape() == Shape::null) return encoded;
  return with_small_word(word_bytes(array->dtype), [&]<Word W>(W) -> Result<ReaderRef> {
    auto words = GYRE_TRY(take_words<W>(std::move(encoded), frame_of_reference_encoding.id));
    return std::make_unique<ReferenceReader<W>>(std::move(words), static_cast<W>(framed.reference),
                                                context);
  });
}

std::optional<std::uint64_t> estimate(const Column& plain, const EncodeContext&) {
  if (!plain.dtype.is_integer()) return std::nullopt;
  const auto bounds = integer_bounds(plain);
  if (!bounds || bounds->min == 0) return std::nullopt;  // packing does as well
  const auto size = packed_size(plain, bounds->min);
  if (size.width == 8 * word_bytes(plain.dtype)) return std::nullopt;
  return size.bytes + write_value({Int256::of(bounds->min)}, DType::primitive(PType::u64)).size();
}

Result<EncodedArray> encode(const Column& plain, EncodeContext& context) {
  if (!plain.dtype.is_integer())
    return fail(Code::invalid_argument, "{}: integers expected", frame_of_reference_encoding.id);
  const auto bounds = integer_bounds(plain);
  const auto reference = bounds ? bounds->min : 0;
  const auto word = with_small_word(word_bytes(plain.dtype), [&]<Word W>(W) {
    return widen(plain.dtype, static_cast<W>(reference));
  });
  auto node = make_node(frame_of_reference_encoding.id, write_value({word}, plain.dtype));
  node.children.push_back(GYRE_TRY(bitpack(plain, reference, context)));
  return node;
}

}  // namespace

const Encoding frame_of_reference_encoding{
    .id = "fastlanes.for", .open = open, .reader = reader, .estimate = estimate, .encode = encode};

}  // namespace gyre
