// Files whose structs are cut into columns of their own.
#include "array/column_sink.hpp"
#include "file/describe.hpp"
#include "layout/zone_map.hpp"
#include "support/equal.hpp"
#include "support/samples.hpp"
#include "support/vortex_bytes.hpp"

namespace gyre {
namespace {

const DType number = DType::primitive(PType::i32, true);
const DType inner = DType::structure({{"x", number}, {"t", DType::utf8(true)}});
const DType maybe = DType::structure({{"y", DType::primitive(PType::i64)}, {"in", inner}}, true);
const DType root = DType::structure(
    {{"plain", DType::structure({{"in", inner}, {"n", number}})}, {"maybe", maybe}});

WriteOptions for_release(unsigned minor) {
  return {.edition = {to_text(Release{minor}), {minor}}, .zone_rows = 1024};
}

Batch chunk(const DType& schema, std::uint64_t rows, std::uint64_t seed) {
  std::vector<Column> columns;
  for (std::size_t i = 0; i < schema.field_count(); ++i)
    columns.push_back(
        test::sample(schema.field(i), rows, test::Pattern::rising, test::Nulls::some, seed + i));
  return test::batch_of(schema, std::move(columns));
}

Column read_rows(VortexFile& file, const LayoutRef& layout, RowRange rows) {
  ReadContext context;
  const auto reader = test::must(layout->reader(rows, file, context));
  return test::must(read_column(*reader, layout->dtype(), {0, rows.size()}, context));
}

LayoutRef field(VortexFile& file, std::vector<std::size_t> path) {
  auto layout = test::must(file.column(path.front()));
  for (std::size_t i = 1; i < path.size(); ++i) layout = test::must(layout->field(path[i]));
  return layout;
}

std::shared_ptr<const ZoneMap> zones(VortexFile& file, std::vector<std::size_t> path) {
  return test::must(field(file, std::move(path))->zones(file));
}

std::string oldest_reader(const Buffer& bytes, const test::Tables& tables) {
  const auto source = std::make_shared<test::MemorySource>(bytes, true);
  const auto description = describe(source, tables.encodings, tables.layouts);
  REQUIRE(description.oldest_reader.release);
  return to_text(*description.oldest_reader.release);
}

}  // namespace

TEST_CASE("stored schema: structs are cut where the edition has layouts for their nulls",
          "[file]") {
  const auto names = [](const StoredSchema& schema) {
    std::vector<std::string> all;
    for (const auto& column : schema.columns())
      all.push_back(column.name + (column.is_validity ? "?" : "") + (column.has_zones ? " z" : ""));
    return all;
  };
  using Names = std::vector<std::string>;
  CHECK(names(StoredSchema(root)) == Names{"plain.in.x z", "plain.in.t z", "plain.n z", "maybe?",
                                           "maybe.y", "maybe.in.x", "maybe.in.t"});
  CHECK(names(StoredSchema(root, for_release(54).edition)) ==
        Names{"plain.in.x z", "plain.in.t z", "plain.n z", "maybe z"});
  CHECK(names(StoredSchema(number)) == Names{"value z"});
  CHECK(names(StoredSchema(DType::structure({{"none", DType::structure({})}}))).empty());
}

TEST_CASE("file: nested structs read back equal, whole, in part, and by field", "[file]") {
  const test::Tables tables;
  const auto release = GENERATE(50u, 55u, 60u, 85u);
  const std::vector<Batch> chunks{chunk(root, 2048, 1), chunk(root, 1024, 5), chunk(root, 300, 9)};
  const auto file = tables.open(test::vortex_bytes(root, chunks, for_release(release)));
  CHECK(file->footer().dtype == root);
  for (std::size_t column = 0; column < 2; ++column) {
    const auto layout = field(*file, {column});
    CHECK(test::difference(read_rows(*file, layout, {0, 2048}), chunks[0].columns[column]) == "");
    const auto across = read_rows(*file, layout, {2000, 3372});
    CHECK(test::difference(slice(across, 48, 1072), chunks[1].columns[column]) == "");
    CHECK(test::difference(slice(across, 1072, 1372), chunks[2].columns[column]) == "");
  }
  const auto x = read_rows(*file, field(*file, {0, 0, 0}), {3072, 3372});
  CHECK(test::difference(x, chunks[2].columns[0].children[0].children[0]) == "");
}

TEST_CASE("file: fields of non-null structs have zone maps, those below a nullable one have none",
          "[file]") {
  const test::Tables tables;
  const auto rows = chunk(root, 2500, 4);
  const auto release = GENERATE(60u, 84u);
  const auto file = tables.open(test::vortex_bytes(root, {rows}, for_release(release)));
  for (const std::size_t leaf : {0, 1}) {
    const auto map = zones(*file, {0, 0, leaf});
    REQUIRE(map);
    const auto expected = zone_statistics(rows.columns[0].children[0].children[leaf], 1024);
    REQUIRE(map->zones.size() == expected.size());
    for (std::size_t zone = 0; zone < expected.size(); ++zone) {
      CHECK(map->zones[zone].min == expected[zone].min);
      CHECK(map->zones[zone].max == expected[zone].max);
      CHECK(map->zones[zone].null_count == expected[zone].null_count);
    }
  }
  CHECK(zones(*file, {0, 1}));
  CHECK_FALSE(zones(*file, {1}));
  CHECK_FALSE(zones(*file, {1, 0}));
}

TEST_CASE("file: of structs the file statistics count nulls only", "[file]") {
  const test::Tables tables;
  const auto rows = chunk(root, 2500, 4);
  const auto release = GENERATE(50u, 60u);
  const auto file = tables.open(test::vortex_bytes(root, {rows}, for_release(release)));
  REQUIRE(rows.columns[1].null_count > 0);
  CHECK(file->statistics(0)->null_count == 0u);
  CHECK(file->statistics(1)->null_count == rows.columns[1].null_count);
  CHECK_FALSE(file->statistics(1)->min);
}

TEST_CASE("file: a root that is no table is written as it is", "[file]") {
  const test::Tables tables;
  for (const auto& dtype : {number, DType::list(number), maybe}) {
    const auto schema = DType::structure({{"value", dtype}});
    const auto rows = chunk(schema, 2000, 4);
    const auto file = tables.open(test::vortex_bytes(dtype, {rows}, for_release(60)));
    CHECK(file->footer().dtype == dtype);
    const auto layout = test::must(file->column(0));
    CHECK(test::difference(read_rows(*file, layout, {0, 2000}), rows.columns[0]) == "");
  }
}

TEST_CASE("file: text bounds that are cut say so, in both forms of a zone map", "[file]") {
  const test::Tables tables;
  const auto text = DType::structure({{"t", DType::binary(true)}});
  std::vector<std::optional<std::string>> texts(3072);
  for (std::size_t row = 0; row < 1024; ++row)
    texts[row] = std::string(row % 2 == 0 ? 80 : 3, row % 2 == 0 ? '\xff' : 'a');
  texts[1024] = std::string(70, 'k');
  const auto column = test::text_column(texts, DType::binary(true));
  const auto release = GENERATE(60u, 84u);
  const auto file =
      tables.open(test::vortex_bytes(text, {test::batch_of(text, {column})}, for_release(release)));
  const auto map = zones(*file, {0});
  REQUIRE(map->zones.size() == 3);
  CHECK(map->zones[0].min->text() == "aaa");
  CHECK_FALSE(map->zones[0].max);  // nothing short is above 80 bytes of ff
  CHECK(map->zones[1].min->text() == std::string(64, 'k'));
  CHECK(map->zones[1].max->text() == std::string(63, 'k') + 'l');
  CHECK_FALSE(map->zones[1].max_exact);
  CHECK_FALSE(map->zones[2].min);
  CHECK(map->zones[2].null_count == 1024u);
  CHECK(file->statistics(0)->null_count == 2047u);
  CHECK_FALSE(file->statistics(0)->max_exact);
}

TEST_CASE("file: what is written for a release is readable by it", "[file]") {
  const test::Tables tables;
  const auto release = GENERATE(36u, 50u, 54u, 60u, 84u);
  const auto half = DType::primitive(PType::f16, true);
  std::vector<DType::Field> fields{{"n", number}, {"t", DType::utf8(true)},
                                   {"h", half},   {"d", DType::decimal(4, 2, true)},
                                   {"s", inner},  {"l", DType::list(number, true)}};
  if (release >= 50) fields.push_back({"m", maybe});
  const auto schema = DType::structure(std::move(fields));
  const auto bytes = test::vortex_bytes(schema, {chunk(schema, 3000, 3)}, for_release(release));
  CHECK(std::stoi(oldest_reader(bytes, tables).substr(2)) <= static_cast<int>(release));
}

}  // namespace gyre
