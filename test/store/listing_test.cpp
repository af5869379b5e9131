#include "store/listing.hpp"

#include <filesystem>
#include <fstream>

#include "support/catch.hpp"
#include "support/must.hpp"
#include "support/temporary_folder.hpp"

namespace gyre {
namespace {

using Texts = std::vector<std::string>;

/// What list_files finds below a folder that holds some files, without the folder's name.
Texts found(const test::TemporaryFolder& folder, const std::string& location) {
  auto files = test::must(list_files(folder.path() + "/" + location,
                                     [](std::string_view name) { return name.ends_with(".csv"); }));
  for (auto& file : files) file.erase(0, folder.path().size() + 1);
  return files;
}

test::TemporaryFolder some_files() {
  test::TemporaryFolder folder;
  for (const auto* name : {"b.csv", "a.csv", "x/c.csv", "x/y/d.csv", "x/_started/e.csv", ".g.csv",
                           "x/read.me", "odd[1].csv"})
    folder.write(name, "1\n");
  return folder;
}

TEST_CASE("listing: a folder's files of known kinds come sorted, those below it too", "[store]") {
  const auto folder = some_files();
  CHECK(found(folder, "") == Texts{"a.csv", "b.csv", "odd[1].csv", "x/c.csv", "x/y/d.csv"});
  CHECK(found(folder, "x") == Texts{"x/c.csv", "x/y/d.csv"});
}

TEST_CASE("listing: patterns match within names, two stars through folders", "[store]") {
  const auto folder = some_files();
  CHECK(found(folder, "*.csv") == Texts{"a.csv", "b.csv", "odd[1].csv"});
  CHECK(found(folder, "**/*.csv") ==
        Texts{"a.csv", "b.csv", "odd[1].csv", "x/_started/e.csv", "x/c.csv", "x/y/d.csv"});
  CHECK(found(folder, "x/{c,y/d}.csv") == Texts{"x/c.csv", "x/y/d.csv"});
  CHECK(found(folder, "[ab].csv") == Texts{"a.csv", "b.csv"});
  CHECK(found(folder, "x/*") == Texts{"x/c.csv", "x/read.me"});
}

TEST_CASE("listing: a file is itself, whatever characters its name has", "[store]") {
  const auto folder = some_files();
  CHECK(found(folder, "odd[1].csv") == Texts{"odd[1].csv"});
  CHECK(found(folder, "absent.csv") == Texts{"absent.csv"});  // for who opens it to refuse
}

TEST_CASE("listing: where nothing matches, the pattern is named", "[store]") {
  const auto folder = some_files();
  const auto none = list_files(folder.path() + "/*.parquet", [](std::string_view) { return true; });
  REQUIRE_FALSE(none);
  CHECK(none.error().code == Code::not_found);
  CHECK(none.error().message.ends_with("*.parquet: no file matches"));
}

}  // namespace
}  // namespace gyre
