#include <cstdio>
#include <memory>

#include "dtype/text.hpp"
#include "dtype/wire.hpp"
#include "support/bytes.hpp"
#include "support/catch.hpp"
#include "support/must.hpp"

namespace gyre {
namespace {

/// The bytes that protoc makes of a message in its text format, by schema/scalar.proto.
Buffer protoc(std::string_view message, std::string_view text) {
  const auto command =
      fmt::format("printf '%s' '{}' | {} --encode=gyre.wire.{} -I {} {}/scalar.proto", text,
                  GYRE_PROTOC, message, GYRE_SCHEMA, GYRE_SCHEMA);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  REQUIRE(pipe);
  std::string bytes;
  for (int c = std::fgetc(pipe.get()); c != EOF; c = std::fgetc(pipe.get()))
    bytes.push_back(static_cast<char>(c));
  return Buffer::copy(bytes);
}

TEST_CASE("protoc: types are written as protoc writes them", "[dtype][wire][protoc]") {
  const std::pair<std::string, std::string> types[] = {
      {"null", "null {}"},
      {"bool?", "bool { nullable: true }"},
      {"u8", "primitive {}"},
      {"f64?", "primitive { type: F64 nullable: true }"},
      {"decimal(15,-2)?", "decimal { precision: 15 scale: -2 nullable: true }"},
      {"utf8", "utf8 {}"},
      {"binary?", "binary { nullable: true }"},
      {"struct(a: i32, \"\": list(u8?)?)?",
       "struct { names: \"a\" names: \"\" dtypes { primitive { type: I32 } } dtypes { list { "
       "element_type "
       "{ primitive { nullable: true } } nullable: true } } nullable: true }"},
      {"list(f16, 3)", "fixed_size_list { element_type { primitive { type: F16 } } size: 3 }"},
      {"timestamp(ns, UTC)",
       "extension { id: \"vortex.timestamp\" storage_dtype { primitive { type: I64 } } metadata: "
       "\"\\000\\003\\000UTC\" }"},
      {"json?",
       "extension { id: \"vortex.json\" storage_dtype { utf8 { nullable: true } } metadata: \"\" "
       "}"},
      {"variant?", "variant { nullable: true }"},
  };
  for (const auto& [text, proto] : types) {
    CAPTURE(text);
    const auto dtype = test::must(parse_dtype(text));
    const auto expected = protoc("DType", proto);
    CHECK(test::hex(write_dtype_proto(dtype).bytes()) == test::hex(expected.bytes()));
    CHECK(test::must(read_dtype_proto(expected.bytes())) == dtype);
  }
}

TEST_CASE("protoc: values are written as protoc writes them", "[dtype][wire][protoc]") {
  struct Example {
    std::string dtype, proto;
    Value value;
  };
  const auto word = [](std::int64_t value) { return Value{Int256::of(value)}; };
  const Example examples[] = {
      {"i32?", "null_value: NULL_VALUE", {}},
      {"bool", "bool_value: false", {false}},
      {"i64", "int64_value: -9223372036854775808", word(std::numeric_limits<std::int64_t>::min())},
      {"u64", "uint64_value: 18446744073709551615", {Int256::of(~std::uint64_t{0})}},
      {"f32", "f32_value: 0.1", {float_word(PType::f32, 0.1)}},
      {"f64", "f64_value: -1199.99", {float_word(PType::f64, -1199.99)}},
      {"f16", "f16_value: 22064", word(0x5630)},
      {"decimal(5,2)", "bytes_value: \"\\347\\003\\000\\000\"", word(999)},
      {"utf8", "string_value: \"é\"", {std::string("é")}},
      {"binary", "bytes_value: \"\\000\\377\"", {std::string("\0\xff", 2)}},
      {"struct(a: i8, b: list(u8?))",
       "list_value { values { int64_value: 0 } values { list_value { values { uint64_value: 1 } "
       "values { null_value: "
       "NULL_VALUE } } } }",
       {std::vector<Value>{word(0), {std::vector<Value>{word(1), {}}}}}},
  };
  for (const auto& [text, proto, value] : examples) {
    CAPTURE(text);
    const auto dtype = test::must(parse_dtype(text));
    const auto expected = protoc("ScalarValue", proto);
    CHECK(test::hex(write_value(value, dtype).bytes()) == test::hex(expected.bytes()));
    CHECK(test::must(read_value(expected.bytes(), dtype)) == value);
  }
}

TEST_CASE("protoc: a literal is written as protoc writes it", "[dtype][wire][protoc]") {
  const auto expected =
      protoc("Scalar", "dtype { primitive { type: I64 } } value { int64_value: 7 }");
  CHECK(test::hex(write_scalar(Scalar::of(std::int64_t{7})).bytes()) ==
        test::hex(expected.bytes()));
}

}  // namespace
}  // namespace gyre
