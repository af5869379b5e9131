#include "encodings/dict.hpp"

#include "array/dictionary_reader.hpp"
#include "array/value_builder.hpp"
#include "encodings/builtin.hpp"
#include "encodings/packed_nodes.hpp"
#include "support/bytes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

std::optional<std::uint64_t> estimated(const Column& plain) {
  return dict_encoding.estimate(plain, PlainChildren());
}

Buffer dict_message(std::uint64_t values, PType codes, std::optional<bool> nullable = {}) {
  ProtobufWriter meta;
  meta.number(1, values).number(2, static_cast<unsigned>(codes));
  if (nullable) meta.optional_number(3, *nullable ? 1 : 0);
  return meta.finish();
}

/// Row numbers of `values` drawn by chance, and what they come to.
struct Draw {
  Column codes, plain;
};
Draw draw(const Column& values, std::uint64_t rows, PType ptype, bool null_codes) {
  Random random(rows + values.rows);
  std::vector<std::optional<std::uint64_t>> codes;
  std::vector<Value> drawn;
  for (std::uint64_t row = 0; row < rows; ++row) {
    if (values.rows == 0 || (null_codes && random.chance(20))) {
      codes.emplace_back();
      drawn.emplace_back();
    } else {
      codes.emplace_back(random.below(values.rows));
      drawn.push_back(scalar_at(values, *codes.back()).value);
    }
  }
  return {column_of(codes, DType::primitive(ptype, null_codes)),
          column_of_values(drawn, values.dtype)};
}

EncodedArray dict_node(const Column& codes, const Column& values) {
  return node("vortex.dict", dict_message(values.rows, codes.dtype.ptype(), codes.dtype.nullable()),
              {}, {plain_node(codes), plain_node(values)});
}

ReaderRef opened(const EncodedArray& encoded, const Column& plain, ReadContext& context) {
  static const EncodingTable table(builtin_encodings());
  return must(make_reader(must(open_array(encoded, plain.dtype, plain.rows, table)), context));
}

}  // namespace

TEST_CASE("dict: what is stored answers every question as its plain form does",
          "[encodings][dict]") {
  const auto dtype =
      GENERATE(DType::primitive(PType::u8, true), DType::primitive(PType::i32, true),
               DType::primitive(PType::f64, true), DType::utf8(true), DType::binary(true));
  for (const auto& plain : samples(dtype)) check_encoder(dict_encoding, plain);
}

TEST_CASE("dict: values may be of any type, and null; codes too", "[encodings][dict]") {
  const auto dtype = GENERATE(
      DType::boolean(true), DType::primitive(PType::u16, true), DType::decimal(30, 2, true),
      DType::decimal(60, 2, true), DType::utf8(true),
      DType::list(DType::primitive(PType::i32, true), true),
      DType::structure(
          {{"a", DType::utf8(true)}, {"b", DType::structure({{"c", DType::boolean()}}, true)}},
          true));
  const auto ptype = GENERATE(PType::u8, PType::u16, PType::u32, PType::u64);
  const bool null_codes = GENERATE(false, true);
  for (const std::uint64_t count : {1, 40, 200}) {
    const auto values = sample(dtype, count, Pattern::full_range, Nulls::some);
    const auto [codes, plain] = draw(values, count == 40 ? 3000 : 100, ptype, null_codes);
    check_conformance(dict_node(codes, values), plain);
  }
}

TEST_CASE("dict: values may be nested, with nulls at every level", "[encodings][dict]") {
  const bool null_codes = GENERATE(false, true);
  for (const auto& values : nested_samples(60)) {
    const auto [codes, plain] = draw(values, 1300, PType::u8, null_codes);
    check_conformance(dict_node(codes, values), plain);
  }
}

TEST_CASE("dict: a dictionary of many tiles gives the values that codes ask for",
          "[encodings][dict]") {
  const auto dtype =
      GENERATE(DType::primitive(PType::i64, true), DType::utf8(true), DType::boolean(true));
  const auto nulls = GENERATE(Nulls::none, Nulls::some);
  const auto values = sample(dtype, 5000, Pattern::full_range, nulls);
  const auto [codes, plain] = draw(values, 2500, PType::u16, nulls == Nulls::some);
  check_conformance(dict_node(codes, values), plain);
}

TEST_CASE("dict: without values, all rows are null", "[encodings][dict]") {
  const auto dtype = GENERATE(DType::primitive(PType::i64, true), DType::utf8(true),
                              DType::boolean(true), DType::list(DType::utf8(), true));
  const auto values = sample(dtype, 0, Pattern::small, Nulls::none);
  const auto [codes, plain] = draw(values, 1500, PType::u8, true);
  check_conformance(dict_node(codes, values), plain);
  check_conformance(
      node("vortex.dict", dict_message(0, PType::u8, true), {},
           {constant_node({}, DType::primitive(PType::u8, true)), plain_node(values)}),
      plain);
}

TEST_CASE("dict: the codes of nulls mean nothing", "[encodings][dict]") {
  const auto dtype = DType::utf8(true);
  const auto values = text_column({"a", std::nullopt, "c"});
  const auto codes = node("vortex.primitive", {}, {bytes("02 03 ff 01 00")},
                          {validity_node({true, false, false, true, true})});
  const auto plain = text_column({"c", std::nullopt, std::nullopt, std::nullopt, "a"});
  check_conformance(
      node("vortex.dict", dict_message(3, PType::u8, true), {}, {codes, plain_node(values)}),
      plain);
  // Old files do not say so: codes are nullable as the type is.
  check_conformance(
      node("vortex.dict", dict_message(3, PType::u8), {}, {codes, plain_node(values)}), plain);
}

TEST_CASE("dict: values are sorted, each there once", "[encodings][dict]") {
  const auto check = [](const Column& plain, const Column& values) {
    const auto encoded = check_encoder(dict_encoding, plain);
    const auto meta = must(ProtobufFields::parse(encoded.metadata.bytes()));
    CHECK(meta.number(1) == values.rows);
    CHECK(meta.has(3));
    check_conformance(encoded.children[1], values);
  };
  const auto i16 = DType::primitive(PType::i16, true);
  check(column_of<int>({5, -3, std::nullopt, 5, 2, -3}, i16), column_of<int>({-3, 2, 5}, i16));
  const auto f32 = DType::primitive(PType::f32, true);
  check(column_of<float>({0.5F, -2.0F, 1e30F, -2.0F}, f32),
        column_of<float>({-2.0F, 0.5F, 1e30F}, f32));
  check(text_column({"b", "", std::nullopt, "a text that is not short", "b"}),
        text_column({"", "a text that is not short", "b"}));
}

TEST_CASE("dict: is offered where values repeat, for the bytes that they and their codes take",
          "[encodings][dict]") {
  std::vector<std::optional<std::string>> texts;
  Random random(5);
  for (int i = 0; i < 4096; ++i)
    texts.emplace_back("a rather long text, number " + std::to_string(random.below(16)));
  const auto bytes = estimated(text_column(texts, DType::utf8()));
  REQUIRE(bytes);
  CHECK(*bytes >= 4096 / 2 + 16 * 28);
  CHECK(*bytes <= 4096 / 2 + 16 * 28 + 40);
  std::vector<std::optional<std::uint64_t>> words;
  for (int i = 0; i < 4096; ++i) words.emplace_back(std::uint64_t{1} << random.below(60));
  const auto words_bytes = estimated(column_of(words, DType::primitive(PType::u64)));
  REQUIRE(words_bytes);
  CHECK(*words_bytes == 4096 * 6 / 8 + 60 * 8);

  CHECK_FALSE(
      estimated(sample(DType::primitive(PType::i64), 5000, Pattern::full_range, Nulls::none)));
  CHECK_FALSE(estimated(sample(DType::utf8(), 5000, Pattern::full_range, Nulls::none)));
  CHECK_FALSE(estimated(sample(DType::utf8(true), 5000, Pattern::small, Nulls::all)));
  CHECK_FALSE(estimated(sample(DType::utf8(), 0, Pattern::small, Nulls::none)));
  CHECK_FALSE(estimated(sample(DType::boolean(), 5000, Pattern::small, Nulls::none)));
}

TEST_CASE("dict: a test on sorted values becomes one on packed codes", "[encodings][dict]") {
  const auto dtype = DType::primitive(PType::i64);
  std::vector<std::optional<std::int64_t>> values;
  for (std::int64_t i = 0; i < 30; ++i) values.emplace_back(i * 1'000'000'007);
  std::vector<std::optional<std::uint64_t>> codes;
  std::vector<std::optional<std::int64_t>> rows;
  for (std::uint64_t i = 0; i < 1024; ++i) {
    codes.emplace_back(i * 7 % 30);
    rows.push_back(values[*codes.back()]);
  }
  const auto code_node = packed_node(column_of(codes, DType::primitive(PType::u8)), {.width = 5});
  const auto encoded = node("vortex.dict", dict_message(30, PType::u8, false), {},
                            {code_node, plain_node(column_of(values, dtype))});
  const auto plain = column_of(rows, dtype);
  ReadContext context;
  const auto reader = opened(encoded, plain, context);
  auto mask = TileMask::all(1024);
  must(words_of<std::uint64_t>(*reader).select({0, 1024}, {3'000'000'000, 4'000'000'000}, mask));
  for (std::uint64_t i = 0; i < 1024; ++i)
    if (mask.at(i) != (*codes[i] >= 3 && *codes[i] <= 6)) FAIL("row " << i);
  CHECK(context.counters.tiles_tested == 1);
  CHECK(context.counters.tiles_decoded == 0);
}

TEST_CASE("dict: rows can be selected by what their values came to", "[encodings][dict]") {
  const auto values = sample(DType::utf8(true), 100, Pattern::full_range, Nulls::none);
  const auto [codes, plain] = draw(values, 1024, PType::u8, false);
  ReadContext context;
  const auto reader = opened(dict_node(codes, values), plain, context);
  auto* dictionary = dynamic_cast<DictionaryReader*>(reader.get());
  REQUIRE(dictionary);
  REQUIRE(dictionary->values().rows() == 100);
  const std::uint64_t passing[] = {0xf0f0, 1};
  auto mask = TileMask::all(1000);
  mask.clear(77);
  const auto before = mask;
  must(dictionary->select_codes({24, 1024}, passing, mask));
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const auto code = codes.buffers[0].as<std::uint8_t>()[24 + i];
    if (mask.at(i) != (before.at(i) && (passing[code / 64] >> code % 64 & 1) != 0))
      FAIL("row " << i);
  }
}

TEST_CASE("dict: a node that lies is refused", "[encodings][dict]") {
  auto dtype = GENERATE(DType::primitive(PType::i32), DType::utf8(), DType::boolean());
  const auto values = sample(dtype, 3, Pattern::full_range, Nulls::none);
  auto lie = node("vortex.dict", dict_message(3, PType::u16, false), {},
                  {integers({0, 1, 2, 0}, PType::u16), plain_node(values)});
  SECTION("a code past the values") { lie.children[0] = integers({0, 1, 3, 0}, PType::u16); }
  SECTION("a code far past the values") {
    lie.children[0] = integers({0, 1, 65'535, 0}, PType::u16);
  }
  SECTION("a code that is larger than 32 bits") {
    lie.metadata = dict_message(3, PType::u64, false);
    lie.children[0] = integers<std::uint64_t>({0, 1, std::uint64_t{1} << 32, 0}, PType::u64);
  }
  SECTION("no values") { lie.metadata = dict_message(0, PType::u16, false); }
  SECTION("signed codes") { lie.metadata = dict_message(3, PType::i16, false); }
  SECTION("floats as codes") { lie.metadata = dict_message(3, PType::f16, false); }
  SECTION("null codes in rows that are never null") {
    lie.metadata = dict_message(3, PType::u16, true);
  }
  SECTION("more values than there are") {
    lie.metadata = dict_message(4'000'000, PType::u16, false);
  }
  SECTION("metadata cut short") { lie.metadata = lie.metadata.slice(0, lie.metadata.size() - 1); }
  SECTION("fewer values than told") {
    lie.children[1] = plain_node(sample(dtype, 0, Pattern::small, Nulls::none));
  }
  SECTION("values with nulls") {
    lie.children[1].children.push_back(validity_node({true, true, false}));
  }
  SECTION("codes of null") {
    lie.children[0] = constant_node({}, DType::primitive(PType::u16, true));
  }
  SECTION("one child") { lie.children.pop_back(); }
  SECTION("three children") { lie.children.push_back(lie.children[0]); }
  SECTION("fewer codes than rows") { lie.children[0] = integers({0, 1}, PType::u16); }
  check_refused(lie, dtype, 4, Code::corrupt);
}

TEST_CASE("dict: values without end need no memory", "[encodings][dict]") {
  const auto dtype = DType::primitive(PType::i64);
  const auto values = constant_node({Int256::of(std::int64_t{7})}, dtype);
  const auto make = [&](std::uint64_t count) {
    return node("vortex.dict", dict_message(count, PType::u32, false), {},
                {integers({0, 66'000'000}, PType::u32), values});
  };
  check_conformance(make(std::uint64_t{1} << 26), column_of<int>({7, 7}, dtype));
  check_refused(make((std::uint64_t{1} << 26) + 1), dtype, 2, Code::unsupported);
  check_refused(make(~std::uint64_t{0}), dtype, 2, Code::unsupported);
}
