#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "array/column_sink.hpp"
#include "encodings/builtin.hpp"
#include "file/vortex_file.hpp"
#include "fuzz/tree_input.hpp"
#include "io/local_file.hpp"

// Seeds of the harnesses: gyre_fuzz_seeds OUT FILE… puts small .vortex files into OUT/container and the arrays that such
// files hold into OUT/array_tree, the fronts of .csv files into OUT/csv, and the lines of .txt files into OUT/expression.

namespace gyre::fuzz {
namespace {

constexpr std::size_t largest_file = 16 << 10, largest_tree = 3 << 10, largest_text = 2 << 10;
/// What the csv harness takes for options.
constexpr std::size_t csv_option_bytes = 6;
/// Trees of the same encodings and type that are kept.
constexpr unsigned most_alike = 2;

/// How many trees of each shape there are.
using Shapes = std::map<std::string, unsigned>;

void save(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

std::string shape_of(const EncodedArray& node) {
  std::string text(node.encoding);
  for (const auto& child : node.children) text += "(" + shape_of(child) + ")";
  return text;
}

/// Hands segments of a file on, and keeps the trees that pass by.
class Recorder final : public SegmentSource {
 public:
  Recorder(VortexFile& file, Shapes& seen, const std::filesystem::path& folder)
      : file_(file), seen_(seen), folder_(folder) {}

  Result<Buffer> segment(std::uint32_t number) override { return file_.segment(number); }
  Result<ArrayRef> array(std::uint32_t number, const DType& dtype, std::uint64_t rows) override {
    const auto bytes = GYRE_TRY(file_.segment(number));
    auto root = GYRE_TRY(parse_segment(bytes, file_.footer().array_ids));
    auto shape = shape_of(root) + "," + std::to_string(static_cast<int>(dtype.kind())) +
                 std::to_string(static_cast<int>(dtype.physical().ptype()));
    const auto tree = write_tree({dtype, rows, std::move(root)});
    if (tree && tree->size() <= largest_tree && ++seen_[shape] <= most_alike)
      save(folder_ / fmt::format("{:04}", seen_.size() * most_alike + seen_[shape]), *tree);
    return file_.array(number, dtype, rows);
  }

 private:
  VortexFile& file_;
  Shapes& seen_;
  const std::filesystem::path& folder_;
};

Result<void> record(VortexFile& file, Shapes& seen, const std::filesystem::path& folder) {
  Recorder recorder(file, seen, folder);
  for (std::size_t i = 0; i < file.schema().field_count(); ++i) {
    const auto column = GYRE_TRY(file.column(i));
    ReadContext context;
    const auto rows = std::min<std::uint64_t>(column->rows(), most_tree_rows);
    (void)column->reader({0, rows}, recorder, context);
    (void)column->zones(recorder);
  }
  return {};
}

/// Where a file's seeds go.
struct Folders {
  explicit Folders(const std::filesystem::path& out)
      : files(out / "container"),
        trees(out / "array_tree"),
        csv(out / "csv"),
        expressions(out / "expression") {
    for (const auto& folder : {files, trees, csv, expressions})
      std::filesystem::create_directories(folder);
  }
  std::filesystem::path files, trees, csv, expressions;
};

void add_vortex(const std::filesystem::path& path, const std::string& name, const Folders& to,
                Shapes& seen) {
  static const EncodingTable encodings(builtin_encodings());
  static const LayoutTable layouts(builtin_layouts());
  if (std::filesystem::file_size(path) <= largest_file)
    std::filesystem::copy_file(path, to.files / name,
                               std::filesystem::copy_options::overwrite_existing);
  const auto source = io::open_file(path.string(), io::Access::map);
  if (!source) return;
  const auto file = VortexFile::open(*source, encodings, layouts);
  if (file) (void)record(**file, seen, to.trees);
}

void add(const std::filesystem::path& path, const std::string& name, const Folders& to,
         Shapes& seen) {
  if (path.extension() == ".vortex") return add_vortex(path, name, to, seen);
  std::ifstream in(path, std::ios::binary);
  if (path.extension() == ".csv") {
    std::string text(largest_text, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    return save(to.csv / name, std::string(csv_option_bytes, '\0') + text);
  }
  std::string line;
  for (unsigned number = 1; std::getline(in, line); ++number)
    save(to.expressions / fmt::format("{}-{:03}", name, number), line);
}

}  // namespace
}  // namespace gyre::fuzz

int main(int argc, char** argv) {
  const gyre::fuzz::Folders folders(argc > 1 ? argv[1] : ".");
  gyre::fuzz::Shapes seen;
  for (int i = 2; i < argc; ++i)
    gyre::fuzz::add(argv[i], fmt::format("{:04}", i - 1), folders, seen);
  std::printf("%zu shapes of arrays\n", seen.size());
  return 0;
}
