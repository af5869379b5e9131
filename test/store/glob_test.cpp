#include "store/glob.hpp"

#include "support/catch.hpp"
#include "support/must.hpp"

namespace gyre {
namespace {

using Texts = std::vector<std::string>;

TEST_CASE("glob: a star is any text, a question mark any character", "[store]") {
  CHECK(glob_matches("*.csv", "a.csv"));
  CHECK(glob_matches("a*b*c", "a-b-b-c"));
  CHECK_FALSE(glob_matches("a*b*c", "a-b-b-d"));
  CHECK(glob_matches("a?c", "abc"));
  CHECK_FALSE(glob_matches("a?c", "ac"));
  CHECK(glob_matches("**", "anything"));
  CHECK_FALSE(glob_matches("", "a"));
  CHECK(glob_matches("", ""));
}

TEST_CASE("glob: a set takes one of its characters, or with ! none of them", "[store]") {
  CHECK(glob_matches("[a-c]x", "bx"));
  CHECK_FALSE(glob_matches("[a-c]x", "dx"));
  CHECK(glob_matches("[!a-c]x", "dx"));
  CHECK(glob_matches("[]]", "]"));
  CHECK(glob_matches("[a-]", "-"));
  CHECK(glob_matches("[ab", "[ab"));  // no set without its end
  CHECK(glob_matches("p[0-9][0-9]*", "p07.csv"));
}

TEST_CASE("glob: a dot in front has to be written out", "[store]") {
  CHECK_FALSE(glob_matches("*", ".hidden"));
  CHECK(glob_matches(".h*", ".hidden"));
}

TEST_CASE("glob: braces stand for each of their choices, also within braces", "[store]") {
  CHECK(test::must(expand_braces("a{b,c{d,e}}f")) == Texts{"abf", "acdf", "acef"});
  CHECK(test::must(expand_braces("{a,b}{1,2}")) == Texts{"a1", "a2", "b1", "b2"});
  CHECK(test::must(expand_braces("a{b}c{")) == Texts{"a{b}c{"});
  CHECK(test::must(expand_braces("x{,y}")) == Texts{"x", "xy"});
}

TEST_CASE("glob: braces that stand for too many names are refused", "[store]") {
  std::string many;
  for (int i = 0; i < 40; ++i) many += "{a,b}";
  const auto names = expand_braces(many);
  REQUIRE_FALSE(names);
  CHECK(names.error().code == Code::invalid_argument);
}

}  // namespace
}  // namespace gyre
