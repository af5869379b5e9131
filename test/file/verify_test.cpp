#include "file/verify.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>

#include "io/local_file.hpp"
#include "support/catch.hpp"
#include "support/samples.hpp"
#include "support/vortex_bytes.hpp"

namespace gyre {
namespace {

using Lie = std::function<void(std::vector<Statistics>& zones)>;

const DType i64 = DType::primitive(PType::i64, true);

Verification verify_source(const std::shared_ptr<io::Source>& source,
                           VerifyLevel level = VerifyLevel::full, unsigned threads = 1) {
  static const test::Tables tables;
  return test::must(verify(source, tables.encodings, tables.layouts, {level, threads}));
}

Verification verify_bytes(const Buffer& bytes, VerifyLevel level = VerifyLevel::full) {
  return verify_source(std::make_shared<test::MemorySource>(bytes, true), level);
}

Verification verify_file(const std::string& name, VerifyLevel level = VerifyLevel::full,
                         unsigned threads = 1) {
  return verify_source(test::must(io::open_file("testdata/interop/" + name, io::Access::map)),
                       level, threads);
}

/// The findings, one a line: "PLACE: what".
std::string text_of(const std::vector<Fault>& findings) {
  std::string text;
  for (const auto& finding : findings) text += error_of(finding).message + "\n";
  return text;
}

bool has(const std::vector<Fault>& findings, std::string_view where, std::string_view what) {
  return std::ranges::any_of(findings, [&](const Fault& finding) {
    return finding.where == where && finding.what.find(what) != std::string::npos;
  });
}

/// A file of one column in chunks of 2,048 rows, whose writer was told false statistics of zones of 1,024 rows.
Buffer lying_file(const Column& column, const Lie& lie) {
  test::MemorySink::Written written;
  test::MemorySink sink(written);
  test::TestEncoder encoder;
  const StoredSchema schema(DType::structure({{"n", column.dtype}}));
  FileWriter writer(sink, schema, encoder, {.edition = {}, .zone_rows = 1024});
  for (std::uint64_t first = 0; first < column.rows; first += 2048) {
    const auto rows = slice(column, first, std::min(column.rows, first + 2048));
    auto zones = zone_statistics(rows, 1024);
    lie(zones);
    EncodedChunk chunk{rows.rows, {}};
    auto array = test::must(encoder.encode(rows));
    chunk.columns.push_back({std::move(array), std::move(zones)});
    test::must(writer.append(chunk));
  }
  test::must(writer.finish());
  return std::move(written.bytes).freeze();
}

Column numbers() { return test::sample(i64, 5000, test::Pattern::rising, test::Nulls::some); }

}  // namespace

TEST_CASE("verify: in files of the reference there is no fault, and nothing is left out",
          "[file][interop]") {
  for (const std::string folder : {"v0.36.0", "v0.62.0", "v0.93.0", "negative/base"}) {
    for (const auto& entry : std::filesystem::directory_iterator("testdata/interop/" + folder)) {
      if (entry.path().extension() != ".vortex") continue;
      const auto name = folder + "/" + entry.path().filename().string();
      INFO(name);
      const auto found = verify_file(name);
      CHECK(text_of(found.faults) == "");
      CHECK(text_of(found.unchecked) == "");
      CHECK(found.rows.has_value());
    }
  }
}

TEST_CASE("verify: of no damaged file is all found sound", "[file][interop]") {
  for (const auto& entry : std::filesystem::directory_iterator("testdata/interop/negative")) {
    const auto name = entry.path().filename().string();
    if (entry.path().extension() != ".vortex") continue;
    INFO(name);
    const auto found = verify_file("negative/" + name);
    CHECK(found.faults.size() + found.unchecked.size() >= 1);
  }
}

TEST_CASE("verify: each level sees what it looks at", "[file]") {
  using enum VerifyLevel;
  const auto sees = [](const std::string& name, VerifyLevel level) {
    return !verify_file("negative/" + name + ".vortex", level).faults.empty();
  };
  CHECK(sees("magic_leading", quick));
  CHECK(sees("trunc_half", quick));
  CHECK(sees("seg_offset_beyond", quick));
  CHECK_FALSE(sees("seg_overlap", quick));
  CHECK(sees("seg_overlap", footer));
  CHECK(sees("zone_length_zero", footer));
  CHECK(sees("array_tree_length", footer));
  CHECK_FALSE(sees("list_offsets_fall", footer));
  CHECK(sees("list_offsets_fall", full));
  CHECK(sees("zstd_frame_corrupt", full));
}

TEST_CASE("verify: the place of a fault is the column, its rows and what is read of them",
          "[file]") {
  CHECK(text_of(verify_file("negative/dict_codes_out_of_range.vortex").faults)
            .starts_with("column word, rows 0 to 300: "));
  CHECK(has(verify_file("negative/seg_overlap.vortex").faults, "segment 1", "before segment 0"));
  CHECK(has(verify_file("negative/rows_flat_lies.vortex").faults, "layout", "3000 rows"));
}

TEST_CASE("verify: what nobody knows is no fault, and the rest is checked", "[file]") {
  const auto arrays = verify_file("negative/encoding_unknown.vortex");
  CHECK(text_of(arrays.faults) == "");
  CHECK(has(arrays.unchecked, "column id", "unknown encoding"));
  const auto layouts = verify_file("negative/layout_unknown.vortex");
  CHECK(text_of(layouts.faults) == "");
  CHECK(text_of(layouts.unchecked) == "layout: unknown layout 'acme.layout'\n");
}

TEST_CASE("verify: a zone map and file statistics that tell the truth are no fault", "[file]") {
  const auto found = verify_bytes(lying_file(numbers(), [](auto&) {}));
  CHECK(text_of(found.faults) == "");
  CHECK(found.rows == 5000);
  CHECK(found.segments == 4);
}

TEST_CASE("verify: a zone map that lies is a fault of its zone and of the file", "[file]") {
  const auto with = [](const Lie& lie) { return verify_bytes(lying_file(numbers(), lie)).faults; };
  const auto nulls = with([](auto& zones) { zones.front().null_count = 1000; });
  CHECK(has(nulls, "zone map of column n, zone 0", "null count is 1000, counted "));
  CHECK(has(nulls, "zone map of column n, zone 2", "null count"));
  CHECK_FALSE(has(nulls, "zone map of column n, zone 1", "null count"));
  CHECK(has(nulls, "statistics of column n", "null count"));
  const auto min = with([](auto& zones) { zones.front().min->value = zones.back().max->value; });
  CHECK(has(min, "zone map of column n, zone 0", "min is "));
  const auto max = with([](auto& zones) { zones.back().max->value = zones.front().min->value; });
  CHECK(has(max, "zone map of column n, zone 1", "max is "));
  const auto unknown = with([](auto& zones) {
    for (auto& zone : zones) zone.min.reset();
  });
  CHECK(text_of(unknown) == "");
}

TEST_CASE("verify: a bound of texts that was cut may be any that holds", "[file]") {
  const std::string text(100, 'm');
  const auto column = test::text_column(std::vector<std::optional<std::string>>(10, text));
  CHECK(verify_bytes(lying_file(column, [](auto&) {})).faults.empty());
  const auto with_min = [&](const std::string& bound) {
    return verify_bytes(lying_file(column, [&](auto& zones) { zones[0].min->value = {bound}; }));
  };
  CHECK(with_min("a").faults.empty());
  CHECK(has(with_min("n").faults, "zone map of column n, zone 0", "min is bounded by n"));
}

TEST_CASE("verify: a part whose rows cannot be read is given up, however many it claims",
          "[file]") {
  const auto found = verify_file("negative/rows_all_2_62.vortex");
  CHECK(has(found.faults, "column id", "segment 0: "));
  CHECK(std::ranges::count(found.faults, "column id", &Fault::where) == 1);
}

TEST_CASE("verify: a text that is no UTF-8 is a fault, bytes are none", "[file]") {
  const std::vector<std::optional<std::string>> texts{"good", "bad\xff", std::nullopt};
  const auto as_utf8 = verify_bytes(lying_file(test::text_column(texts), [](auto&) {}));
  CHECK(has(as_utf8.faults, "column n, rows 0 to 3", "no UTF-8"));
  const auto as_binary =
      verify_bytes(lying_file(test::text_column(texts, DType::binary(true)), [](auto&) {}));
  CHECK(text_of(as_binary.faults) == "");
}

TEST_CASE("verify: the number of threads changes nothing", "[file]") {
  for (const std::string name : {"v0.93.0/rows_70000", "negative/base/mixed",
                                 "negative/encoding_unknown", "negative/seg_not_in_order"}) {
    INFO(name);
    const auto one = verify_file(name + ".vortex", VerifyLevel::full, 1);
    const auto four = verify_file(name + ".vortex", VerifyLevel::full, 4);
    CHECK(text_of(one.faults) == text_of(four.faults));
    CHECK(text_of(one.unchecked) == text_of(four.unchecked));
  }
}

TEST_CASE("verify: ends when it is asked to stop", "[file]") {
  const test::Tables tables;
  const std::atomic<bool> stop = true;
  const auto found =
      verify(std::make_shared<test::MemorySource>(lying_file(numbers(), [](auto&) {})),
             tables.encodings, tables.layouts, {.threads = 2, .stop = &stop});
  REQUIRE_FALSE(found);
  CHECK(found.error().code == Code::cancelled);
}

TEST_CASE("verify: no cut and no flipped byte makes it crash, and every cut is seen", "[file]") {
  const auto bytes = lying_file(numbers(), [](auto&) {});
  for (std::size_t size = 0; size < bytes.size(); size += 1 + bytes.size() / 100)
    CHECK_FALSE(verify_bytes(Buffer::copy(bytes.bytes().first(size))).faults.empty());
  test::Random random(11);
  for (int round = 0; round < 300; ++round) {
    auto damaged = MutableBuffer::uninitialized(0);
    damaged.append(bytes.bytes());
    // Metadata lies at the end: half of the rounds go there.
    const auto from = round % 2 == 0 ? 0 : bytes.size() - bytes.size() / 4;
    damaged.bytes()[from + random.below(bytes.size() - from)] ^=
        std::byte{static_cast<unsigned char>(1u << random.below(8))};
    (void)verify_bytes(std::move(damaged).freeze());
  }
}

}  // namespace gyre
