#include "rows/rows_reader.hpp"

#include "dtype/text.hpp"
#include "rows/proto_text.hpp"
#include "rows/rows_data.hpp"
#include "support/bytes.hpp"
#include "support/difference.hpp"

namespace gyre {
namespace {

using test::framed;
using test::must;
using test::refused;

std::string message_of(std::string_view hex) { return std::string(test::bytes(hex).text()); }

RowsOptions by(std::string_view fields) {
  RowsOptions options;
  options.schema =
      must(parse_proto("syntax = \"proto3\"; message Row {" + std::string(fields) + "}"));
  return options;
}

/// Rows as "1|x", columns after the schema.
std::string table(const std::vector<std::string>& messages, RowsOptions options = {}) {
  const auto source = must(read_rows(test::rows_input(framed(messages)), options));
  std::string text = to_text(source->schema());
  for (const auto& batch : must(read_all(*source)))
    for (std::uint64_t row = 0; row < batch.rows; ++row) {
      text += "\n";
      for (std::size_t i = 0; i < batch.columns.size(); ++i)
        text += fmt::format("{}{}", i == 0 ? "" : "|", to_text(scalar_at(batch.columns[i], row)));
    }
  return text;
}

std::string error_in(std::string_view bytes, RowsOptions options = {}) {
  const auto error = refused(test::read_stream(bytes, options));
  CHECK(error.code == Code::corrupt);
  return error.message;
}
std::string error_of(const std::vector<std::string>& messages, RowsOptions options = {}) {
  return error_in(framed(messages), options);
}

}  // namespace

TEST_CASE("rows: without a .proto columns are guessed from wire types and texts", "[rows]") {
  CHECK(table({message_of("0a 01 78 12 01 ff 18 ff ff ff ff ff ff ff ff ff 01"),
               message_of("25 00 00 80 3f 29 00 00 00 00 00 00 00 40 32 01 79 32 00")}) ==
        "struct(f1: utf8?, f2: binary?, f3: i64?, f4: f32?, f5: f64?, f6: list(utf8))\n"
        "x|ff|-1|null|null|[]\n"
        "null|null|null|1.0|2.0|[\"y\",\"\"]");
  // Messages in messages may be UTF-8, but are no text.
  CHECK(table({message_of("0a 02 12 00")}) == "struct(f1: binary?)\n1200");
}

TEST_CASE("rows: what the first rows do not have is an error in later ones", "[rows]") {
  std::vector<std::string> rows(1000, message_of("0a 01 78"));
  const auto later = [&](std::string_view hex) {
    auto all = rows;
    all.push_back(message_of(hex));
    return error_of(all);
  };
  CHECK(
      later("10 01") ==
      "in.rows: row 1001, byte 5002: field 2, which the first rows do not have; a .proto tells it");
  CHECK(later("08 01") == "in.rows: row 1001, byte 5002: wire type 0, expected 2 for utf8?");
  CHECK(later("0a 01 ff") == "in.rows: row 1001, byte 5002: text that is no UTF-8");
  CHECK(later("0a 01 78 0a 00") ==
        "in.rows: row 1001, byte 5005: a field comes twice, as in none of the first rows");
  CHECK(error_of({"", ""}) ==
        "in.rows: no row has a field to guess columns from; a .proto tells them");
  CHECK(error_in(std::string_view()) ==
        "in.rows: no row has a field to guess columns from; a .proto tells them");
}

TEST_CASE("rows: absent fields are null where they are optional, else their default", "[rows]") {
  CHECK(table({""}, by("int32 a = 1; optional int32 b = 2; string c = 3; bool d = 4;"
                       "repeated int32 e = 5; double f = 6; bytes g = 7;")) ==
        "struct(a: i32, b: i32?, c: utf8, d: bool, e: list(i32), f: f64, g: binary)\n"
        "0|null||false|[]|0.0|");
}

TEST_CASE("rows: the last of repeated values counts, messages merge, lists are put together",
          "[rows]") {
  CHECK(table({message_of("08 01 08 02 12 02 08 05 12 02 10 06 1a 02 01 02 18 03 2a 01 09 18 04")},
              by("int32 a = 1; message M { int32 x = 1; int32 y = 2; } M b = 2;"
                 "repeated int32 c = 3;")) ==
        "struct(a: i32, b: struct(x: i32, y: i32)?, c: list(i32))\n"
        "2|{\"x\":5,\"y\":6}|[1,2,3,4]");
}

TEST_CASE("rows: every type of number is read as protobuf has it", "[rows]") {
  CHECK(table({message_of("08 ff ff ff ff ff ff ff ff ff 01 10 fe ff ff ff ff ff ff ff ff 01"
                          "18 ff ff ff ff 0f 20 ff ff ff ff ff ff ff ff ff 01 28 03 30 03"
                          "3d ff ff ff ff 41 ff ff ff ff ff ff ff ff 4d ff ff ff ff"
                          "51 fe ff ff ff ff ff ff ff 58 02")},
              by("int32 a=1; int64 b=2; uint32 c=3; uint64 d=4; sint32 e=5; sint64 f=6;"
                 "fixed32 g=7; fixed64 h=8; sfixed32 i=9; sfixed64 j=10; bool k=11;")) ==
        "struct(a: i32, b: i64, c: u32, d: u64, e: i32, f: i64, g: u32, h: u64, i: i32, j: i64, "
        "k: bool)\n"
        "-1|-2|4294967295|18446744073709551615|-2|-2|4294967295|18446744073709551615|-1|-2|true");
}

TEST_CASE("rows: only columns that are wanted are read, others passed over", "[rows]") {
  const auto source =
      must(read_rows(test::rows_input(framed({message_of("08 01 12 01 ff 1a 01 7a")})),
                     by("int32 a = 1; string b = 2; string c = 3;")));
  const std::size_t wanted[] = {2, 0, 2};
  CHECK(must(source->project(wanted)));
  CHECK(to_text(source->schema()) == "struct(c: utf8, a: i32, c: utf8)");
  const auto batches = must(read_all(*source));
  REQUIRE(batches.size() == 1);
  REQUIRE(batches[0].columns.size() == 3);
  CHECK(text_at(batches[0].columns[0], 0) == "z");
  CHECK(to_text(scalar_at(batches[0].columns[1], 0)) == "1");
  CHECK(text_at(batches[0].columns[2], 0) == "z");
}

TEST_CASE("rows: what can be read twice starts again at the first row", "[rows]") {
  const std::vector<std::string> messages{"\x08\x01", "\x08\x02"};
  const auto source = must(read_rows(test::rows_input(framed(messages)), {}));
  const auto first = must(read_all(*source));
  must(source->restart());
  const auto again = must(read_all(*source));
  REQUIRE(again.size() == first.size());
  CHECK(test::difference(again.at(0).columns.at(0), first.at(0).columns.at(0)) == "");
}

TEST_CASE("rows: data that end inside of a row are an error", "[rows]") {
  const auto options = by("string a = 1;");
  CHECK(error_in(framed({message_of("0a 00")}) + "\x01", options) ==
        "in.rows: row 2, byte 4: the data end inside of the row's size");
  CHECK(error_in(std::string("\x09\x00\x0a", 3), options) ==
        "in.rows: row 1, byte 0: the data end inside of a row of 9 bytes, 1 of which are there");
  CHECK(error_in(std::string_view("\x09")) ==
        "in.rows: row 1, byte 0: the data end inside of the row's size");
}

TEST_CASE("rows: messages that are none are an error with row and byte", "[rows]") {
  const auto options =
      by("string a = 1; int64 b = 2; message M { bool x = 1; } M c = 3;"
         "repeated sint32 d = 4;");
  const auto fault = [&](std::string_view hex) { return error_of({"", message_of(hex)}, options); };
  CHECK(fault("0a 05 78") ==
        "in.rows: row 2, byte 5: a field of 5 bytes, where the message has 1 left");
  CHECK(fault("0a ff ff ff ff ff ff ff ff ff 01") ==
        "in.rows: row 2, byte 5: a field of 18446744073709551615 bytes, where the message has 0 "
        "left");
  CHECK(fault("10") == "in.rows: row 2, byte 5: the message ends inside of a field");
  CHECK(fault("10 80") == "in.rows: row 2, byte 5: the message ends inside of a number");
  CHECK(fault("10 ff ff ff ff ff ff ff ff ff ff 01") ==
        "in.rows: row 2, byte 5: a number of more than 64 bits");
  CHECK(fault("00 01") == "in.rows: row 2, byte 4: field number 0");
  CHECK(fault("fd ff ff ff 7f 00") == "in.rows: row 2, byte 4: field number 4294967295");
  CHECK(fault("2b") == "in.rows: row 2, byte 5: wire type 3, which is not read");
  CHECK(fault("2d 00") == "in.rows: row 2, byte 5: the message ends inside of a field");
  CHECK(fault("1a 02 08") ==
        "in.rows: row 2, byte 5: a field of 2 bytes, where the message has 1 left");
  CHECK(fault("1a 01 08") == "in.rows: row 2, byte 7: the message ends inside of a field");
  CHECK(fault("22 02 01 80") == "in.rows: row 2, byte 7: the message ends inside of a number");
}

TEST_CASE("rows: values that do not fit the exact type of their column are an error", "[rows]") {
  const auto fault = [&](std::string_view field, std::string_view hex) {
    return error_of({message_of(hex)}, by(std::string(field) + "\n"));
  };
  CHECK(fault("sint32 a = 1;  // i8", "08 80 02") == "in.rows: row 1, byte 2: 128 does not fit i8");
  CHECK(fault("uint32 a = 1;  // u16", "08 80 80 04") ==
        "in.rows: row 1, byte 2: 65536 does not fit u16");
  CHECK(fault("float a = 1;  // f16", "0d 01 00 80 3f") ==
        "in.rows: row 1, byte 2: 1.0000001 is no f16");
  CHECK(fault("string a = 1;  // decimal(3,1)", "0a 04 31 30 30 30") ==
        "in.rows: row 1, byte 2: text that is no decimal(3,1)");
  CHECK(fault("string a = 1;  // decimal(3,1)", "0a 04 31 2e 32 35") ==
        "in.rows: row 1, byte 2: text that is no decimal(3,1)");
  CHECK(fault("bytes a = 1;  // uuid", "0a 01 00") ==
        "in.rows: row 1, byte 2: 1 bytes, expected 16");
  CHECK(fault("bytes a = 1;  // uuid", "") ==
        "in.rows: row 1, byte 2: no value for a field of 16 bytes");
  CHECK(fault("repeated bool a = 1;  // list(bool, 2)", "08 01") ==
        "in.rows: row 1, byte 4: a list of 1 elements, expected 2");
  CHECK(fault("optional bool a = 1;  // null", "08 01") ==
        "in.rows: row 1, byte 2: a value in a column that is all null");
}

TEST_CASE("rows: a few bytes do not ask for any amount of memory", "[rows]") {
  // Each element of the list is 2 bytes, and stands for 1,000 columns.
  std::string fields = "message M {";
  for (int i = 1; i <= 1000; ++i) fields += fmt::format("double f{} = {};", i, i);
  fields += "} repeated M a = 1;";
  std::string elements;
  for (int i = 0; i < 30'000; ++i) elements += std::string("\x0a\x00", 2);
  const std::vector<std::string> rows(1, elements);
  CHECK(error_of(rows, by(fields)).find("rows that hold too many values for their size") !=
        std::string::npos);
}

}  // namespace gyre
