#include "encodings/dict.hpp"

#include <algorithm>
#include <bit>

#include "array/column_builder.hpp"
#include "base/bits.hpp"
#include "base/protobuf.hpp"
#include "encodings/bitpacked.hpp"
#include "encodings/detail/distinct.hpp"
#include "encodings/detail/index_reader.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/validity.hpp"

namespace gyre {

Dict::Dict(const ArrayParts& parts, ArrayRef row_codes, ArrayRef distinct_values)
    : Array(parts), codes(std::move(row_codes)), values(std::move(distinct_values)) {}

namespace {

constexpr unsigned values_len_field = 1;
constexpr unsigned codes_ptype_field = 2;
constexpr unsigned is_nullable_codes_field = 3;

Result<ArrayRef> open(const ArrayParts& parts) {
  GYRE_TRY(expect_children(parts, 2, 2));
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  const auto ptype = GYRE_TRY(index_ptype(meta.number(codes_ptype_field), parts.id()));
  if (!is_unsigned(ptype)) return fail(Code::corrupt, "{}: signed codes", parts.id());
  // Old files do not say whether codes may be null.
  const bool nullable = meta.number(is_nullable_codes_field, parts.dtype.nullable() ? 1 : 0) != 0;
  if (nullable && !parts.dtype.nullable())
    return fail(Code::corrupt, "{}: null codes, but the type is not nullable", parts.id());
  auto codes = GYRE_TRY(parts.child(0, DType::primitive(ptype, nullable), parts.rows));
  auto values = GYRE_TRY(parts.child(1, parts.dtype, meta.number(values_len_field)));
  return std::make_shared<Dict>(parts, std::move(codes), std::move(values));
}

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& dict = static_cast<const Dict&>(*array);
  auto codes = GYRE_TRY(make_reader(dict.codes, context));
  auto values = GYRE_TRY(make_reader(dict.values, context));
  return make_dict_reader(array->dtype, std::move(codes), std::move(values), context);
}

bool fits(const Column& plain) {
  return (plain.dtype.is(Kind::primitive) || plain.dtype.is_text()) && plain.rows <= UINT32_MAX;
}

/// What a column is made of.
struct Spelling {
  std::vector<std::uint32_t> first_rows;  ///< for each distinct value a row that holds it
  std::vector<std::uint32_t> codes;       ///< of each row: an index into first_rows; 0 where null
  std::uint64_t runs = 0;                 ///< of equal codes
};

template <class ValueAt>
std::optional<Spelling> spell(const Column& plain, std::uint64_t most, ValueAt&& value_at) {
  Spelling spelling;
  spelling.codes.resize(plain.rows);
  Distinct<decltype(value_at(std::uint64_t{}))> distinct;
  std::uint32_t last = 0;
  for (std::uint64_t row = 0; row < plain.rows; ++row) {
    std::uint32_t code = 0;
    if (plain.is_valid(row)) {
      code = distinct.number_of(value_at(row));
      if (code == spelling.first_rows.size()) {
        if (code == most) return std::nullopt;
        spelling.first_rows.push_back(static_cast<std::uint32_t>(row));
      }
    }
    if (row == 0 || code != last) ++spelling.runs;
    spelling.codes[row] = last = code;
  }
  return spelling;
}

/// Nothing where there are more than `most` distinct values.
std::optional<Spelling> spell(const Column& plain, std::uint64_t most) {
  if (plain.dtype.is_text())
    return spell(plain, most, [&](std::uint64_t row) { return text_at(plain, row); });
  return with_small_word(word_bytes(plain.dtype), [&]<Word W>(W) {
    const auto words = plain.buffers[0].as<W>();
    return spell(plain, most, [words](std::uint64_t row) { return words[row]; });
  });
}

/// Sorts by value: texts by their bytes, numbers by their type's order.
void sort_by_value(const Column& plain, std::vector<std::uint32_t>& rows) {
  if (plain.dtype.is_text()) {
    std::ranges::sort(rows, {}, [&](std::uint32_t row) { return text_at(plain, row); });
    return;
  }
  with_small_word(word_bytes(plain.dtype), [&]<Word W>(W) {
    const auto words = plain.buffers[0].as<W>();
    const auto key = [&](std::uint32_t row) {
      auto order = words[row];
      if constexpr (sizeof(W) > 1)
        if (plain.dtype.is_float()) order = float_order(order);
      if (is_signed(plain.dtype.ptype()))
        order = static_cast<W>(order ^ static_cast<W>(W{1} << (8 * sizeof(W) - 1)));
      return std::pair(order, words[row]);
    };
    std::ranges::sort(rows, {}, key);
  });
}

/// The values that some rows hold.
Column values_at(const Column& plain, std::span<const std::uint32_t> rows) {
  if (plain.dtype.is_text()) {
    TextBuilder texts;
    for (const auto row : rows) texts.append(text_at(plain, row));
    return texts.finish(plain.dtype);
  }
  Column values;
  values.dtype = plain.dtype;
  values.rows = rows.size();
  with_small_word(word_bytes(plain.dtype), [&]<Word W>(W) {
    const auto from = plain.buffers[0].as<W>();
    auto words = MutableBuffer::uninitialized(rows.size() * sizeof(W));
    for (std::size_t i = 0; i < rows.size(); ++i) words.as<W>()[i] = from[rows[i]];
    values.buffers.push_back(std::move(words).freeze());
  });
  return values;
}

/// Bytes of integers of `bits` each, packed or as they are.
std::uint64_t integer_bytes(std::uint64_t count, unsigned bits, unsigned plain_bytes,
                            const EncodeContext& context) {
  const auto plain = count * plain_bytes;
  if (context.depth_left() == 0) return plain;
  constexpr std::uint64_t block = 1024;
  return std::min(plain, div_ceil(count, block) * block / 8 * bits);
}

std::uint64_t value_bytes(const Column& values, const EncodeContext& context) {
  if (values.dtype.is_text()) {
    std::uint64_t bytes = 0;
    for (std::uint64_t row = 0; row < values.rows; ++row) bytes += text_at(values, row).size();
    const auto bits = static_cast<unsigned>(std::bit_width(bytes));
    return bytes + integer_bytes(values.rows + 1, bits,
                                 bits <= 8    ? 1
                                 : bits <= 16 ? 2
                                              : 4,
                                 context);
  }
  const auto width = word_bytes(values.dtype);
  if (!values.dtype.is_integer()) return values.rows * width;
  const auto bounds = integer_bounds(values);
  if (!bounds) return 0;
  return integer_bytes(values.rows,
                       static_cast<unsigned>(std::bit_width(bounds->max - bounds->min)), width,
                       context);
}

std::optional<std::uint64_t> estimate(const Column& plain, const EncodeContext& context) {
  constexpr std::uint64_t most_values = 1 << 16;
  if (!fits(plain)) return std::nullopt;
  // Fewer than two rows a value never pay.
  const auto spelling = spell(plain, std::min(most_values, (plain.rows - plain.null_count) / 2));
  // One value on every row is a constant.
  const bool is_constant = spelling && spelling->first_rows.size() == 1 && plain.null_count == 0;
  if (!spelling || spelling->first_rows.empty() || is_constant) return std::nullopt;
  const auto count = spelling->first_rows.size();
  const auto bits = static_cast<unsigned>(std::bit_width(count - 1));
  auto codes = integer_bytes(plain.rows, bits, bits <= 8 ? 1 : 2, context);
  if (context.depth_left() > 0) {
    const auto run_bits = bits + static_cast<unsigned>(std::bit_width(plain.rows));
    codes = std::min(codes, div_ceil(spelling->runs * run_bits, std::uint64_t{8}));
  }
  return codes + value_bytes(values_at(plain, spelling->first_rows), context) +
         validity_bytes(plain);
}

Result<EncodedArray> encode(const Column& plain, EncodeContext& context) {
  if (!fits(plain))
    return fail(Code::invalid_argument, "{}: numbers or texts expected", dict_encoding.id);
  const auto spelling = *spell(plain, plain.rows);
  auto rows = spelling.first_rows;
  sort_by_value(plain, rows);
  std::vector<std::uint32_t> sorted(rows.size());  // the new code of an old one
  for (std::size_t i = 0; i < rows.size(); ++i)
    sorted[spelling.codes[rows[i]]] = static_cast<std::uint32_t>(i);

  const auto largest = rows.empty() ? 0 : rows.size() - 1;
  auto codes = index_column(plain.rows, largest, [&](std::uint64_t row) -> std::uint64_t {
    return plain.is_valid(row) ? sorted[spelling.codes[row]] : 0;
  });
  const bool has_nulls = plain.null_count > 0;
  codes.dtype = codes.dtype.with_nullable(has_nulls);
  codes.validity = plain.validity;
  codes.null_count = plain.null_count;
  auto node = make_node(dict_encoding.id,
                        ProtobufWriter()
                            .number(values_len_field, rows.size())
                            .number(codes_ptype_field, static_cast<unsigned>(codes.dtype.ptype()))
                            .optional_number(is_nullable_codes_field, has_nulls ? 1 : 0)
                            .finish());
  node.children.push_back(GYRE_TRY(context.child(codes)));
  node.children.push_back(GYRE_TRY(context.child(values_at(plain, rows))));
  return node;
}

}  // namespace

const Encoding dict_encoding{
    .id = "vortex.dict", .open = open, .reader = reader, .estimate = estimate, .encode = encode};

}  // namespace gyre
