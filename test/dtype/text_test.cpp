#include "dtype/text.hpp"

#include "dtype/samples.hpp"
#include "support/catch.hpp"
#include "support/must.hpp"

namespace gyre {
namespace {

TEST_CASE("dtype text: every type has its text, which reads back as that type", "[dtype][text]") {
  for (const auto& [text, dtype] : test::named_types()) {
    CHECK(to_text(dtype) == text);
    CHECK(test::must(parse_dtype(text)) == dtype);
  }
}

TEST_CASE("dtype text: blanks between words do not matter", "[dtype][text]") {
  CHECK(test::must(parse_dtype("  decimal ( 15 , 2 ) ? ")) == DType::decimal(15, 2, true));
  CHECK(test::must(parse_dtype("timestamp(us,UTC)")) ==
        test::must(parse_dtype("timestamp( us ,\n UTC )")));
  CHECK(test::must(parse_dtype("struct(a:i32,\"b c\" :utf8?)")) ==
        test::must(parse_dtype("struct ( a : i32 , \"b c\": utf8 ? )")));
  CHECK(test::must(parse_dtype("list(i32,3)")) == test::must(parse_dtype("list(i32, 3)")));
}

TEST_CASE("dtype text: extensions of a known id but odd make are shown as what they are",
          "[dtype][text]") {
  CHECK(to_text(DType::extension("vortex.uuid", DType::utf8(), {})) ==
        "extension(vortex.uuid, utf8)");
  CHECK(to_text(DType::extension("vortex.date", DType::primitive(PType::i32, true), {})) ==
        "extension(vortex.date, i32)?");
  CHECK(to_text(DType::extension("has, comma", DType::utf8(), {})) ==
        "extension(\"has, comma\", utf8)");
}

TEST_CASE("dtype text: an error is one line that shows the text and what is wrong in it",
          "[dtype][text]") {
  const auto message = [](std::string_view text) {
    const auto error = test::refused(parse_dtype(text));
    CHECK(error.code == Code::invalid_argument);
    CHECK(error.message.find('\n') == std::string::npos);
    return error.message;
  };
  CHECK(message("i65") == "type 'i65': there is no type 'i65'");
  CHECK(message("") == "type '': ends where a type is expected");
  CHECK(message("decimal(15") == "type 'decimal(15': ends where ',' is expected");
  CHECK(message("decimal(15;2)") == "type 'decimal(15;2)': ';' at position 11, expected ','");
  CHECK(message("decimal(77,2)") == "type 'decimal(77,2)': precision 77, expected 1 .. 76");
  CHECK(message("decimal(5,6)") == "type 'decimal(5,6)': scale 6, expected -128 .. 5");
  CHECK(message("time(days)") == "type 'time(days)': unit 'days', expected s, ms, us or ns");
  CHECK(message("timestamp(m)") == "type 'timestamp(m)': unit 'm', expected s, ms, us or ns");
  CHECK(message("date(s)") == "type 'date(s)': a date has the unit days or ms");
  CHECK(message("i32 i64") == "type 'i32 i64': 'i' at position 5, expected the end");
  CHECK(message("struct(a i32)") == "type 'struct(a i32)': 'i' at position 10, expected ':'");
  CHECK(message("struct(\"a: i32)") == "type 'struct(\"a: i32)': a quoted name does not end");
}

TEST_CASE("dtype text: what is almost a type is refused", "[dtype][text]") {
  const auto text = GENERATE(
      as<std::string>(), "I32", "i32??", "?", "list", "list()", "list(i32", "list(i32,)",
      "list(i32,-1)", "list(i32,4294967296)", "list(i32, 3, 4)", "struct(a: i32,)", "struct(: i32)",
      "struct(a:)", "map(utf8)", "map(utf8, i32, unsorted)", "time", "timestamp", "timestamp()",
      "timestamp(us,)", "decimal", "decimal(0,0)", "decimal(1)", "decimal(--1,0)",
      "decimal(5,-129)", "extension(a)", "uuid(4)", "i32)", "(i32)", "date()");
  CAPTURE(text);
  CHECK_FALSE(parse_dtype(text));
}

TEST_CASE("dtype text: nesting is limited", "[dtype][text]") {
  const auto nested = [](std::size_t depth) {
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) text += "list(";
    return text + "i32" + std::string(depth, ')');
  };
  CHECK(to_text(test::must(parse_dtype(nested(63)))) == nested(63));
  CHECK_FALSE(parse_dtype(nested(64)));
  CHECK_FALSE(parse_dtype(nested(1'000'000)));
}

}  // namespace
}  // namespace gyre
