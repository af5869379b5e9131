#include "file/looks_like.hpp"

#include "support/catch.hpp"

namespace gyre {

TEST_CASE("looks_like: the first bytes tell the kind of a file", "[file]") {
  const auto kind = [](std::string_view front) {
    return looks_like(std::as_bytes(std::span(front)));
  };
  CHECK(kind("VTXF\1\2") == "Vortex");
  CHECK(kind("PAR1....") == "Parquet");
  CHECK(kind(std::string_view("ARROW1\0\0", 8)) == "an Arrow file");
  CHECK(kind("\x1f\x8b\x08") == "gzip");
  CHECK(kind("{\"a\": 1}\n") == "JSON");
  CHECK(kind("a,b\n1,2\n") == "text");
  CHECK(kind("\xc3\xa4,b\r\n") == "text");
  CHECK(kind(std::string_view("a\0b", 3)) == "");
  CHECK(kind("") == "");
  CHECK(kind("PAR") == "text");
}

}  // namespace gyre
