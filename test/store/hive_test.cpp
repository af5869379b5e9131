#include "store/hive.hpp"

#include "support/catch.hpp"

namespace gyre {
namespace {

TEST_CASE("hive: folders name values, from the outermost in", "[store]") {
  const auto values = hive_values("data/year=2024/town=S%C3%A3o%20Paulo/a=b.csv");
  REQUIRE(values.size() == 2);
  CHECK(values[0].name == "year");
  CHECK(values[0].value == "2024");
  CHECK(values[1].value == "S\xc3\xa3o Paulo");
}

TEST_CASE("hive: the name for null is null, and an empty one is empty", "[store]") {
  const auto values = hive_values("a=__HIVE_DEFAULT_PARTITION__/b=/c.csv");
  REQUIRE(values.size() == 2);
  CHECK_FALSE(values[0].value);
  CHECK(values[1].value == "");
}

TEST_CASE("hive: a sign of percent that escapes nothing stands for itself", "[store]") {
  CHECK(hive_values("a=5%/x").front().value == "5%");
  CHECK(hive_values("a=%zz%4/x").front().value == "%zz%4");
}

TEST_CASE("hive: what is written as a folder is read as it was", "[store]") {
  for (const std::string value : {"a/b", "50%", "x=y", "a b", "\xc3\xa9", "..", "\n"}) {
    const auto folder = hive_folder("na/me", value);
    CHECK(folder.find('/') == std::string::npos);
    const auto read = hive_values(folder + "/file");
    REQUIRE(read.size() == 1);
    CHECK(read.front().name == "na/me");
    CHECK(read.front().value == value);
  }
  CHECK(hive_folder("a", std::nullopt) == "a=__HIVE_DEFAULT_PARTITION__");
}

}  // namespace
}  // namespace gyre
