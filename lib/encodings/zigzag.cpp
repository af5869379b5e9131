#include "encodings/zigzag.hpp"

#include "encodings/detail/node.hpp"
#include "encodings/detail/take_reader.hpp"
#include "encodings/detail/valid_as.hpp"

namespace gyre {

ZigZag::ZigZag(const ArrayParts& parts, ArrayRef encoded_child)
    : Array(parts), encoded(std::move(encoded_child)) {}

namespace {

/// The unsigned type of the same width.
PType to_unsigned(PType ptype) {
  return static_cast<PType>(static_cast<unsigned>(ptype) - static_cast<unsigned>(PType::i8));
}

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is_integer() || !is_signed(parts.dtype.ptype())) return wrong_dtype(parts);
  GYRE_TRY(expect_children(parts, 1, 1));
  const auto stored = DType::primitive(to_unsigned(parts.dtype.ptype()), parts.dtype.nullable());
  auto encoded = GYRE_TRY(parts.child(0, stored, parts.rows));
  return std::make_shared<ZigZag>(parts, std::move(encoded));
}

template <class W>
class ZigZagReader final : public ValidAs<WordReader<W>> {
 public:
  ZigZagReader(std::unique_ptr<WordReader<W>> encoded, ReadContext& context)
      : ValidAs<WordReader<W>>(*encoded, encoded->rows(), context), encoded_(std::move(encoded)) {}

  Result<void> read(RowRange rows, W* out) override {
    GYRE_TRY(encoded_->read(rows, out));
    decode(rows.size(), out);
    return {};
  }
  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, W* out) override {
    GYRE_TRY(encoded_->gather(base, rows, out));
    decode(rows.size(), out);
    return {};
  }

 private:
  static void decode(std::uint64_t count, W* out) {
    for (std::uint64_t i = 0; i < count; ++i)
      out[i] = static_cast<W>(static_cast<W>(out[i] >> 1) ^ static_cast<W>(W{0} - (out[i] & 1)));
  }

  std::unique_ptr<WordReader<W>> encoded_;
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  auto encoded = GYRE_TRY(make_reader(static_cast<const ZigZag&>(*array).encoded, context));
  if (encoded->shape() == Shape::null) return encoded;
  return with_small_word(word_bytes(array->dtype), [&]<Word W>(W) -> Result<ReaderRef> {
    auto words = GYRE_TRY(take_words<W>(std::move(encoded), zigzag_encoding.id));
    return std::make_unique<ZigZagReader<W>>(std::move(words), context);
  });
}

}  // namespace

const Encoding zigzag_encoding{.id = "vortex.zigzag", .open = open, .reader = reader};

}  // namespace gyre
