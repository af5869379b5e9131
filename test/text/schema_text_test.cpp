#include "text/schema_text.hpp"

#include "dtype/text.hpp"
#include "support/catch.hpp"
#include "support/must.hpp"

namespace gyre {
namespace {

std::string columns_of(std::string_view text) {
  std::string out;
  for (const auto& [name, dtype] : test::must(parse_schema(text)))
    out += "[" + name + "|" + to_text(dtype) + "]";
  return out;
}

}  // namespace

TEST_CASE("schema: a line is a name and a type", "[text]") {
  CHECK(columns_of("id u32\n# remark\n\n  at\ttimestamp(us, UTC)?\r\nodd name  decimal(15,2)\n"
                   "\"a \"\"b\"\"\" list(i64)") ==
        "[id|u32][at|timestamp(us, UTC)?][odd name|decimal(15,2)][a \"b\"|list(i64)]");
  CHECK(columns_of("").empty());
}

TEST_CASE("schema: what inspect prints is one", "[text]") {
  CHECK(columns_of("column   type\nv        utf8?\nodd one  i64\n") == "[v|utf8?][odd one|i64]");
}

TEST_CASE("schema: a line that is none is named", "[text]") {
  CHECK(test::refused(parse_schema("id u32\nname\n")).message ==
        "line 2: expected a name and a type, not 'name'");
  CHECK(test::refused(parse_schema("id u33\n")).message ==
        "line 1: type 'u33': there is no type 'u33'");
  CHECK(test::refused(parse_schema("\"id u32\n")).code == Code::invalid_argument);
}

}  // namespace gyre
