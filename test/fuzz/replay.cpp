#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::vector<std::filesystem::path> files_in(int folders, char** names) {
  std::vector<std::filesystem::path> files;
  for (int i = 0; i < folders; ++i)
    for (const auto& entry : std::filesystem::recursive_directory_iterator(names[i]))
      if (entry.is_regular_file()) files.push_back(entry.path());
  return files;
}

}  // namespace

/// Runs a harness on every file of the folders that are named: for builds without a fuzzer.
int main(int argc, char** argv) {
  const auto files = files_in(argc - 1, argv + 1);
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(in), {});
    std::fprintf(stderr, "%s\n", file.c_str());
    // Exactly as large as the input, so that the address sanitizer sees each step outside.
    const std::vector<std::uint8_t> exact(bytes.begin(), bytes.end());
    LLVMFuzzerTestOneInput(exact.data(), exact.size());
  }
  std::printf("%zu inputs\n", files.size());
  return files.empty() ? 1 : 0;
}
