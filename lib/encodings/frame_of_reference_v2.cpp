#include "encodings/frame_of_reference_v2.hpp"

#include <algorithm>

#include "base/bits.hpp"
#include "base/protobuf.hpp"
#include "encodings/detail/adding_reader.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/take_reader.hpp"
#include "encodings/detail/unpack.hpp"
#include "encodings/detail/valid_as.hpp"

namespace gyre {

FrameOfReferenceV2::FrameOfReferenceV2(const ArrayParts& parts, ArrayRef encoded_child,
                                       ArrayRef block_references, unsigned first_row)
    : Array(parts),
      encoded(std::move(encoded_child)),
      references(std::move(block_references)),
      offset(first_row) {}

namespace {

constexpr unsigned offset_field = 1;

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is_integer()) return wrong_dtype(parts);
  GYRE_TRY(expect_children(parts, 2, 2));
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  const auto offset = meta.number(offset_field);
  const auto blocks = GYRE_TRY(blocks_of(parts, offset));
  auto encoded = GYRE_TRY(parts.child(0, parts.dtype, parts.rows));
  auto references = GYRE_TRY(parts.child(1, parts.dtype.with_nullable(false), blocks));
  return std::make_shared<FrameOfReferenceV2>(parts, std::move(encoded), std::move(references),
                                              static_cast<unsigned>(offset));
}

template <class W>
class BlockReferenceReader final : public ValidAs<AddingReader<W>> {
 public:
  BlockReferenceReader(const FrameOfReferenceV2& array, std::unique_ptr<WordReader<W>> encoded,
                       std::unique_ptr<WordReader<W>> references, ReadContext& context)
      : ValidAs<AddingReader<W>>(*encoded, array.rows, context),
        encoded_(std::move(encoded)),
        adding_(dynamic_cast<AddingReader<W>*>(encoded_.get())),
        references_(std::move(references)),
        offset_(array.offset) {}

  Result<void> read_plus(RowRange rows, W more, W* out) override {
    if (rows.empty()) return {};
    if (adding_ && one_block(rows)) {
      const auto reference = GYRE_TRY(reference_of(block_of(rows.first)));
      return adding_->read_plus(rows, static_cast<W>(reference + more), out);
    }
    GYRE_TRY(encoded_->read(rows, out));
    for (auto row = rows.first; row < rows.last;) {
      const auto block = block_of(row);
      const auto last = std::min(rows.last, (block + 1) * block_values - offset_);
      const auto reference = static_cast<W>(GYRE_TRY(reference_of(block)) + more);
      for (; row < last; ++row, ++out) *out = static_cast<W>(*out + reference);
    }
    return {};
  }

  Result<void> select(RowRange rows, const Test<W>& test, TileMask& mask) override {
    if (this->context().plain || test.order != Order::plain || rows.empty() || !one_block(rows))
      return WordReader<W>::select(rows, test, mask);
    const auto reference = GYRE_TRY(reference_of(block_of(rows.first)));
    return encoded_->select(rows, test.moved(reference), mask);
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, W* out) override {
    GYRE_TRY(encoded_->gather(base, rows, out));
    for (std::size_t i = 0; i < rows.size(); ++i)
      out[i] = static_cast<W>(out[i] + GYRE_TRY(reference_of(block_of(base + rows[i]))));
    return {};
  }

 private:
  std::uint64_t block_of(std::uint64_t row) const { return (row + offset_) / block_values; }
  bool one_block(RowRange rows) const { return block_of(rows.first) == block_of(rows.last - 1); }

  Result<W> reference_of(std::uint64_t block) {
    if (block != block_) {
      constexpr std::uint32_t only = 0;
      block_ = none;
      GYRE_TRY(references_->gather(block, {&only, 1}, &reference_));
      block_ = block;
    }
    return reference_;
  }

  static constexpr std::uint64_t none = ~std::uint64_t{0};

  std::unique_ptr<WordReader<W>> encoded_;
  AddingReader<W>* adding_;  // encoded_, if it can add
  std::unique_ptr<WordReader<W>> references_;
  unsigned offset_;
  std::uint64_t block_ = none;  // whose reference is at hand
  W reference_{};
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& framed = static_cast<const FrameOfReferenceV2&>(*array);
  auto encoded = GYRE_TRY(make_reader(framed.encoded, context));
  if (encoded->shape() == Shape::null) return encoded;
  auto references = GYRE_TRY(make_reader(framed.references, context));
  return with_small_word(word_bytes(array->dtype), [&]<Word W>(W) -> Result<ReaderRef> {
    const auto what = frame_of_reference_v2_encoding.id;
    auto words = GYRE_TRY(take_words<W>(std::move(encoded), what));
    auto reference_words = GYRE_TRY(take_words<W>(std::move(references), what));
    return std::make_unique<BlockReferenceReader<W>>(framed, std::move(words),
                                                     std::move(reference_words), context);
  });
}

}  // namespace

const Encoding frame_of_reference_v2_encoding{
    .id = "fastlanes.for.v2", .open = open, .reader = reader};

}  // namespace gyre
