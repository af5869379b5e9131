#include "rows/proto_text.hpp"

#include "dtype/text.hpp"
#include "support/catch.hpp"
#include "support/must.hpp"

namespace gyre {
namespace {

using test::must;
using test::refused;

std::string proto_of(std::string_view columns) {
  return to_proto(must(row_schema_of(must(parse_dtype(columns)))));
}

/// What is between the braces of Row.
std::string fields_of(std::string_view columns) {
  const auto text = proto_of(columns);
  const auto first = text.find("message Row {\n") + 14;
  return text.substr(first, text.rfind("}\n") - first);
}

DType read(std::string_view body) {
  return must(parse_proto("syntax = \"proto3\";\n" + std::string(body))).dtype;
}

std::string message(std::string_view text) { return refused(parse_proto(text)).message; }

}  // namespace

TEST_CASE("proto: a field tells its exact type behind it", "[rows]") {
  CHECK(fields_of("struct(a: i8?, b: timestamp(us, UTC), c: decimal(9,2)?, d: f16, e: uuid?)") ==
        "  optional sint32 a = 1;  // i8?\n"
        "  sint64 b = 2;  // timestamp(us, UTC)\n"
        "  optional string c = 3;  // decimal(9,2)?\n"
        "  float d = 4;  // f16\n"
        "  optional bytes e = 5;  // uuid?\n");
}

TEST_CASE("proto: lists that are null, or have nulls or lists in them, have messages around",
          "[rows]") {
  CHECK(fields_of("struct(a: list(i32), b: list(utf8)?, c: list(i64?))") ==
        "  repeated sint32 a = 1;  // list(i32)\n"
        "  message BList {\n"
        "    repeated string value = 1;  // list(utf8)\n"
        "  }\n"
        "  optional BList b = 2;  // list(utf8)?\n"
        "  message CItem {\n"
        "    optional sint64 value = 1;  // i64?\n"
        "  }\n"
        "  repeated CItem c = 3;  // list(i64?)\n");
  CHECK(fields_of("struct(a: struct(b: map(utf8, bool))?)") ==
        "  message A {\n"
        "    message B {\n"
        "      string key = 1;  // utf8\n"
        "      bool value = 2;  // bool\n"
        "    }\n"
        "    repeated B b = 1;  // map(utf8, bool)\n"
        "  }\n"
        "  optional A a = 1;  // struct()?\n");
}

TEST_CASE("proto: any name of a column comes back", "[rows]") {
  const auto dtype = DType::structure({{"", DType::utf8()},
                                       {"a", DType::utf8()},
                                       {"a", DType::utf8()},
                                       {"A", DType::utf8()},
                                       {"one two", DType::utf8()},
                                       {"q\"\\\n\t\x01", DType::utf8()},
                                       {"9", DType::structure({{"für", DType::boolean(true)}})},
                                       {"field_1", DType::utf8()},
                                       {"message", DType::utf8()},
                                       {"optional", DType::utf8(true)},
                                       {"Row", DType::structure({{"Row", DType::utf8()}})},
                                       {"_", DType::list(DType::utf8(true), true)},
                                       {"reserved", DType::utf8()}});
  const auto text = to_proto(must(row_schema_of(dtype)));
  CHECK(must(parse_proto(text)).dtype == dtype);
  CHECK(text.find("string field_5 = 5;  // \"one two\": utf8\n") != std::string::npos);
  CHECK(text.find("// \"q\\\"\\\\\\x0a\\x09\\x01\": utf8\n") != std::string::npos);
}

TEST_CASE("proto: what cannot be in a row is refused by its column's name", "[rows]") {
  const auto refusal = [](DType dtype) {
    const auto columns = DType::structure({{"ok", DType::utf8()}, {"odd", std::move(dtype)}});
    const auto error = refused(row_schema_of(columns));
    CHECK(error.code == Code::unsupported);
    return error.message;
  };
  CHECK(refusal(DType::variant()) == "column odd: variant has no form in rows");
  CHECK(refusal(DType::list(DType::variant())) == "column odd: variant has no form in rows");
  CHECK(refusal(DType::structure({{"deep", DType::variant()}})) ==
        "column odd: column deep: variant has no form in rows");
  CHECK(refusal(DType::fixed_size_list(DType::boolean(), 70'000)) ==
        "column odd: list(bool, 70000) does not fit a row of 65535 bytes");
  CHECK(refusal(DType::extension("some.thing", DType::utf8(), Buffer::copy("meta"))) ==
        "column odd: extension(some.thing, utf8) has no form in rows");
  CHECK(refusal(DType::decimal(70, -30)) == "column odd: decimal(70,-30) has no form in rows");
}

TEST_CASE("proto: files of others have the types nearest to theirs", "[rows]") {
  CHECK(to_text(read("package some.where; import \"x.proto\"; option java_package = \"a;b\";\n"
                     "/* a } comment */ enum Color { RED = 0; option x = 1; }\n"
                     "message Reading {\n"
                     "  reserved 4, 8 to 10; reserved \"old\"; option deprecated = true;\n"
                     "  int32 a = 1; sint64 b = 2 [json_name = \"x]\", deprecated = true];\n"
                     "  optional string c = 3;  // the name\n"
                     "  repeated fixed32 d = 5 [packed = false];\n"
                     "  oneof one { double e = 6; bytes f = 7; }\n"
                     "  message Point { float x = 0x1; sfixed64 y = 2; }\n"
                     "  Point g = 11; repeated .some.where.Reading.Point h = 12;\n"
                     "  map<string, Point> i = 13; Color j = 14; uint32 k = 15;\n"
                     "}\n"
                     "service S { rpc Do (Reading) returns (Reading) {} }\n")) ==
        "struct(a: i32, b: i64, c: utf8?, d: list(u32), e: f64?, f: binary?, "
        "g: struct(x: f32, y: i64)?, h: list(struct(x: f32, y: i64)), "
        "i: map(utf8, struct(x: f32, y: i64)), j: i32, k: u32)");
  // A comment that is a type, but not one of this field, is a comment.
  CHECK(to_text(read("message Row { string a = 1;  // i64\n string b = 2;  // utf8?\n}")) ==
        "struct(a: utf8, b: utf8)");
}

TEST_CASE("proto: the row is the message Row, or the one that no other holds", "[rows]") {
  CHECK(to_text(read("message A { int32 x = 1; } message Row { string y = 1; }")) ==
        "struct(y: utf8)");
  CHECK(to_text(read("message A { int32 x = 1; } message B { A y = 1; }")) ==
        "struct(y: struct(x: i32)?)");
  CHECK(message("syntax = \"proto3\"; message A {} message B {}") ==
        "messages A and B: which one is a row? It should be called Row");
  CHECK(message("syntax = \"proto3\";") == "there is no message Row");
}

TEST_CASE("proto: text that is no proto3 is refused with its line", "[rows]") {
  const std::string head = "syntax = \"proto3\";\n";
  CHECK(message("") == "line 1: no syntax = \"proto3\"; other syntaxes are not read");
  CHECK(message("syntax = \"proto2\";") == "line 1: '\"proto2\"', expected \"proto3\"");
  CHECK(message(head + "message Row {\n required string a = 1; }") ==
        "line 3: 'required', expected a field of proto3");
  CHECK(message(head + "message Row {\n string a = 0; }") ==
        "line 3: field a has number 0, expected 1 .. 536870911");
  CHECK(message(head + "message Row {\n string a = 1;\n string b = 1; }") ==
        "line 4: field b: number 1 is another field's too");
  CHECK(message(head + "message Row {\n Other a = 1; }") ==
        "line 3: field a: there is no type Other in this file");
  CHECK(message(head + "message Row {\n string a = 1") ==
        "line 3: the text ends where the end of a statement is expected");
  CHECK(message(head + "message Row { Row a = 1; }") ==
        "message Row: nested deeper than 64, or in itself");
  std::string wide = head;
  for (int i = 0; i < 40; ++i)
    wide += fmt::format("message M{} {{ M{} a = 1; M{} b = 2; }}\n", i, i + 1, i + 1);
  CHECK(message(wide + "message M40 { bool a = 1; }").find("a row has over 65536 fields") !=
        std::string::npos);
  std::string deep = head;
  for (int i = 0; i < 100; ++i) deep += "message M {";
  CHECK(message(deep) == "line 2: messages nested deeper than 64");
}

}  // namespace gyre
