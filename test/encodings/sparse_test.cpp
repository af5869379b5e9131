#include "encodings/sparse.hpp"

#include "array/value_builder.hpp"
#include "encodings/packed_nodes.hpp"
#include "support/bytes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

Buffer sparse_message(const Buffer& patches) {
  return ProtobufWriter().bytes(1, patches.bytes()).finish();
}

EncodedArray sparse_node(const Value& fill, const std::vector<std::uint64_t>& rows,
                         const Column& values, std::uint64_t offset = 0, PType indices = PType::u32,
                         bool chunk_offsets = false) {
  auto array = node("vortex.sparse",
                    sparse_message(patches_message(rows.size(), offset, indices, chunk_offsets)),
                    {write_value(fill, values.dtype)},
                    {integers<std::uint64_t>(rows, indices), plain_node(values)});
  if (chunk_offsets) array.children.push_back(integers({0}, PType::u8));
  return array;
}

/// Each row that is not `fill` is a patch.
EncodedArray sparse(const Column& plain, const Value& fill, std::uint64_t offset = 0,
                    PType indices = PType::u32, bool chunk_offsets = false) {
  std::vector<std::uint64_t> rows;
  std::vector<Value> values;
  for (std::uint64_t row = 0; row < plain.rows; ++row) {
    auto scalar = scalar_at(plain, row);
    if (scalar.value == fill) continue;
    rows.push_back(row + offset);
    values.push_back(std::move(scalar.value));
  }
  return sparse_node(fill, rows, column_of_values(values, plain.dtype), offset, indices,
                     chunk_offsets);
}

/// Few rows that differ from a value.
Column mostly(const Value& value, const Column& others, std::uint64_t rows) {
  Random random(rows);
  std::vector<Value> values;
  for (std::uint64_t row = 0; row < rows; ++row)
    values.push_back(random.chance(5) ? scalar_at(others, random.below(others.rows)).value : value);
  return column_of_values(values, others.dtype);
}

Value number(std::int64_t value) { return {Int256::of(value)}; }

}  // namespace

TEST_CASE("sparse: answers every question as its plain form does", "[encodings][sparse]") {
  const auto dtype =
      GENERATE(DType::primitive(PType::f32, true), DType::boolean(true), DType::utf8(true));
  for (const auto& plain : samples(dtype)) {
    if (plain.rows == 0) continue;
    check_conformance(sparse(plain, {}), plain);
    check_conformance(sparse(plain, scalar_at(plain, plain.rows / 2).value), plain);
  }
}

TEST_CASE("sparse: a few rows of any type stand out from a value or from nulls",
          "[encodings][sparse]") {
  const auto dtype =
      GENERATE(DType::decimal(10, 2, true), DType::decimal(60, 2, true), DType::boolean(true),
               DType::binary(true), DType::list(DType::utf8(true), true),
               DType::fixed_size_list(DType::primitive(PType::u8, true), 3, true),
               DType::map(DType::utf8(), DType::boolean(true), false, true),
               DType::structure(
                   {{"a", DType::utf8(true)}, {"b", DType::list(DType::boolean(), true)}}, true),
               DType::extension("test.number", DType::primitive(PType::i32, true), {}));
  const auto others = sample(dtype, 50, Pattern::full_range, Nulls::some);
  auto common = scalar_at(others, 0).value;
  for (std::uint64_t row = 1; common.is_null(); ++row) common = scalar_at(others, row).value;
  for (const std::uint64_t rows : {1, 1024, 3000}) {
    const auto nulls = mostly({}, others, rows), values = mostly(common, others, rows);
    check_conformance(sparse(nulls, {}), nulls);
    check_conformance(sparse(values, common), values);
  }
}

TEST_CASE("sparse: values may be nested, with nulls at every level", "[encodings][sparse]") {
  for (const auto& others : nested_samples(50)) {
    const auto nulls = mostly({}, others, 1300);
    check_conformance(sparse(nulls, {}), nulls);
    auto common = scalar_at(others, 0).value;
    for (std::uint64_t row = 1; common.is_null(); ++row) common = scalar_at(others, row).value;
    const auto values = mostly(common, others, 1300);
    check_conformance(sparse(values, common), values);
  }
}

TEST_CASE("sparse: many patches are looked up like few", "[encodings][sparse]") {
  const auto dtype = GENERATE(DType::primitive(PType::i32, true), DType::utf8(true),
                              DType::boolean(true), DType::list(DType::utf8(true), true));
  const auto plain = sample(dtype, 9000, Pattern::full_range, Nulls::some);
  check_conformance(sparse(plain, {}, 77), plain);
}

TEST_CASE("sparse: indices may be of any type and start anywhere", "[encodings][sparse]") {
  const auto indices = GENERATE(PType::u8, PType::u16, PType::u32, PType::u64, PType::i32);
  const bool chunk_offsets = GENERATE(false, true);
  const auto others = sample(DType::primitive(PType::i16, true), 50, Pattern::small, Nulls::some);
  const auto plain = mostly(number(7), others, 200);
  check_conformance(sparse(plain, number(7), 50, indices, chunk_offsets), plain);
}

TEST_CASE("sparse: a decimal's patches may be narrower than its fill", "[encodings][sparse]") {
  const auto dtype = DType::decimal(20, 0, true);
  auto array =
      sparse(word_column({Int256::of(std::int64_t{-5}), {}, Int256::of(std::int64_t{3})}, dtype),
             number(3));
  array.children[1] =
      node("vortex.decimal", numbers({0}), {bytes("fb 00")}, {validity_node({true, false})});
  check_conformance(
      array, word_column({Int256::of(std::int64_t{-5}), {}, Int256::of(std::int64_t{3})}, dtype));
}

TEST_CASE("sparse: all patches may be null, and the fill too", "[encodings][sparse]") {
  const auto dtype = GENERATE(DType::primitive(PType::i32, true), DType::utf8(true));
  const auto fill =
      dtype.is_text() ? Value{std::string("a text that is not null at all")} : number(-1);
  std::vector<Value> values(2000, fill);
  std::vector<std::uint64_t> rows;
  for (std::uint64_t row = 3; row < values.size(); row += 100) {
    rows.push_back(row);
    values[row] = {};
  }
  const std::vector<Value> nulls(rows.size());
  auto array = sparse_node(fill, rows, column_of_values(nulls, dtype));
  array.children[1] = constant_node({}, dtype);
  check_conformance(array, column_of_values(values, dtype));
  array.buffers[0].bytes = write_value({}, dtype);
  check_conformance(array, sample(dtype, 2000, Pattern::small, Nulls::all));
}

TEST_CASE("sparse: a node that lies is refused", "[encodings][sparse]") {
  auto dtype = DType::primitive(PType::i32);
  const auto values = column_of<int>({7, 8, 9}, dtype);
  auto lie = sparse_node(number(1), {2, 5, 8}, values);
  std::uint64_t rows = 9;
  SECTION("no fill") { lie.buffers.clear(); }
  SECTION("an empty fill") { lie.buffers[0].bytes = {}; }
  SECTION("a fill of null where nothing is") {
    lie.buffers[0].bytes = write_value({}, dtype.with_nullable(true));
  }
  SECTION("a fill of another type") {
    lie.buffers[0].bytes = write_value({std::string("1")}, DType::utf8());
  }
  SECTION("metadata cut short") { lie.metadata = lie.metadata.slice(0, 2); }
  SECTION("indices missing") { lie.children.erase(lie.children.begin()); }
  SECTION("values missing") { lie.children.pop_back(); }
  SECTION("a third child of which nothing is told") { lie.children.push_back(lie.children[0]); }
  SECTION("fewer values than indices") { lie.children[1] = integers({7, 8}, PType::i32); }
  SECTION("values of another type") {
    lie.children[1] = plain_node(text_column({{"7"}, {"8"}, {"9"}}, DType::utf8()));
  }
  SECTION("another type") { dtype = DType::utf8(); }
  SECTION("more patches than rows") { rows = 2; }
  SECTION("a patch past the rows") { rows = 8; }
  SECTION("a patch before the rows") {
    lie.metadata = sparse_message(patches_message(3, 3, PType::u32));
  }
  SECTION("an offset past 64 bits") {
    lie.metadata = sparse_message(patches_message(3, UINT64_MAX, PType::u32));
  }
  SECTION("rows that stay") { lie.children[0] = integers({2, 2, 8}, PType::u32); }
  SECTION("rows that fall") { lie.children[0] = integers({5, 2, 8}, PType::u32); }
  SECTION("float rows") { lie.metadata = sparse_message(patches_message(3, 0, PType::f32)); }
  check_refused(lie, dtype, rows, Code::corrupt);
}
