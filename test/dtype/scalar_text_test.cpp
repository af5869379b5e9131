#include <bit>

#include "dtype/temporal.hpp"
#include "dtype/text.hpp"
#include "support/catch.hpp"
#include "support/must.hpp"

namespace gyre {
namespace {

/// The value of a number type named in text.
Scalar number(std::string_view type, std::int64_t value) {
  return {test::must(parse_dtype(type)), {Int256::of(value)}};
}
Value word(std::int64_t value) { return {Int256::of(value)}; }

std::string json(const Scalar& scalar) {
  std::string out;
  append_json(out, scalar.value, scalar.dtype);
  return out;
}

TEST_CASE("scalar text: numbers are read by their type", "[dtype][text]") {
  CHECK(to_text(number("i8", -128)) == "-128");
  CHECK(to_text(Scalar::of(~std::uint64_t{0})) == "18446744073709551615");
  CHECK(to_text(number("i64", std::numeric_limits<std::int64_t>::min())) == "-9223372036854775808");
  CHECK(to_text(number("decimal(5,2)", -999)) == "-9.99");
  CHECK(to_text(number("decimal(2,-3)", 12)) == "12000");
  CHECK(to_text(Scalar::of(1.0)) == "1.0");
  CHECK(to_text(number("f16", 0x3555)) == "0.3333");
  CHECK(to_text(number("f32", 0x3dcccccd)) == "0.1");
  CHECK(to_text(number("f64", static_cast<std::int64_t>(0xfff0000000000000u))) == "-Infinity");
}

TEST_CASE("scalar text: dates and times take the form of ISO 8601", "[dtype][text]") {
  CHECK(to_text(number("date", 19753)) == "2024-01-31");
  CHECK(to_text(number("date(ms)", 19753 * 86'400'000LL)) == "2024-01-31");
  CHECK(to_text(number("date(ms)", -1)) == "1969-12-31T23:59:59.999");
  CHECK(to_text(number("time(us)", 3723000004)) == "01:02:03.000004");
  CHECK(to_text(number("timestamp(s)", 1706662923)) == "2024-01-31T01:02:03");
  CHECK(to_text(number("timestamp(ms, Europe/Berlin)", 1706662923000)) == "2024-01-31T01:02:03Z");
}

TEST_CASE("scalar text: text is itself, bytes are hex, null is a word", "[dtype][text]") {
  CHECK(to_text(Scalar::of(true)) == "true");
  CHECK(to_text(Scalar::of(std::string("a \"b\"\n"))) == "a \"b\"\n");
  CHECK(to_text(Scalar{DType::binary(), {std::string("\0\xff", 2)}}) == "00ff");
  CHECK(to_text(Scalar::null(DType::utf8(true))) == "null");
  CHECK(to_text(Scalar::null(DType::null())) == "null");
}

TEST_CASE("scalar text: a uuid has its groups", "[dtype][text]") {
  std::vector<Value> bytes;
  for (std::int64_t i = 0; i < 16; ++i) bytes.push_back(word(i * 17));
  const Scalar uuid{test::must(parse_dtype("uuid")), {bytes}};
  CHECK(to_text(uuid) == "00112233-4455-6677-8899-aabbccddeeff");
  CHECK(json(uuid) == "\"00112233-4455-6677-8899-aabbccddeeff\"");
}

TEST_CASE("scalar text: an unknown extension is shown as its storage", "[dtype][text]") {
  CHECK(to_text(number("extension(money, decimal(9,2))", 1250)) == "12.50");
}

TEST_CASE("scalar text: lists, structs and maps are JSON", "[dtype][text]") {
  const auto dtype =
      test::must(parse_dtype("struct(n: list(i64?), t: utf8, x: f64, d: decimal(30,3), \"q\"\"q\": "
                             "date, b: binary, m: map(utf8, bool))"));
  const Value value{std::vector<Value>{
      {std::vector<Value>{word(1), {}, word(-2)}},
      {std::string("é\x01\"\\\n\t\r")},
      {float_word(PType::f64, std::numeric_limits<double>::quiet_NaN())},
      word(-1),
      word(0),
      {std::string("\x0a")},
      {std::vector<Value>{{std::vector<Value>{{std::string("k")}, {true}}}}},
  }};
  const std::string expected =
      "{\"n\":[1,null,-2],\"t\":\"é\\u0001\\\"\\\\\\n\\t\\r\",\"x\":null,\"d\":-0.001,\"q\\\"q\":"
      "\"1970-01-01\","
      "\"b\":\"0a\",\"m\":[{\"key\":\"k\",\"value\":true}]}";
  CHECK(to_text(Scalar{dtype, value}) == expected);
  CHECK(json({dtype, value}) == expected);
  CHECK(to_text(Scalar{DType::list(DType::boolean()), {std::vector<Value>{}}}) == "[]");
}

}  // namespace
}  // namespace gyre
