#include "rows/rows_writer.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "io/local_file.hpp"
#include "rows/proto_text.hpp"
#include "rows/rows_data.hpp"
#include "support/bytes.hpp"
#include "support/samples.hpp"
#include "support/temporary_folder.hpp"

namespace gyre {
namespace {

using test::must;
using test::refused;

const DType text_table = DType::structure({{"f1", DType::utf8()}, {"f2", DType::utf8(true)}});

Batch texts(const std::vector<std::optional<std::string>>& first,
            const std::vector<std::optional<std::string>>& second) {
  return {text_table,
          first.size(),
          {test::text_column(first, DType::utf8()), test::text_column(second)}};
}

std::string content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}
using Names = std::vector<std::string>;

Result<std::unique_ptr<BatchOutput>> open_file(const std::string& path, RowContainer container,
                                               bool overwrite = false) {
  auto sink = GYRE_TRY(io::create_file(path, overwrite));
  return write_row_file(std::move(sink), path, text_table, container, overwrite);
}

Result<void> write_file(const std::string& path, const Batch& batch, RowContainer container,
                        bool overwrite = false) {
  const auto output = GYRE_TRY(open_file(path, container, overwrite));
  const auto piece = GYRE_TRY(output->prepare(batch, 0));
  GYRE_TRY(piece());
  return output->finish();
}

/// Data that cannot be published.
class LostSink final : public io::Sink {
 public:
  Result<void> write(Buffer) override { return {}; }
  Result<io::Identity> commit() override { return fail(Code::io, "disk full"); }
  void abort() noexcept override {}
};

}  // namespace

TEST_CASE("rows: the bytes of a row are its size, then its fields in order", "[rows]") {
  const auto bytes = must(test::written(text_table, {texts({"ab", ""}, {std::nullopt, "c"})}));
  CHECK(test::hex(std::as_bytes(std::span(bytes))) == "04 00 0a 02 61 62 05 00 0a 00 12 01 63");
}

TEST_CASE("rows: a row may have 65,535 bytes and no more, and an error names it", "[rows]") {
  // Tag, three bytes of size, and the text; then the second field, which is null.
  const auto longest = std::string(65'535 - 4, 'x');
  CHECK(must(test::written(text_table, {texts({longest}, {std::nullopt})})).size() == 65'537);
  for (const std::size_t size : {65'532, 65'535, 65'536, 200'000}) {
    const auto refusal = refused(test::written(
        text_table, {texts({"", ""}, {"", ""}),
                     texts({"", std::string(size, 'x')}, {std::nullopt, std::nullopt})}));
    CHECK(refusal.code == Code::unsupported);
    CHECK(refusal.message ==
          "out.rows: row 4: takes more than the 65535 bytes that a row may have");
  }
  for (const auto container : {RowContainer::gzip, RowContainer::blocks})
    CHECK(refused(test::written(text_table, {texts({std::string(70'000, 'x')}, {""})}, container))
              .message == "out.rows: row 1: takes more than the 65535 bytes that a row may have");
}

TEST_CASE("rows: many small fields and nested values that are too long are refused too", "[rows]") {
  const auto dtype =
      DType::structure({{"a", DType::list(DType::structure({{"b", DType::list(DType::utf8())}}))}});
  const std::uint64_t count = 40'000;
  const auto inner = test::list_column(
      {count},
      test::text_column(std::vector<std::optional<std::string>>(count, "xy"), DType::utf8()),
      DType::list(DType::utf8()));
  const auto item = test::struct_column({{"b", inner.dtype}}, {inner}, 1);
  const auto column = test::list_column({1}, item, dtype.field(0));
  CHECK(refused(test::written(dtype, {{dtype, 1, {column}}})).message ==
        "out.rows: row 1: takes more than the 65535 bytes that a row may have");
  const auto numbers = DType::structure({{"a", DType::list(DType::primitive(PType::i64))}});
  const auto list = test::list_column({20'000},
                                      test::sample(DType::primitive(PType::i64), 20'000,
                                                   test::Pattern::full_range, test::Nulls::none),
                                      numbers.field(0));
  CHECK(refused(test::written(numbers, {{numbers, 1, {list}}})).message ==
        "out.rows: row 1: takes more than the 65535 bytes that a row may have");
}

TEST_CASE("rows: beside a file stands its .proto, and its index where it has blocks", "[rows]") {
  const test::TemporaryFolder folder;
  const auto batch = test::sample(DType::utf8(), 2500, test::Pattern::small, test::Nulls::none);
  const Batch rows{
      text_table,
      2500,
      {batch, test::sample(DType::utf8(true), 2500, test::Pattern::small, test::Nulls::some)}};
  must(write_file(folder.path() + "/x.pb.gz", rows, RowContainer::blocks));
  CHECK(names_in(folder.path()) == Names{"x.pb.gz", "x.pb.gz.index", "x.proto"});
  const auto index = content(folder.path() + "/x.pb.gz.index");
  CHECK(std::ranges::count(index, '\n') == 3);
  CHECK(index.starts_with("0\n"));
  must(write_file(folder.path() + "/x.rows", rows, RowContainer::plain));
  for (const auto* name : {"/x.pb.gz", "/x.rows"}) {
    const auto path = folder.path() + name;
    RowsOptions options;
    options.schema = must(parse_proto(content(proto_path(path))));
    CHECK(options.schema->dtype == text_table);
    const auto blocks = must(find_row_blocks(path, io::Access::read));
    CHECK(blocks.has_value() == path.ends_with(".gz"));
    const auto source = must(blocks ? read_row_blocks(blocks->data, blocks->index, options)
                                    : read_rows(must(io::open_stream(path)), options));
    std::uint64_t count = 0;
    for (const auto& got : must(read_all(*source))) count += got.rows;
    CHECK(count == 2500);
  }
}

TEST_CASE("rows: files that exist are kept, unless they may be overwritten", "[rows]") {
  const test::TemporaryFolder folder;
  const auto batch = texts({"a"}, {"b"});
  const auto path = folder.path() + "/x.rows.gz";
  folder.write("x.proto", "other");
  CHECK(refused(write_file(path, batch, RowContainer::blocks)).message ==
        folder.path() + "/x.proto: exists; --force overwrites it");
  CHECK(names_in(folder.path()) == Names{"x.proto"});
  must(write_file(path, batch, RowContainer::blocks, true));
  CHECK(content(folder.path() + "/x.proto").find("message Row") != std::string::npos);
  // As one stream it has no index, and the one that is there would lie.
  std::filesystem::remove(path);
  CHECK(refused(write_file(path, batch, RowContainer::gzip)).message ==
        path + ".index: exists; --force removes it, as it is no index of this file");
  must(write_file(path, batch, RowContainer::gzip, true));
  CHECK(names_in(folder.path()) == Names{"x.proto", "x.rows.gz"});
}

TEST_CASE("rows: nothing appears where the rows are not whole", "[rows]") {
  const test::TemporaryFolder folder;
  const auto path = folder.path() + "/x.rows.gz";
  {
    const auto output = must(open_file(path, RowContainer::blocks));
    must(must(output->prepare(texts({"a"}, {"b"}), 0))());
  }
  CHECK(names_in(folder.path()).empty());
  const auto output = must(
      write_row_file(std::make_unique<LostSink>(), path, text_table, RowContainer::blocks, false));
  must(must(output->prepare(texts({"a"}, {"b"}), 0))());
  CHECK(refused(output->finish()).message == "disk full");
  CHECK(names_in(folder.path()).empty());
}

TEST_CASE("rows: names tell where the .proto is and which container is meant", "[rows]") {
  CHECK(proto_path("a/x.rows") == "a/x.proto");
  CHECK(proto_path("x.pb.gz") == "x.proto");
  CHECK(proto_path("x.rows.gz") == "x.proto");
  CHECK(proto_path("x.data") == "x.data.proto");
  CHECK(index_path("x.pb.gz") == "x.pb.gz.index");
  CHECK(container_by_name("x.pb.gz") == RowContainer::blocks);
  CHECK(container_by_name("x.pb") == RowContainer::plain);
}

}  // namespace gyre
