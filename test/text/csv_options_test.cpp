#include "text/csv_options.hpp"

#include "support/catch.hpp"

namespace gyre {

TEST_CASE("csv options: the delimiter is the one that all records agree on", "[text][csv]") {
  CHECK(guess_delimiter("a,b\n1,2\n", '"') == ',');
  CHECK(guess_delimiter("a\tb c,d\n1\t2\n", '"') == '\t');
  CHECK(guess_delimiter("a|b|c\r\n1|2,5|3,5\r\n", '"') == '|');
  // Inside of quotes it is data.
  CHECK(guess_delimiter("place;amount\n\"a;b\";1204,7\n\"c\nd\";88,25\n", '"') == ';');
  CHECK(guess_delimiter("'a,b';c\n1;2\n", '\'') == ';');
}

TEST_CASE("csv options: where several delimiters agree the one with most fields wins",
          "[text][csv]") {
  CHECK(guess_delimiter("a,b;c;d\n1,2;3;4\n", '"') == ';');
  CHECK(guess_delimiter("a,b;c\n1,2;3\n", '"') == ',');
}

TEST_CASE("csv options: where no delimiter fits it is a comma", "[text][csv]") {
  CHECK(guess_delimiter("", '"') == ',');
  CHECK(guess_delimiter("one\ntwo\n", '"') == ',');
  CHECK(guess_delimiter("a;b\n1;2;3\n", '"') == ',');
  CHECK(guess_delimiter("a;b", '"') == ';');
}

TEST_CASE("csv options: a record that the front cuts off does not count", "[text][csv]") {
  CHECK(guess_delimiter("a;b;c\n1;2;3\n4;", '"') == ';');
}

}  // namespace gyre
