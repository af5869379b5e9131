#include "text/utf8_input.hpp"

#include <string>

#include "support/catch.hpp"
#include "support/must.hpp"

namespace gyre {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

Result<std::string> read(std::string_view bytes, const std::string& encoding,
                         std::size_t step = 7) {
  auto input =
      GYRE_TRY(utf8_input(std::make_unique<BufferInput>(Buffer::copy(bytes), "in"), encoding));
  std::string all, part(step, '\0');
  for (int round = 0; round < 2; ++round) {
    all.clear();
    while (const auto got = GYRE_TRY(input->read(std::as_writable_bytes(std::span(part)))))
      all.append(part, 0, got);
    GYRE_TRY(input->rewind());
  }
  return all;
}

}  // namespace

TEST_CASE("utf8 input: bytes of other encodings become the same text", "[text]") {
  for (const std::size_t step : {1u, 7u, 1u << 18}) {
    CHECK(test::must(read("Malm\xf6", "latin-1", step)) == "Malm\xc3\xb6");
    CHECK(test::must(read("Malm\xf6", "ISO-8859-1", step)) == "Malm\xc3\xb6");
    CHECK(test::must(read("5 \x80", "windows-1252", step)) == "5 \xe2\x82\xac");
    CHECK(test::must(read("a\0\xac\x20\x3d\xd8\x00\xde"sv, "utf-16le", step)) ==
          "a\xe2\x82\xac\xf0\x9f\x98\x80");
    CHECK(test::must(read("\0a"sv, "utf-16be", step)) == "a");
    CHECK(test::must(read("a,b", "utf-8", step)) == "a,b");
  }
}

TEST_CASE("utf8 input: without a name a byte order mark tells UTF-16 from UTF-8", "[text]") {
  const auto mark = "\xef\xbb\xbf"s;
  CHECK(test::must(read("\xff\xfe\xf6\0"sv, "")) == mark + "\xc3\xb6");
  CHECK(test::must(read("\xfe\xff\0\xf6"sv, "")) == mark + "\xc3\xb6");
  CHECK(test::must(read("\xf6 is passed on", "")) == "\xf6 is passed on");
}

TEST_CASE("utf8 input: a long text changes no character where blocks meet", "[text]") {
  std::string bytes, text;
  for (int i = 0; i < 200'000; ++i) {
    bytes += i % 3 == 0 ? "\xf6" : "x";
    text += i % 3 == 0 ? "\xc3\xb6" : "x";
  }
  CHECK(test::must(read(bytes, "latin-1", 1000)) == text);
}

TEST_CASE("utf8 input: what is no character is refused, with its line", "[text]") {
  CHECK(test::refused(read("a\nb\n\x81", "windows-1252")).message ==
        "line 3: the text is not WINDOWS-1252");
  CHECK(test::refused(read("a\0\n\0b"sv, "utf-16le")).message ==
        "line 2: the text is not UTF-16LE");
  CHECK(test::refused(read("", "latin-99")).code == Code::invalid_argument);
  CHECK(test::refused(read("", "latin1//IGNORE")).code == Code::invalid_argument);
}

}  // namespace gyre
