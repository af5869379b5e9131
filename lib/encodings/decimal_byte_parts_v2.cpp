#include "encodings/decimal_byte_parts_v2.hpp"

#include "base/protobuf.hpp"
#include "encodings/detail/index_reader.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/valid_as.hpp"

namespace gyre {

DecimalBytePartsV2::DecimalBytePartsV2(const ArrayParts& parts, ArrayRef top_part,
                                       std::vector<ArrayRef> lower_parts)
    : Array(parts), top(std::move(top_part)), lower(std::move(lower_parts)) {}

namespace {

constexpr unsigned top_ptype_field = 1;
constexpr unsigned lower_ptypes_field = 2;
constexpr std::size_t most_lower_parts = 3;

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is(Kind::decimal)) return wrong_dtype(parts);
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  const auto top_ptype = GYRE_TRY(index_ptype(meta.number(top_ptype_field), parts.id()));
  if (!is_signed(top_ptype)) return fail(Code::corrupt, "{}: an unsigned top part", parts.id());
  const auto lower_ptypes = GYRE_TRY(meta.numbers(lower_ptypes_field));
  if (lower_ptypes.size() > most_lower_parts)
    return fail(Code::corrupt, "{}: {} lower parts", parts.id(), lower_ptypes.size());
  GYRE_TRY(expect_children(parts, 1 + lower_ptypes.size(), 1 + lower_ptypes.size()));
  auto top =
      GYRE_TRY(parts.child(0, DType::primitive(top_ptype, parts.dtype.nullable()), parts.rows));
  std::vector<ArrayRef> lower;
  for (const auto number : lower_ptypes) {
    const auto ptype = GYRE_TRY(index_ptype(number, parts.id()));
    if (!is_unsigned(ptype)) return fail(Code::corrupt, "{}: a signed lower part", parts.id());
    lower.push_back(GYRE_TRY(parts.child(1 + lower.size(), DType::primitive(ptype), parts.rows)));
  }
  return std::make_shared<DecimalBytePartsV2>(parts, std::move(top), std::move(lower));
}

u128 with_lower(u128 word, std::uint64_t lower) { return word << 64 | lower; }
Int256 with_lower(const Int256& word, std::uint64_t lower) {
  return Int256::make(lower, word.limb[0], word.limb[1], word.limb[2]);
}

template <Word W>
class PartsReader final : public ValidAs<WordReader<W>> {
 public:
  PartsReader(std::uint64_t rows, Reader& nulls, IndexReader top, std::vector<IndexReader> lower,
              ReadContext& context)
      : ValidAs<WordReader<W>>(nulls, rows, context),
        top_(std::move(top)),
        lower_(std::move(lower)) {}

  Result<void> read(RowRange rows, W* out) override {
    return join(rows.size(), out,
                [&](IndexReader& part, std::uint64_t* words) { return part.read(rows, words); });
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, W* out) override {
    return join(rows.size(), out, [&](IndexReader& part, std::uint64_t* words) {
      return part.gather(base, rows, words);
    });
  }

 private:
  template <class Fetch>
  Result<void> join(std::uint64_t rows, W* out, Fetch&& fetch) {
    ReadContext::Scratch<std::uint64_t> part(this->context(), tile_rows);
    GYRE_TRY(fetch(top_, part.data()));
    for (std::uint64_t i = 0; i < rows; ++i)
      out[i] = truncate<W>(Int256::of(static_cast<std::int64_t>(part[i])));
    for (auto& lower : lower_) {
      GYRE_TRY(fetch(lower, part.data()));
      for (std::uint64_t i = 0; i < rows; ++i) out[i] = with_lower(out[i], part[i]);
    }
    return {};
  }

  IndexReader top_;
  std::vector<IndexReader> lower_;
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& decimal = static_cast<const DecimalBytePartsV2&>(*array);
  auto top_reader = GYRE_TRY(make_reader(decimal.top, context));
  if (top_reader->shape() == Shape::null || decimal.lower.empty()) return top_reader;
  auto& nulls = *top_reader;
  auto top = GYRE_TRY(IndexReader::make(std::move(top_reader), *decimal.top, context));
  std::vector<IndexReader> lower;
  for (const auto& part : decimal.lower)
    lower.push_back(GYRE_TRY(IndexReader::make(part, context)));
  const auto make = [&]<Word W>(W) -> ReaderRef {
    return std::make_unique<PartsReader<W>>(array->rows, nulls, std::move(top), std::move(lower),
                                            context);
  };
  return decimal.lower.size() == 1 ? make(u128{}) : make(Int256{});
}

}  // namespace

const Encoding decimal_byte_parts_v2_encoding{
    .id = "vortex.decimal_byte_parts.v2", .open = open, .reader = reader};

}  // namespace gyre
