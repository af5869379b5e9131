#include "encodings/runend.hpp"

#include "array/column_sink.hpp"
#include "encodings/nodes.hpp"
#include "support/bytes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

/// Rows of a column, one after another: `picked[i]` is the row of `plain` that row i holds.
Column take(const Column& plain, const std::vector<std::uint32_t>& picked) {
  ReadContext context;
  const auto reader = reader_of(plain, context);
  const auto sink = make_column_sink(plain.dtype, context);
  must(sink->gather(*reader, 0, picked));
  return must(sink->finish());
}

Buffer runs_message(PType ends, std::uint64_t runs, std::uint64_t offset = 0) {
  return numbers({static_cast<unsigned>(ends), runs, offset});
}

EncodedArray runs_node(const std::vector<std::uint64_t>& ends, PType ptype, EncodedArray values,
                       std::uint64_t offset = 0) {
  return node("vortex.runend", runs_message(ptype, ends.size(), offset), {},
              {integers<std::uint64_t>(ends, ptype), std::move(values)});
}

/// A column with runs, and the node that stores it: each row of `values` is a run. The node may say more than the column
/// holds, as a slice does: `cut` rows before, and rows behind.
void check_runs(const Column& values, std::uint64_t longest, std::uint64_t cut = 0,
                std::uint64_t behind = 0, PType ptype = PType::u32) {
  Random random(values.rows + longest);
  std::vector<std::uint64_t> ends;
  std::vector<std::uint32_t> rows;
  for (std::uint32_t run = 0; run < values.rows; ++run) {
    rows.insert(rows.end(), 1 + random.below(longest), run);
    ends.push_back(rows.size());
  }
  REQUIRE(cut + behind <= rows.size());
  rows.erase(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(cut));
  rows.resize(rows.size() - behind);
  check_conformance(runs_node(ends, ptype, plain_node(values), cut), take(values, rows));
}

std::optional<std::uint64_t> estimated(const Column& plain) {
  return runend_encoding.estimate(plain, PlainChildren());
}

}  // namespace

TEST_CASE("runend: what is stored answers every question as its plain form does",
          "[encodings][runend]") {
  const auto dtype = GENERATE(DType::primitive(PType::u8, true), DType::primitive(PType::i32, true),
                              DType::primitive(PType::f64, true), DType::boolean(true));
  for (const auto& plain : samples(dtype))
    if (plain.rows > 0) check_encoder(runend_encoding, plain);
}

TEST_CASE("runend: runs of any type are read", "[encodings][runend]") {
  const auto dtype =
      GENERATE(DType::primitive(PType::i64, true), DType::primitive(PType::f16),
               DType::decimal(10, 2, true), DType::decimal(50, 2, true), DType::boolean(true),
               DType::utf8(true), DType::list(DType::utf8(true), true),
               DType::fixed_size_list(DType::primitive(PType::u8), 3, true),
               DType::structure({{"a", DType::utf8(true)},
                                 {"b", DType::list(DType::boolean())},
                                 {"c", DType::primitive(PType::f32)}},
                                true));
  const auto longest = GENERATE(std::uint64_t{1}, 3, 400);
  const auto nulls = dtype.nullable() ? Nulls::some : Nulls::none;
  check_runs(sample(dtype, 1, Pattern::small, nulls), longest);
  check_runs(sample(dtype, longest > 3 ? 20 : 1500, Pattern::full_range, nulls), longest);
}

TEST_CASE("runend: values may be nested, with nulls at every level", "[encodings][runend]") {
  for (const auto& values : nested_samples(100)) check_runs(values, 30, 5, 3);
}

TEST_CASE("runend: many runs are looked up like few", "[encodings][runend]") {
  const auto dtype = GENERATE(DType::primitive(PType::i32, true), DType::utf8(true),
                              DType::boolean(true), DType::list(DType::primitive(PType::u8), true));
  check_runs(sample(dtype, 6000, Pattern::full_range, Nulls::some), 3, 7, 1);
}

TEST_CASE("runend: runs may begin before the first row and end behind the last",
          "[encodings][runend]") {
  const auto ptype = GENERATE(PType::u16, PType::u32, PType::u64);
  const auto values = sample(DType::primitive(PType::i16, true), 300, Pattern::small, Nulls::some);
  check_runs(values, 20, 1, 0, ptype);
  check_runs(values, 20, 0, 7, ptype);
  check_runs(values, 20, 1000, 500, ptype);
  check_conformance(runs_node({3, 10}, PType::u8, integers({7, 8}, PType::i16), 5),
                    column_of<int>({8, 8}, DType::primitive(PType::i16)));
}

TEST_CASE("runend: ends may be stored in any way", "[encodings][runend]") {
  auto ends = node(
      "vortex.sequence",
      ProtobufWriter()
          .bytes(1,
                 write_value({Int256::of(std::uint64_t{2})}, DType::primitive(PType::u32)).bytes())
          .bytes(2,
                 write_value({Int256::of(std::uint64_t{2})}, DType::primitive(PType::u32)).bytes())
          .finish(),
      {});
  auto array = runs_node({0, 0, 0}, PType::u32, integers({7, 8, 9}, PType::i16));
  array.children[0] = std::move(ends);
  check_conformance(array, column_of<int>({7, 7, 8, 8, 9}, DType::primitive(PType::i16)));
}

TEST_CASE("runend: all runs may be null", "[encodings][runend]") {
  const auto dtype = GENERATE(DType::primitive(PType::i32, true), DType::utf8(true));
  check_conformance(runs_node({1000, 2500}, PType::u16, constant_node({}, dtype)),
                    sample(dtype, 2500, Pattern::small, Nulls::all));
}

TEST_CASE("runend: a run of nulls is one run, whatever lies under it", "[encodings][runend]") {
  auto plain = column_of<int>({1, 1, 2, 3, 4, 4}, DType::primitive(PType::i32));
  plain.dtype = plain.dtype.with_nullable(true);
  plain.validity = bytes("33");  // rows 2 and 3 are null
  plain.null_count = 2;
  const auto encoded = check_encoder(runend_encoding, plain);
  CHECK(hex(encoded.children[0].buffers[0].bytes.bytes()) == "02 04 06");
}

TEST_CASE("runend: is offered only where runs are long enough", "[encodings][runend]") {
  std::vector<std::optional<std::int64_t>> values;
  for (std::int64_t run = 0; run < 100; ++run) values.insert(values.end(), 50, run * 1'000'003);
  const auto plain = column_of(values, DType::primitive(PType::i64, true));
  const auto bytes = estimated(plain);
  REQUIRE(bytes);
  CHECK(*bytes <= 100 * (2 + 8));
  CHECK(*bytes >= 100 * (13 + 27) / 8);
  const auto encoded = check_encoder(runend_encoding, plain);
  CHECK(encoded.children[0].buffers[0].bytes.size() == 100 * sizeof(std::uint16_t));

  CHECK_FALSE(estimated(column_of<int>({}, DType::primitive(PType::i64))));
  CHECK_FALSE(
      estimated(sample(DType::primitive(PType::i64), 3000, Pattern::full_range, Nulls::none)));
  CHECK_FALSE(estimated(sample(DType::utf8(), 3000, Pattern::constant, Nulls::none)));
  // Nine bits of a run's end and eight of its value are more than its two bytes.
  std::vector<std::optional<int>> pairs;
  for (int run = 0; run < 256; ++run) pairs.insert(pairs.end(), 2, run);
  CHECK_FALSE(estimated(column_of(pairs, DType::primitive(PType::u8))));
}

TEST_CASE("runend: a node that lies is refused", "[encodings][runend]") {
  auto lie = runs_node({2, 5, 9}, PType::u16, integers({7, 8, 9}, PType::i32));
  auto dtype = DType::primitive(PType::i32);
  std::uint64_t rows = 9;
  SECTION("ends missing") { lie.children.erase(lie.children.begin()); }
  SECTION("values missing") { lie.children.pop_back(); }
  SECTION("a third child") { lie.children.push_back(lie.children[0]); }
  SECTION("metadata cut short") { lie.metadata = lie.metadata.slice(0, 3); }
  SECTION("no metadata") { lie.metadata = {}; }
  SECTION("fewer ends than runs") { lie.children[0] = integers({2, 9}, PType::u16); }
  SECTION("fewer values than runs") { lie.children[1] = integers({2, 9}, PType::i32); }
  SECTION("values of another type") { dtype = DType::utf8(); }
  SECTION("ends before the last row") { rows = 10; }
  SECTION("more rows than 64 bits count") {
    lie.metadata = runs_message(PType::u16, 3, 2);
    rows = UINT64_MAX;
  }
  SECTION("an offset that moves the rows past the ends") {
    lie.metadata = runs_message(PType::u16, 3, 1);
  }
  SECTION("ends that stay") { lie.children[0] = integers({2, 2, 9}, PType::u16); }
  SECTION("ends that fall") { lie.children[0] = integers({5, 2, 9}, PType::u16); }
  SECTION("many ends that fall") {
    std::vector<std::uint64_t> ends;
    for (std::uint64_t end = 1; end <= 3000; ++end) ends.push_back(end);
    std::swap(ends[2000], ends[2001]);
    lie = runs_node(ends, PType::u16, constant_node({Int256::of(INT64_C(7))}, dtype));
    rows = 3000;
  }
  SECTION("many ends before the last row") {
    std::vector<std::uint64_t> ends;
    for (std::uint64_t end = 1; end <= 3000; ++end) ends.push_back(end);
    lie = runs_node(ends, PType::u16, constant_node({Int256::of(INT64_C(7))}, dtype));
    rows = 3001;
  }
  SECTION("null values of a type without nulls") {
    lie.children[1] = constant_node({}, dtype.with_nullable(true));
  }
  SECTION("signed ends") { lie.metadata = runs_message(PType::i16, 3); }
  SECTION("float ends") { lie.metadata = runs_message(PType::f16, 3); }
  SECTION("null ends") { lie.children[0] = constant_node({}, DType::primitive(PType::u16, true)); }
  check_refused(lie, dtype, rows, Code::corrupt);
}
