#include "cli/json.hpp"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <limits>

#include "support/catch.hpp"
#include "support/must.hpp"

namespace gyre::cli {
namespace {

/// What `write` writes, through a pipe.
template <class Write>
std::string written(Write&& write) {
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  {
    Output out(ends[1], "pipe");
    JsonWriter json(out);
    write(json);
    test::must(out.flush());
  }
  close(ends[1]);
  std::string text(4096, '\0');
  const auto size = read(ends[0], text.data(), text.size());
  close(ends[0]);
  text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  return text;
}

}  // namespace

TEST_CASE("json: nested objects and arrays are indented, in-line ones stay on a line", "[cli]") {
  const auto text = written([](JsonWriter& json) {
    json.begin_object();
    json.key("a");
    json.number(std::uint64_t{1});
    json.key("b");
    json.begin_array();
    json.begin_object(true);
    json.key("c");
    json.boolean(true);
    json.key("d");
    json.begin_array();
    json.null();
    json.number(0.5);
    json.end();
    json.end();
    json.end();
    json.key("e");
    json.begin_array();
    json.end();
    json.end();
  });
  CHECK(
      text ==
      "{\n  \"a\": 1,\n  \"b\": [\n    {\"c\": true, \"d\": [null, 0.5]}\n  ],\n  \"e\": []\n}\n");
}

TEST_CASE("json: texts are escaped, and always UTF-8", "[cli]") {
  CHECK(json_string("a\"b\\c\n\x01") == "\"a\\\"b\\\\c\\n\\u0001\"");
  CHECK(json_string("ä\xff"
                    "b\xe2\x82") ==
        "\"ä\xef\xbf\xbd"
        "b\xef\xbf\xbd\xef\xbf\xbd\"");
}

TEST_CASE("json: what JSON has no number for is null", "[cli]") {
  CHECK(written([](JsonWriter& json) { json.number(std::numeric_limits<double>::quiet_NaN()); }) ==
        "null");
  CHECK(written([](JsonWriter& json) { json.scalar(Scalar::of(std::int64_t{-3})); }) == "-3");
  CHECK(written([](JsonWriter& json) {
          json.scalar(Scalar::of(std::numeric_limits<double>::infinity()));
        }) == "null");
}

TEST_CASE("output: a closed pipe is told apart from other failures", "[cli]") {
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  close(ends[0]);
  const auto old = signal(SIGPIPE, SIG_IGN);
  Output out(ends[1], "pipe");
  out.line("x");
  CHECK(test::refused(out.flush()).code == Code::cancelled);
  signal(SIGPIPE, old);
  close(ends[1]);
  Output closed(ends[1], "closed");
  closed.line("x");
  CHECK(test::refused(closed.flush()).code == Code::io);
}

}  // namespace gyre::cli
