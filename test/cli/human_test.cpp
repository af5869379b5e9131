#include "cli/human.hpp"

#include "support/catch.hpp"

namespace gyre::cli {

TEST_CASE("numbers are grouped by threes", "[cli]") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000) == "1,000");
  CHECK(grouped(1'234'567) == "1,234,567");
}

TEST_CASE("bytes have a unit that leaves one to three digits before the point", "[cli]") {
  CHECK(human_bytes(0) == "0 B");
  CHECK(human_bytes(999) == "999 B");
  CHECK(human_bytes(1000) == "1.0 kB");
  CHECK(human_bytes(999'949) == "999.9 kB");
  CHECK(human_bytes(999'950) == "1.0 MB");
  CHECK(human_bytes(UINT64_MAX) == "18.4 EB");
}

TEST_CASE("a text's width is that of its characters, not of its bytes", "[cli]") {
  CHECK(display_width("abc") == 3);
  CHECK(display_width("äöü") == 3);
  CHECK(display_width("日本") == 4);
  CHECK(display_width("e\xcc\x81") == 1);  // with a combining accent
  CHECK(display_width("\xff\xfe") == 2);
}

TEST_CASE("a cut text fits and shows that it was cut", "[cli]") {
  CHECK(cut_to("abcdef", 6) == "abcdef");
  CHECK(cut_to("abcdef", 5) == "abcd…");
  CHECK(cut_to("日本語", 5) == "日本…");
  CHECK(cut_to("日本語", 4) == "日…");
}

TEST_CASE("a printable text holds nothing that a terminal obeys", "[cli]") {
  CHECK(printable("plain äö 日本") == "plain äö 日本");
  CHECK(printable("a\x1b[31mb") == "a\\x1b[31mb");
  CHECK(printable("a\nb\tc") == "a\\nb\\tc");
  CHECK(printable("\xff") == "\\xff");
  CHECK(printable("\x7f") == "\\x7f");
  CHECK(printable("a\xc2\x9b"
                  "b") == "ab");  // a control character of two bytes
}

}  // namespace gyre::cli
