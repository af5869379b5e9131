#include "convert/folder_output.hpp"

#include <filesystem>
#include <fstream>

#include "support/must.hpp"
#include "support/temporary_folder.hpp"

namespace gyre {
namespace {

/// Makes its files when it is finished.
class Files final : public BatchOutput {
 public:
  explicit Files(std::vector<std::string> paths) : paths_(std::move(paths)) {}
  Result<Piece> prepare(Batch, unsigned) override {
    return Piece([]() -> Result<void> { return {}; });
  }
  Result<void> finish() override {
    for (const auto& path : paths_) std::ofstream(path) << "rows";
    return {};
  }

 private:
  std::vector<std::string> paths_;
};

}  // namespace

TEST_CASE("folder: what was made is removed unless all of it is whole", "[convert]") {
  const bool is_whole = GENERATE(false, true);
  const test::TemporaryFolder temporary;
  const auto folder = temporary.path() + "/out";
  auto files = std::make_shared<FolderFiles>();
  const auto first = files->add("a=1/part-00000.rows");
  const auto second = files->add("a=1/part-00001.rows");
  int finished = 0;
  {
    const auto output = folder_output(
        folder, files,
        [](const std::string& path) -> Result<OpenFile> {
          std::vector<std::string> paths{path, path + ".index"};
          return OpenFile{std::make_unique<Files>(paths), paths};
        },
        [&](BatchOutput&) { ++finished; });
    const auto put = [&](std::uint32_t part, std::uint64_t rows) {
      Batch batch;
      batch.part = part;
      batch.rows = rows;
      test::must(test::must(output->prepare(batch, 0))());
    };
    put(first, 1);
    put(second, 1);
    CHECK(finished == 0);
    put(first, 0);
    CHECK(finished == 1);
    CHECK(std::filesystem::exists(folder + "/a=1/part-00000.rows.index"));
    if (is_whole) test::must(output->finish());
  }
  CHECK(finished == (is_whole ? 2 : 1));
  CHECK(std::filesystem::exists(folder) == is_whole);
  CHECK(std::filesystem::exists(folder + "/a=1/part-00001.rows.index") == is_whole);
}

}  // namespace gyre
