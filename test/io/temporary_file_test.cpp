#include "io/temporary_file.hpp"

#include <filesystem>
#include <vector>

#include "support/must.hpp"
#include "support/temporary_folder.hpp"

namespace gyre::io {

TEST_CASE("temporary file: bytes come back from where they were put, and no name is left", "[io]") {
  const test::TemporaryFolder folder;
  const auto place = folder.path() + GENERATE("", "/not/there/yet");
  auto file = test::must(TemporaryFile::create(place));
  std::vector<ByteRange> ranges;
  for (const std::size_t size : {0, 1, 5000, 100'000}) {
    const std::vector<std::byte> bytes(size, static_cast<std::byte>(ranges.size()));
    ranges.push_back({file.size(), size});
    test::must(file.append(bytes));
  }
  file.discard(ranges[2]);
  for (const std::size_t i : {3, 1, 0}) {
    std::vector<std::byte> bytes(ranges[i].size);
    test::must(file.read(ranges[i], bytes));
    CHECK(bytes == std::vector<std::byte>(ranges[i].size, static_cast<std::byte>(i)));
  }
  CHECK(std::filesystem::is_empty(folder.path()));

  std::vector<std::byte> beyond(2);
  CHECK(file.read({ranges[3].end() - 1, 2}, beyond).error().code == Code::io);
}

}  // namespace gyre::io
