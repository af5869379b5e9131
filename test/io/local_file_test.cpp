#include "io/local_file.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "support/catch.hpp"
#include "support/must.hpp"

namespace gyre::io {
namespace {

namespace fs = std::filesystem;

/// A folder that goes with the test.
struct Folder {
  Folder() : path(fs::temp_directory_path() / fmt::format("gyre-io-{}", getpid())) {
    fs::create_directories(path);
  }
  ~Folder() { fs::remove_all(path); }
  std::string operator/(std::string_view name) const { return (path / name).string(); }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), {}));
  }
  fs::path path;
};

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const std::string& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace

TEST_CASE("file sink: nothing appears before commit, and only the file after it", "[io]") {
  Folder folder;
  auto sink = test::must(create_file(folder / "a", false));
  test::must(sink->write(Buffer::copy("one ")));
  test::must(sink->write(Buffer::copy("two")));
  CHECK_FALSE(fs::exists(folder / "a"));
  test::must(sink->commit());
  CHECK(content(folder / "a") == "one two");
  CHECK(folder.files() == 1);
}

TEST_CASE("file sink: what is not committed leaves nothing behind", "[io]") {
  Folder folder;
  {
    test::must(test::must(create_file(folder / "a", false))->write(Buffer::copy("half")));
  }
  CHECK(folder.files() == 0);
}

TEST_CASE("file sink: an existing file stays unless overwriting was asked for", "[io]") {
  Folder folder;
  write(folder / "a", "old");
  CHECK(test::refused(create_file(folder / "a", false)).code == Code::invalid_argument);

  auto sink = test::must(create_file(folder / "a", true));
  test::must(sink->write(Buffer::copy("new")));
  CHECK(content(folder / "a") == "old");
  test::must(sink->commit());
  CHECK(content(folder / "a") == "new");
}

TEST_CASE("file sink: a file that appears meanwhile is not replaced", "[io]") {
  Folder folder;
  auto sink = test::must(create_file(folder / "a", false));
  write(folder / "a", "theirs");
  CHECK_FALSE(sink->commit());
  sink->abort();
  CHECK(content(folder / "a") == "theirs");
  CHECK(folder.files() == 1);
}

TEST_CASE("file source: mapped or read, ranges hold the same bytes", "[io]") {
  Folder folder;
  write(folder / "a", "0123456789");
  const auto access = GENERATE(Access::map, Access::read);
  const auto file = test::must(open_file(folder / "a", access));
  CHECK(file->identity().size_bytes == 10);
  CHECK(test::must(read_now(*file, {3, 4})).text() == "3456");
  CHECK(test::must(read_now(*file, {10, 0})).text() == "");
  CHECK(test::refused(read_now(*file, {8, 3})).code == Code::corrupt);
  CHECK(test::refused(read_now(*file, {UINT64_MAX, 2})).code == Code::corrupt);
}

TEST_CASE("file source: what is no file is refused by name", "[io]") {
  Folder folder;
  const auto missing = test::refused(open_file(folder / "none", Access::read));
  CHECK(missing.code == Code::not_found);
  CHECK(missing.message.find("none") != std::string::npos);
  CHECK(test::refused(open_file(folder.path.string(), Access::map)).code == Code::invalid_argument);
}

TEST_CASE("stream: reads to the end and again after rewind", "[io]") {
  Folder folder;
  write(folder / "a", "abcdef");
  auto stream = test::must(open_stream(folder / "a"));
  CHECK(stream->seekable());
  CHECK(stream->size_bytes() == 6);
  for (int round = 0; round < 2; ++round) {
    std::byte bytes[4];
    CHECK(test::must(stream->read(bytes)) == 4);
    CHECK(test::must(stream->read(bytes)) == 2);
    CHECK(test::must(stream->read(bytes)) == 0);
    test::must(stream->rewind());
  }
}

}  // namespace gyre::io
