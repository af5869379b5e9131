#include "cli/options.hpp"

#include "support/catch.hpp"
#include "support/must.hpp"

namespace gyre::cli {
namespace {

/// A command line of every kind of option.
struct Line {
  bool quiet = false;
  unsigned verbosity = 0;
  std::string output, color = "auto", last;
  std::uint64_t threads = 1;
  std::vector<std::string> nulls, arrays, inputs;
  Options options{"gyre-test"};

  Line() {
    options.flag("-q,--quiet", quiet, "");
    options.counter("-v,--verbose", verbosity, "");
    options.text("-o,--output", "FILE", output, "");
    options.number("--threads", "N", threads, "", 1);
    options.list("--null", "WORD", nulls, "");
    options.flag_or_list("--arrays", "COL", arrays, "");
    options.choice("--color", {"auto", "always"}, color, "");
    options.arguments("INPUT", inputs, 1, "");
    options.argument("OUTPUT", last, "");
  }
  Result<void> parse(const std::vector<std::string>& words) { return options.parse(words); }
};

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("options: no option takes the word behind its value", "[cli]") {
  Line line;
  test::must(line.parse({"--null", "x", "a", "--null", "y", "b", "--arrays", "c", "-o", "d", "e"}));
  CHECK(line.nulls == Words{"x", "y"});
  CHECK(line.arrays == Words{""});
  CHECK(line.output == "d");
  CHECK(line.inputs == Words{"a", "b", "c"});
  CHECK(line.last == "e");
}

TEST_CASE("options: a value is taken as it stands, whatever it looks like", "[cli]") {
  const std::string value =
      GENERATE(as<std::string>(), "", "-", "--", "--quiet", "-x", "[a,b]", "{}", "a=b", " ");
  Line apart, joined;
  test::must(apart.parse({"--null", value, "a", "b"}));
  test::must(joined.parse({"--null=" + value, "a", "b"}));
  CHECK(apart.nulls == Words{value});
  CHECK(joined.nulls == Words{value});
  CHECK_FALSE(apart.quiet);
}

TEST_CASE("options: an argument is taken as it stands, behind -- even with a dash", "[cli]") {
  Line line;
  test::must(line.parse({"[x]", "-", "--", "-q", "--null="}));
  CHECK(line.inputs == Words{"[x]", "-", "-q"});
  CHECK(line.last == "--null=");
  CHECK_FALSE(line.quiet);
}

TEST_CASE("options: short ones can be joined, the last value counts", "[cli]") {
  Line line;
  test::must(line.parse(
      {"-qvv", "-ofirst", "--output=second", "--threads", "3", "--threads", "4", "a", "b"}));
  CHECK(line.quiet);
  CHECK(line.verbosity == 2);
  CHECK(line.output == "second");
  CHECK(line.threads == 4);
}

TEST_CASE("options: a wrong command line is refused with what is wrong", "[cli]") {
  const auto message = [](const Words& words) {
    Line line;
    return test::refused(line.parse(words)).message;
  };
  CHECK(message({"a"}) == "no INPUT given");
  CHECK(message({}) == "no INPUT given");
  CHECK(message({"--qiet", "a", "b"}) == "unknown option '--qiet'; did you mean '--quiet'?");
  CHECK(message({"-x", "a", "b"}) == "unknown option '-x'");
  CHECK(message({"a", "b", "--null"}) == "option '--null' needs a value");
  CHECK(message({"--quiet=1", "a", "b"}) == "option '--quiet' takes no value");
  CHECK(message({"--threads", "-1", "a", "b"}) == "--threads: '-1' is no whole number");
  CHECK(message({"--threads", "0", "a", "b"}) == "--threads: 0 is too small, expected 1 or more");
  CHECK(message({"--threads", "99999999999999999999", "a", "b"}) ==
        "--threads: 99999999999999999999 is too large");
  CHECK(message({"--color", "red", "a", "b"}) == "--color: 'red' is none of auto, always");
}

TEST_CASE("options: too many arguments are refused where each has its place", "[cli]") {
  std::string file;
  Options options("gyre-test");
  options.argument("FILE", file, "");
  CHECK(test::refused(options.parse({"a", "b"})).message == "unexpected argument 'b'");
  CHECK(test::refused(options.parse({})).message == "no FILE given");
}

TEST_CASE("options: flags are set even where other words are wrong", "[cli]") {
  Line line;
  CHECK_FALSE(line.parse({"--quiet", "--nonsense"}));
  CHECK(line.quiet);
}

TEST_CASE("sizes: units count in thousands or in powers of two", "[cli]") {
  CHECK(test::must(parse_size("4096")) == 4096);
  CHECK(test::must(parse_size("1B")) == 1);
  CHECK(test::must(parse_size("64KiB")) == 65536);
  CHECK(test::must(parse_size("64k")) == 65536);
  CHECK(test::must(parse_size("64kB")) == 64000);
  CHECK(test::must(parse_size("1.5GB")) == 1'500'000'000);
  CHECK(test::must(parse_size("2T")) == 2'199'023'255'552);
  for (const auto* wrong :
       {"", "x", "-1", "1X", "1KB2", "1.2.3", "KiB", "1 kB", "1e30", "9999999T", "inf"})
    CHECK_FALSE(parse_size(wrong));
}

}  // namespace gyre::cli
