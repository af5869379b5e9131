#include "encodings/alprd.hpp"

#include <optional>

#include "base/protobuf.hpp"
#include "encodings/detail/code_reader.hpp"
#include "encodings/detail/index_reader.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/patches.hpp"
#include "encodings/detail/take_reader.hpp"
#include "encodings/detail/valid_as.hpp"

namespace gyre {

AlpRd::AlpRd(const ArrayParts& parts, std::vector<std::uint16_t> left_parts, unsigned right_width,
             ArrayRef codes, ArrayRef rest, std::shared_ptr<const Patches> exceptions)
    : Array(parts),
      left(std::move(left_parts)),
      right_bits(right_width),
      left_codes(std::move(codes)),
      right_parts(std::move(rest)),
      patches(std::move(exceptions)) {}

namespace {

constexpr unsigned right_bit_width_field = 1;
constexpr unsigned dict_len_field = 2;
constexpr unsigned dict_field = 3;
constexpr unsigned left_parts_ptype_field = 4;
constexpr unsigned patches_field = 5;

Result<std::vector<std::uint16_t>> left_parts(const ArrayParts& parts, const ProtobufFields& meta) {
  const auto numbers = GYRE_TRY(meta.numbers(dict_field));
  const auto count = meta.number(dict_len_field);
  if (count > numbers.size())
    return fail(Code::corrupt, "{}: {} of {} left parts", parts.id(), numbers.size(), count);
  std::vector<std::uint16_t> left;
  for (std::size_t i = 0; i < count; ++i) {
    if (numbers[i] > UINT16_MAX)
      return fail(Code::corrupt, "{}: a left part of {}", parts.id(), numbers[i]);
    left.push_back(static_cast<std::uint16_t>(numbers[i]));
  }
  return left;
}

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is_float() || parts.dtype.ptype() == PType::f16) return wrong_dtype(parts);
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  const auto right_bits = meta.number(right_bit_width_field);
  if (right_bits >= 8 * word_bytes(parts.dtype))
    return fail(Code::corrupt, "{}: {} bits on the right of {}", parts.id(), right_bits,
                8 * word_bytes(parts.dtype));
  auto left = GYRE_TRY(left_parts(parts, meta));
  const auto codes_ptype = GYRE_TRY(index_ptype(meta.number(left_parts_ptype_field), parts.id()));
  if (!is_unsigned(codes_ptype)) return fail(Code::corrupt, "{}: signed left parts", parts.id());
  const auto message = GYRE_TRY(PatchesMessage::read(meta, patches_field));
  GYRE_TRY(expect_children(parts, 2 + message.children(), 2 + message.children()));
  const auto right_ptype = parts.dtype.ptype() == PType::f32 ? PType::u32 : PType::u64;
  auto codes =
      GYRE_TRY(parts.child(0, DType::primitive(codes_ptype, parts.dtype.nullable()), parts.rows));
  auto right = GYRE_TRY(parts.child(1, DType::primitive(right_ptype), parts.rows));
  auto patches = GYRE_TRY(message.open(parts, 2, DType::primitive(codes_ptype)));
  return std::make_shared<AlpRd>(parts, std::move(left), static_cast<unsigned>(right_bits),
                                 std::move(codes), std::move(right), std::move(patches));
}

/// Left parts that stand beside the codes.
struct LeftPatches {
  PatchRows rows;
  std::optional<IndexReader> values;
};

template <class W>
class AlpRdReader final : public ValidAs<WordReader<W>> {
 public:
  AlpRdReader(CodeReader codes, std::unique_ptr<WordReader<W>> right, LeftPatches patches,
              const AlpRd& array, ReadContext& context)
      : ValidAs<WordReader<W>>(codes.reader(), array.rows, context),
        codes_(std::move(codes)),
        right_(std::move(right)),
        patches_(std::move(patches)),
        right_bits_(array.right_bits),
        right_mask_(static_cast<W>((W{1} << right_bits_) - 1)) {
    for (const auto left : array.left) left_.push_back(shifted(left));
    if (left_.empty()) left_.push_back(0);  // for the codes of nulls
  }

  Result<void> read(RowRange rows, W* out) override {
    ReadContext::Scratch<std::uint32_t> codes(this->context(),
                                              ReadContext::tile_room<std::uint32_t>);
    GYRE_TRY(codes_.read(rows, codes.data()));
    GYRE_TRY(right_->read(rows, out));
    join(codes.data(), rows.size(), out);
    if (!patches_.values) return {};
    const auto range = GYRE_TRY(patches_.rows.find(rows, this->context()));
    if (range.empty()) return {};
    ReadContext::Scratch<std::uint64_t> left(this->context(), tile_rows);
    GYRE_TRY(patches_.values->read(range.rows(), left.data()));
    for (std::size_t i = 0; i < range.size(); ++i)
      replace_left(left[i], out[patches_.rows.row(range.first + i) - rows.first]);
    return {};
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, W* out) override {
    ReadContext::Scratch<std::uint32_t> codes(this->context(), tile_rows);
    GYRE_TRY(codes_.gather(base, rows, codes.data()));
    GYRE_TRY(right_->gather(base, rows, out));
    join(codes.data(), rows.size(), out);
    if (!patches_.values) return {};
    ReadContext::Scratch<std::uint32_t> at(this->context(), tile_rows);
    ReadContext::Scratch<std::uint32_t> patches(this->context(), tile_rows);
    std::size_t hits = 0;
    GYRE_TRY(
        patches_.rows.match(base, rows, this->context(), [&](std::size_t i, std::size_t patch) {
          at[hits] = static_cast<std::uint32_t>(i);
          patches[hits++] = static_cast<std::uint32_t>(patch);
        }));
    if (hits == 0) return {};
    ReadContext::Scratch<std::uint64_t> left(this->context(), tile_rows);
    GYRE_TRY(patches_.values->gather(0, {patches.data(), hits}, left.data()));
    for (std::size_t i = 0; i < hits; ++i) replace_left(left[i], out[at[i]]);
    return {};
  }

 private:
  W shifted(std::uint64_t left) const {
    return static_cast<W>(static_cast<W>(left) << right_bits_);
  }
  void join(const std::uint32_t* codes, std::uint64_t count, W* out) const {
    for (std::uint64_t i = 0; i < count; ++i)
      out[i] = static_cast<W>(left_[codes[i]] | (out[i] & right_mask_));
  }
  void replace_left(std::uint64_t left, W& value) const {
    value = static_cast<W>(shifted(left) | (value & right_mask_));
  }

  CodeReader codes_;
  std::unique_ptr<WordReader<W>> right_;
  LeftPatches patches_;
  unsigned right_bits_;
  W right_mask_;
  std::vector<W> left_;  // in place
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& alprd = static_cast<const AlpRd&>(*array);
  auto codes_reader = GYRE_TRY(make_reader(alprd.left_codes, context));
  if (codes_reader->shape() == Shape::null) return codes_reader;
  auto codes = GYRE_TRY(
      CodeReader::make(std::move(codes_reader), alprd.left.size(), "vortex.alprd", context));
  LeftPatches patches;
  if (alprd.patches) {
    patches.rows = PatchRows(alprd.patches);
    patches.values = GYRE_TRY(IndexReader::make(alprd.patches->values, context));
  }
  auto right = GYRE_TRY(make_reader(alprd.right_parts, context));
  const auto make = [&]<class W>(W) -> Result<ReaderRef> {
    auto words = GYRE_TRY(take_words<W>(std::move(right), alprd_encoding.id));
    return std::make_unique<AlpRdReader<W>>(std::move(codes), std::move(words), std::move(patches),
                                            alprd, context);
  };
  if (array->dtype.ptype() == PType::f32) return make(std::uint32_t{});
  return make(std::uint64_t{});
}

}  // namespace

const Encoding alprd_encoding{.id = "vortex.alprd", .open = open, .reader = reader};

}  // namespace gyre
