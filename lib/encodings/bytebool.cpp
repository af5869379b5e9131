#include "encodings/bytebool.hpp"

#include "encodings/detail/node.hpp"
#include "encodings/detail/validity.hpp"

namespace gyre {

ByteBool::ByteBool(const ArrayParts& parts, Buffer all_bytes, ArrayRef validity_child)
    : Array(parts), bytes(std::move(all_bytes)), validity(std::move(validity_child)) {}

namespace {

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is(Kind::boolean)) return wrong_dtype(parts);
  GYRE_TRY(expect_children(parts, 0, 1));
  auto bytes = GYRE_TRY(parts.buffer(0, 1, parts.rows));
  auto validity = GYRE_TRY(parts.validity(0));
  return std::make_shared<ByteBool>(parts, std::move(bytes), std::move(validity));
}

class ByteBoolReader final : public Nullable<MaskReader> {
 public:
  ByteBoolReader(ValidityReader validity, const ByteBool& array)
      : Nullable(std::move(validity), array.rows), bytes_(array.bytes) {}

  Result<void> read(RowRange rows, TileMask& out) override {
    out = {};
    const auto bytes = bytes_.bytes().subspan(rows.first, rows.size());
    for (std::size_t row = 0; row < bytes.size(); ++row)
      out.word[row / 64] |= std::uint64_t{bytes[row] != std::byte{0}} << (row % 64);
    return {};
  }

 private:
  Buffer bytes_;
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& bytebool = static_cast<const ByteBool&>(*array);
  auto validity = GYRE_TRY(ValidityReader::make(bytebool.validity, context));
  return std::make_unique<ByteBoolReader>(std::move(validity), bytebool);
}

}  // namespace

const Encoding bytebool_encoding{.id = "vortex.bytebool", .open = open, .reader = reader};

}  // namespace gyre
