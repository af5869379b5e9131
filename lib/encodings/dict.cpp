#include "encodings/dict.hpp"

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "array/column_builder.hpp"
#include "array/column_sink.hpp"
#include "base/protobuf.hpp"
#include "encodings/detail/dict_readers.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/validity.hpp"

namespace gyre {

Dict::Dict(const ArrayParts& parts, ArrayRef codes_child, ArrayRef values_child)
    : Array(parts), codes(std::move(codes_child)), values(std::move(values_child)) {}

namespace {

Result<ArrayRef> open(const ArrayParts& parts) {
  const auto metadata = GYRE_TRY(within(ProtobufFields::parse(parts.metadata()), "{}", parts.id()));
  const auto ptype = metadata.number(2);
  if (ptype > static_cast<std::uint64_t>(PType::u64))
    return fail(Code::corrupt, "{}: codes of type number {}, expected an unsigned one", parts.id(), ptype);
  const auto nullable = metadata.optional_number(3);
  const bool nullable_codes = nullable ? *nullable != 0 : parts.dtype.nullable();
  GYRE_TRY(expect_children(parts, 2, 2));
  auto codes = GYRE_TRY(parts.child(0, DType::primitive(static_cast<PType>(ptype), nullable_codes), parts.rows));
  auto values = GYRE_TRY(parts.child(1, parts.dtype, metadata.number(1)));
  return std::make_shared<Dict>(parts, std::move(codes), std::move(values));
}

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& dict = static_cast<const Dict&>(*array);
  auto codes = GYRE_TRY(make_reader(dict.codes, context));
  auto values = GYRE_TRY(make_reader(dict.values, context));
  return make_dict_reader(dict.dtype, std::move(codes), std::move(values), context);
}

/// More distinct values than this are no dictionary.
constexpr std::size_t most_values = 65'535;

/// A column's distinct values, sorted, and the code of each row (0 where null). Nothing when there are too many.
template <class Key>
struct Distinct {
  std::vector<Key> values;
  std::vector<std::uint32_t> codes;
};

template <class Key, class At, class Hash>
std::optional<Distinct<Key>> distinct(const Column& plain, std::size_t most, At&& at, Hash hash) {
  Distinct<Key> found;
  std::unordered_map<Key, std::uint32_t, Hash> numbers(64, hash);
  found.codes.resize(plain.rows);
  for (std::uint64_t row = 0; row < plain.rows; ++row) {
    if (!plain.is_valid(row)) continue;
    const Key key = at(row);
    const auto [entry, is_new] = numbers.try_emplace(key, static_cast<std::uint32_t>(found.values.size()));
    if (is_new) {
      if (found.values.size() == most) return std::nullopt;
      found.values.push_back(key);
    }
    found.codes[row] = entry->second;
  }
  std::vector<std::uint32_t> order(found.values.size()), rank(found.values.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::uint32_t i) -> const Key& { return found.values[i]; });
  std::vector<Key> sorted;
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    rank[order[i]] = i;
    sorted.push_back(found.values[order[i]]);
  }
  for (auto& code : found.codes) code = rank.empty() ? 0 : rank[code];
  found.values = std::move(sorted);
  return found;
}

/// Distinct values as a column of their own, with codes.
struct Coded {
  Column values, codes;
};

Column code_column(const Column& plain, const std::vector<std::uint32_t>& codes, std::size_t values) {
  auto column = index_column(plain.rows, values, [&](std::uint64_t row) { return codes[row]; });
  column.validity = plain.validity;
  column.null_count = plain.null_count;
  column.dtype = column.dtype.with_nullable(plain.dtype.nullable());
  return column;
}

template <Word W>
struct HashWord {
  std::size_t operator()(const W& word) const {
    std::uint64_t bits = 0;
    if constexpr (std::is_same_v<W, Int256>)
      bits = word.limb[0] ^ word.limb[1] ^ word.limb[2] ^ word.limb[3];
    else if constexpr (std::is_same_v<W, u128>)
      bits = static_cast<std::uint64_t>(word) ^ static_cast<std::uint64_t>(word >> 64);
    else
      bits = word;
    return static_cast<std::size_t>(bits * 0x9e37'79b9'7f4a'7c15u >> 17);
  }
};

template <Word W>
std::optional<Coded> code_words(const Column& plain, std::size_t most) {
  const auto* words = reinterpret_cast<const W*>(plain.buffers[0].data());
  const auto found = distinct<W>(plain, most, [&](std::uint64_t row) { return words[row]; }, HashWord<W>{});
  if (!found) return std::nullopt;
  Column values{plain.dtype.with_nullable(plain.dtype.nullable()), found->values.size(), {}, 0, {}, {}};
  values.buffers.push_back(Buffer::copy(std::as_bytes(std::span(found->values))));
  return Coded{std::move(values), code_column(plain, found->codes, found->values.size())};
}

std::optional<Coded> code_texts(const Column& plain, std::size_t most) {
  const auto found = distinct<std::string_view>(
      plain, most, [&](std::uint64_t row) { return text_at(plain, row); }, std::hash<std::string_view>{});
  if (!found) return std::nullopt;
  TextBuilder values;
  for (const auto text : found->values) values.append(text);
  return Coded{values.finish(plain.dtype), code_column(plain, found->codes, found->values.size())};
}

bool fits(const DType& dtype) { return dtype.is(Kind::primitive) || dtype.is_text(); }

std::optional<Coded> code(const Column& plain, std::size_t most) {
  if (plain.dtype.is_text()) return code_texts(plain, most);
  return with_small_word(word_bytes(plain.dtype), [&]<Word W>(W) { return code_words<W>(plain, most); });
}

std::uint64_t text_bytes(const Column& texts) {
  std::uint64_t bytes = 0;
  for (std::uint64_t row = 0; row < texts.rows; ++row)
    if (texts.is_valid(row)) bytes += text_at(texts, row).size();
  return bytes;
}

/// Rows at the front that show whether values repeat at all, before all of them are hashed.
constexpr std::uint64_t glance_rows = 2048;

bool repeats(const Column& plain) {
  if (plain.rows <= glance_rows) return true;
  return code(slice(plain, 0, glance_rows), glance_rows / 2).has_value();
}

std::optional<std::uint64_t> estimate(const Column& plain, const EncodeContext& context) {
  if (!fits(plain.dtype) || context.depth_left() == 0 || plain.rows == 0 || !repeats(plain)) return std::nullopt;
  const auto coded = code(plain, std::min<std::size_t>(most_values, plain.rows / 2));
  if (!coded || coded->values.rows == 0) return std::nullopt;
  const auto width = static_cast<std::uint64_t>(std::bit_width(coded->values.rows - 1));
  const auto codes = div_ceil(plain.rows, tile_rows) * 128 * width + validity_bytes(plain);
  if (plain.dtype.is_text()) return codes + text_bytes(coded->values) + 4 * coded->values.rows;
  return codes + coded->values.rows * word_bytes(plain.dtype);
}

Result<EncodedArray> encode(const Column& plain, EncodeContext& context) {
  const auto coded = fits(plain.dtype) ? code(plain, UINT32_MAX) : std::nullopt;
  if (!coded) return fail(Code::invalid_argument, "{}: numbers or texts expected", dict_encoding.id);
  auto metadata = ProtobufWriter()
                      .number(1, coded->values.rows)
                      .number(2, static_cast<std::uint64_t>(coded->codes.dtype.ptype()))
                      .optional_number(3, plain.dtype.nullable() ? 1 : 0)
                      .finish();
  auto node = make_node(dict_encoding.id, std::move(metadata));
  node.children.push_back(GYRE_TRY(context.child(coded->codes)));
  node.children.push_back(GYRE_TRY(context.child(coded->values)));
  return node;
}

}  // namespace

const Encoding dict_encoding{
    .id = "vortex.dict", .open = open, .reader = reader, .estimate = estimate, .encode = encode};

Result<ReaderRef> make_dict_reader(const DType& dtype, ReaderRef codes, ReaderRef values, ReadContext& context) {
  const bool are_codes = codes->shape() == Shape::null ||
                         (codes->shape() >= Shape::word8 && codes->shape() <= Shape::word64);
  if (!are_codes) return fail(Code::corrupt, "vortex.dict: codes are no integers");
  auto plain = GYRE_TRY(within(read_column(*values, dtype, {0, values->rows()}, context), "vortex.dict: values"));
  return make_dict_reader_for(CodeReader(std::move(codes), std::move(plain), context), context);
}

}  // namespace gyre
