#include "file/writer.hpp"

#include "array/column_sink.hpp"
#include "array/value_builder.hpp"
#include "layout/zone_map.hpp"
#include "support/equal.hpp"
#include "support/samples.hpp"
#include "support/vortex_bytes.hpp"

namespace gyre {
namespace {

const DType schema =
    DType::structure({{"n", DType::primitive(PType::i64, true)}, {"t", DType::utf8(true)}});

Batch chunk(std::uint64_t rows, std::uint64_t seed) {
  return test::batch_of(
      schema, {test::sample(schema.field(0), rows, test::Pattern::rising, test::Nulls::some, seed),
               test::sample(schema.field(1), rows, test::Pattern::small, test::Nulls::some, seed)});
}

Column read_rows(VortexFile& file, std::size_t column, RowRange rows) {
  ReadContext context;
  const auto layout = test::must(file.column(column));
  const auto reader = test::must(layout->reader(rows, file, context));
  return test::must(read_column(*reader, layout->dtype(), {0, rows.size()}, context));
}

}  // namespace

TEST_CASE("file: chunks that were written read back equal, whole and in part", "[file]") {
  const test::Tables tables;
  const std::vector<Batch> chunks{chunk(2048, 1), chunk(2048, 2), chunk(777, 3)};
  const auto file = tables.open(test::vortex_bytes(schema, chunks, 1024));
  CHECK(file->footer().rows() == 4873);
  CHECK(file->footer().dtype == schema);
  CHECK(file->footer().leading_magic_valid);
  for (std::size_t column = 0; column < 2; ++column) {
    CHECK(test::difference(read_rows(*file, column, {0, 2048}), chunks[0].columns[column]) == "");
    CHECK(test::difference(read_rows(*file, column, {4096, 4873}), chunks[2].columns[column]) ==
          "");
    const auto across = read_rows(*file, column, {2000, 4100});
    CHECK(test::difference(slice(across, 48, 2096), chunks[1].columns[column]) == "");
  }
}

TEST_CASE("file: segments are aligned, in order, and inside the file", "[file]") {
  const test::Tables tables;
  const auto file = tables.open(test::vortex_bytes(schema, {chunk(1024, 1), chunk(10, 2)}, 1024));
  std::uint64_t end = 4;
  for (const auto& segment : file->footer().segments) {
    CHECK(segment.offset % (std::uint64_t{1} << segment.alignment_exponent) == 0);
    CHECK(segment.offset >= end);
    CHECK(segment.offset - end < 64);
    end = segment.offset + segment.size_bytes;
  }
  CHECK(end <= file->footer().layout_blob.offset);
}

TEST_CASE("file: zone maps and file statistics hold what the rows hold", "[file]") {
  const test::Tables tables;
  const auto edition = test::must(parse_edition(GENERATE("0.60.0", "0.93.0")));
  const auto zone_rows = GENERATE(1024u, 20u);
  CAPTURE(zone_rows);
  // At first there are only nulls, so that bounds are known of later zones only.
  auto rows = chunk(2500, 4);
  for (std::size_t column = 0; column < 2; ++column) {
    std::vector<Value> values(1000);
    for (std::uint64_t row = 1000; row < 2500; ++row)
      values.push_back(scalar_at(rows.columns[column], row).value);
    rows.columns[column] = column_of_values(values, schema.field(column));
  }
  const auto file = tables.open(
      test::vortex_bytes(schema, {rows}, WriteOptions{.edition = edition, .zone_rows = zone_rows}));
  for (std::size_t column = 0; column < 2; ++column) {
    const auto zones = test::must(test::must(file->column(column))->zones(*file));
    REQUIRE(zones);
    const auto expected = zone_statistics(rows.columns[column], zone_rows);
    REQUIRE(zones->zones.size() == expected.size());
    for (std::size_t zone = 0; zone < expected.size(); ++zone) {
      CHECK(zones->zones[zone].min == expected[zone].min);
      CHECK(zones->zones[zone].max == expected[zone].max);
      CHECK(zones->zones[zone].null_count == expected[zone].null_count);
      CHECK(zones->zones[zone].rows == expected[zone].rows);
    }
    const auto* whole = file->statistics(column);
    REQUIRE(whole);
    const auto all = zone_statistics(rows.columns[column], 4096).front();
    CHECK(whole->min == all.min);
    CHECK(whole->max == all.max);
    CHECK(whole->null_count == all.null_count);
  }
}

TEST_CASE("file: zones may straddle chunks", "[file]") {
  const test::Tables tables;
  const auto rows = chunk(2500, 4);
  std::vector<Batch> pieces;
  for (const RowRange piece :
       {RowRange{0, 700}, {700, 701}, {701, 1024}, {1024, 2100}, {2100, 2500}}) {
    pieces.push_back({schema, piece.size(), {}});
    for (const auto& column : rows.columns)
      pieces.back().columns.push_back(slice(column, piece.first, piece.last));
  }
  const auto whole = tables.open(test::vortex_bytes(schema, {rows}, 1024));
  const auto file = tables.open(test::vortex_bytes(schema, pieces, 1024));
  for (std::size_t column = 0; column < 2; ++column) {
    const auto expected = test::must(test::must(whole->column(column))->zones(*whole));
    const auto zones = test::must(test::must(file->column(column))->zones(*file));
    REQUIRE(zones);
    REQUIRE(zones->zones.size() == 3);
    for (std::size_t zone = 0; zone < 3; ++zone) {
      CHECK(zones->zones[zone].min == expected->zones[zone].min);
      CHECK(zones->zones[zone].max == expected->zones[zone].max);
      CHECK(zones->zones[zone].null_count == expected->zones[zone].null_count);
      CHECK(zones->zones[zone].rows == expected->zones[zone].rows);
    }
    CHECK(test::difference(read_rows(*file, column, {0, 2500}), rows.columns[column]) == "");
  }
}

TEST_CASE("file: a table without rows, and one without columns, can be written and opened",
          "[file]") {
  const test::Tables tables;
  const auto empty = tables.open(test::vortex_bytes(schema, {}));
  CHECK(empty->footer().rows() == 0);
  CHECK(read_rows(*empty, 1, {0, 0}).rows == 0);
  const auto bare = tables.open(test::vortex_bytes(DType::structure({}), {}));
  CHECK(bare->schema().field_count() == 0);
}

TEST_CASE("file: no cut and no flipped byte makes opening or reading crash", "[file]") {
  const test::Tables tables;
  const auto bytes = test::vortex_bytes(schema, {chunk(1024, 1), chunk(100, 2)}, 1024);
  const auto try_all = [&](const Buffer& damaged) {
    auto file = VortexFile::open(std::make_shared<test::MemorySource>(damaged), tables.encodings,
                                 tables.layouts);
    if (!file) return;
    for (std::size_t column = 0; column < (*file)->schema().field_count(); ++column) {
      const auto layout = (*file)->column(column);
      if (!layout) continue;
      ReadContext context;
      const RowRange rows{0, std::min<std::uint64_t>((*layout)->rows(), 5000)};
      const auto reader = (*layout)->reader(rows, **file, context);
      if (reader) (void)read_column(**reader, (*layout)->dtype(), rows, context);
      (void)(*layout)->zones(**file);
    }
  };
  for (std::size_t size = 0; size < bytes.size(); size += 1 + bytes.size() / 200)
    try_all(Buffer::copy(bytes.bytes().first(size)));
  test::Random random(7);
  for (int round = 0; round < 1500; ++round) {
    auto damaged = MutableBuffer::uninitialized(0);
    damaged.append(bytes.bytes());
    // Metadata lies at the end: half of the rounds go there.
    const auto from = round % 2 == 0 ? 0 : bytes.size() - bytes.size() / 4;
    damaged.bytes()[from + random.below(bytes.size() - from)] ^=
        std::byte{static_cast<unsigned char>(1u << random.below(8))};
    try_all(std::move(damaged).freeze());
  }
}

TEST_CASE("file: opening a small file takes one read", "[file]") {
  const test::Tables tables;
  const auto source =
      std::make_shared<test::MemorySource>(test::vortex_bytes(schema, {chunk(1024, 1)}, 1024));
  test::must(VortexFile::open(source, tables.encodings, tables.layouts));
  CHECK(source->reads == 1);
}

}  // namespace gyre
