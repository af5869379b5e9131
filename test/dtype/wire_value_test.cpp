#include <limits>

#include "dtype/text.hpp"
#include "dtype/wire.hpp"
#include "support/bytes.hpp"
#include "support/catch.hpp"
#include "support/must.hpp"

namespace gyre {
namespace {

Value word(std::int64_t value) { return {Int256::of(value)}; }
Value text(std::string value) { return {std::move(value)}; }
Value list(std::vector<Value> values) { return {std::move(values)}; }
DType type(std::string_view text) { return test::must(parse_dtype(text)); }

Result<Value> read(std::string_view hex, std::string_view dtype) {
  return read_value(test::bytes(hex).bytes(), type(dtype));
}

struct Example {
  std::string dtype;
  Value value;
  std::string hex;
};

std::vector<Example> examples() {
  return {
      {"utf8?", {}, "08 00"},
      {"null", {}, "08 00"},
      {"bool", {true}, "10 01"},
      {"bool", {false}, "10 00"},
      {"i32", word(3), "18 06"},
      {"i8", word(-1), "18 01"},
      {"i64", word(0), "18 00"},
      {"i64", word(std::numeric_limits<std::int64_t>::min()), "18 ff ff ff ff ff ff ff ff ff 01"},
      {"u8", word(199), "20 c7 01"},
      {"u64", {Int256::of(~std::uint64_t{0})}, "20 ff ff ff ff ff ff ff ff ff 01"},
      {"f16", word(0x5630), "50 b0 ac 01"},
      {"f32", word(0x3f800000), "2d 00 00 80 3f"},
      {"f64", {float_word(PType::f64, 1199.99)}, "31 29 5c 8f c2 f5 bf 92 40"},
      {"decimal(2,0)", word(-7), "42 01 f9"},
      {"decimal(4,0)", word(999), "42 02 e7 03"},
      {"decimal(5,2)", word(999), "42 04 e7 03 00 00"},
      {"decimal(18,2)", word(-1), "42 08 ff ff ff ff ff ff ff ff"},
      {"decimal(19,2)", word(1), "42 10 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"},
      {"decimal(39,0)", word(-1),
       "42 20 ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff "
       "ff ff ff ff"},
      {"utf8", text("a"), "3a 01 61"},
      {"utf8", text(""), "3a 00"},
      {"binary", text("\xff"), "42 01 ff"},
      {"struct(a: i32, b: u32)", list({word(0), word(0)}), "4a 08 0a 02 18 00 0a 02 20 00"},
      {"list(bool?)", list({{true}, {}}), "4a 08 0a 02 10 01 0a 02 08 00"},
      {"list(u8)", list({}), "4a 00"},
      {"list(u8, 2)", list({word(1), word(2)}), "4a 08 0a 02 20 01 0a 02 20 02"},
      {"timestamp(us, UTC)", word(-1), "18 01"},
      {"map(utf8, bool)", list({list({text("k"), {true}})}),
       "4a 0d 0a 0b 4a 09 0a 03 3a 01 6b 0a 02 10 01"},
  };
}

TEST_CASE("value protobuf: each type has its member, zeros too", "[dtype][wire]") {
  for (const auto& [dtype, value, hex] : examples()) {
    CAPTURE(dtype);
    CHECK(test::hex(write_value(value, type(dtype)).bytes()) == hex);
    CHECK(test::must(read(hex, dtype)) == value);
  }
}

TEST_CASE("value protobuf: a decimal too long for its precision is written wider, not cut",
          "[dtype][wire]") {
  CHECK(test::hex(write_value(word(1000), DType::decimal(2, 0)).bytes()) == "42 02 e8 03");
  CHECK(test::hex(write_value(word(128), DType::decimal(2, 0)).bytes()) == "42 02 80 00");
}

TEST_CASE("value protobuf: a decimal is read at any of the six widths", "[dtype][wire]") {
  for (const std::size_t width : {1, 2, 4, 8, 16, 32}) {
    std::string bytes =
        std::string("\x42").append(1, static_cast<char>(width)).append(width, '\xff');
    CHECK(test::must(read_value(Buffer::copy(bytes).bytes(), DType::decimal(5, 2))) == word(-1));
  }
}

TEST_CASE("value protobuf: what old files wrote otherwise is read", "[dtype][wire]") {
  CHECK(test::must(read("18 06", "u8")) == word(3));
  CHECK(test::must(read("20 7f", "i8")) == word(127));
  CHECK(test::must(read("20 b0 ac 01", "f16")) == word(0x5630));
  CHECK(test::must(read("42 01 61", "utf8")) == text("a"));
  CHECK(test::must(read("3a 01 61", "binary")) == text("a"));
}

TEST_CASE("value protobuf: numbers outside of their type are refused", "[dtype][wire]") {
  const auto [hex, dtype] = GENERATE(table<std::string, std::string>({
      {"18 80 02", "i8"},                           // 128
      {"18 81 02", "i8"},                           // -129
      {"20 80 01", "i8"},                           // 128
      {"18 01", "u64"},                             // -1
      {"20 80 02", "u8"},                           // 256
      {"18 80 04", "u8"},                           // 256
      {"20 80 80 80 80 80 80 80 80 80 01", "i64"},  // 2^63
      {"50 80 80 04", "f16"},                       // 2^16
      {"42 20 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 00 00 00 00 "
       "00 00 00 00",
       "decimal(38,0)"},  // 2^128
  }));
  CAPTURE(hex, dtype);
  CHECK(test::refused(read(hex, dtype)).code == Code::corrupt);
}

TEST_CASE("value protobuf: a value of another kind is refused", "[dtype][wire]") {
  const auto [hex, dtype] = GENERATE(table<std::string, std::string>({
      {"", "i32?"},       // no kind at all
      {"60 01", "i32?"},  // only an unknown field
      {"08 00", "i32"},   // null without nulls
      {"10 01", "i32"},
      {"18 02", "bool"},
      {"18 02", "null"},
      {"2d 00 00 80 3f", "f64"},
      {"31 00 00 00 00 00 00 f0 3f", "f32"},
      {"18 02", "f64"},
      {"2d 00 00 80 3f", "f16"},
      {"18 02", "decimal(5,2)"},
      {"42 00", "decimal(5,2)"},
      {"42 03 00 00 00", "decimal(5,2)"},
      {"18 02", "utf8"},
      {"3a 01 ff", "utf8"},  // no UTF-8
      {"3a 00", "list(i32)"},
      {"4a 04 0a 02 10 01", "list(i32)"},  // an element of another kind
      {"4a 02 0a 00", "list(i32)"},        // an element without a kind
      {"4a 04 0a 02 08 00", "list(i32)"},  // a null element
      {"4a 04 0a 02 18 02", "list(i32, 2)"},
      {"4a 0c 0a 02 18 02 0a 02 18 02 0a 02 18 02", "list(i32, 2)"},
      {"4a 04 0a 02 18 02", "struct(a: i32, b: i32)"},
      {"4a 06 0a 04 4a 02 0a 00", "map(utf8, bool)"},
  }));
  CAPTURE(hex, dtype);
  CHECK(test::refused(read(hex, dtype)).code == Code::corrupt);
}

TEST_CASE("value protobuf: broken messages are refused", "[dtype][wire]") {
  const auto hex = GENERATE(as<std::string>(), "18", "18 ff ff ff ff ff ff ff ff ff ff 01", "18 ff",
                            "1a 02 18 02", "1f 00", "00 00", "3a 05 61", "3a ff ff ff ff 0f",
                            "28 01", "2d 00 00", "4a 03 0a 05 18", "4a 02 08 01");
  const auto dtype = GENERATE(as<std::string>(), "i64?", "utf8?", "f32?", "list(i64)?");
  CAPTURE(hex, dtype);
  CHECK(test::refused(read(hex, dtype)).code == Code::corrupt);
}

TEST_CASE("value protobuf: a variant is null or unsupported", "[dtype][wire]") {
  CHECK(test::must(read("08 00", "variant?")).is_null());
  CHECK(test::refused(read("5a 00", "variant?")).code == Code::unsupported);
}

TEST_CASE("value protobuf: with any bit flipped it is refused or read, never worse",
          "[dtype][wire]") {
  for (const auto& [dtype, value, hex] : examples()) {
    const auto bytes = test::bytes(hex);
    std::string damaged(bytes.text());
    for (std::size_t bit = 0; bit < damaged.size() * 8; ++bit) {
      damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
      const auto back = read_value(std::as_bytes(std::span(damaged)), type(dtype));
      // What is read is a value of the type: writing it and reading it again gives the same.
      if (back)
        REQUIRE(test::must(read_value(write_value(*back, type(dtype)).bytes(), type(dtype))) ==
                *back);
      damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    }
  }
}

TEST_CASE("scalar protobuf: type and value come back", "[dtype][wire]") {
  for (const auto& [dtype, value, hex] : examples()) {
    CAPTURE(dtype, hex);
    const Scalar scalar{type(dtype), value};
    CHECK(test::must(read_scalar(write_scalar(scalar).bytes())) == scalar);
  }
  CHECK(test::hex(write_scalar(Scalar::of(true)).bytes()) == "0a 02 12 00 12 02 10 01");
  CHECK_FALSE(read_scalar(test::bytes("0a 02 12 00").bytes()));
  CHECK_FALSE(read_scalar(test::bytes("12 02 10 01").bytes()));
  CHECK_FALSE(read_scalar(test::bytes("0a 02 12 00 12 02 18 02").bytes()));
  CHECK_FALSE(read_scalar(test::bytes("08 02").bytes()));
}

}  // namespace
}  // namespace gyre
