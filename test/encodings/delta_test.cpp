#include "encodings/delta.hpp"

#include "encodings/packed_nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

enum class Form : std::uint8_t { validity_child, transposed_nulls };

struct Deltas {
  std::uint64_t offset = 0;
  Form form = Form::validity_child;
  unsigned more_blocks = 0;  ///< behind the last row
};

/// Place in a block of value k of the transposed block.
unsigned natural_place(unsigned k) {
  constexpr unsigned order[] = {0, 4, 2, 6, 1, 5, 3, 7};
  return k % 16 * 64 + order[k / 16 % 8] * 8 + k / 128;
}

template <class W>
struct Columns {
  std::vector<std::optional<Int256>> bases, deltas;
  std::vector<bool> valid;  ///< of the deltas
};

/// Each block transposed, then each value less the one in the row before; what null rows and padding hold is noise.
template <class W>
Columns<W> columns_of(const Column& plain, const Deltas& how) {
  constexpr unsigned bits = 8 * sizeof(W), lanes = 1024 / bits;
  std::vector<unsigned> places(1024);  // of row * lanes + lane
  for (unsigned k = 0; k < 1024; ++k) {
    const auto at = BlockPlace<W>::of(k);
    places[at.row * lanes + at.lane] = k;
  }
  Random random(plain.rows);
  Columns<W> columns;
  const auto blocks = (plain.rows + how.offset + 1023) / 1024 + how.more_blocks;
  for (std::uint64_t block = 0; block < blocks; ++block) {
    std::vector<W> transposed(1024);
    for (unsigned k = 0; k < 1024; ++k) {
      const auto row = block * 1024 + natural_place(k) - how.offset;  // may wrap
      const bool inside = row < plain.rows && plain.is_valid(row);
      transposed[k] = inside ? plain.buffers[0].as<W>()[row] : static_cast<W>(random.next());
      columns.valid.push_back(row >= plain.rows || plain.is_valid(row));
    }
    std::vector<W> deltas(1024);
    for (unsigned lane = 0; lane < lanes; ++lane) {
      auto sum = static_cast<W>(random.next());
      columns.bases.emplace_back(widen(plain.dtype, sum));
      for (unsigned row = 0; row < bits; ++row) {
        const auto k = places[row * lanes + lane];
        deltas[k] = static_cast<W>(transposed[k] - sum);
        sum = transposed[k];
      }
    }
    for (const auto delta : deltas) columns.deltas.emplace_back(widen(plain.dtype, delta));
  }
  return columns;
}

EncodedArray delta_node(const Column& plain, const Deltas& how) {
  return with_small_word(word_bytes(plain.dtype), [&]<Word W>(W) {
    const auto columns = columns_of<W>(plain, how);
    const auto dtype = plain.dtype.with_nullable(false);
    auto array = node("fastlanes.delta", numbers({columns.deltas.size(), how.offset}), {},
                      {plain_node(word_column(columns.bases, dtype)),
                       plain_node(word_column(columns.deltas, dtype))});
    if (plain.null_count == 0) return array;
    if (how.form == Form::validity_child)
      array.children.push_back(validity_node(validity_of(plain)));
    else
      array.children[1].children.push_back(validity_node(columns.valid));
    return array;
  });
}

}  // namespace

TEST_CASE("delta: answers every question as its plain form does", "[encodings][delta]") {
  const auto ptype = GENERATE(PType::i8, PType::u16, PType::i32, PType::u64);
  const auto form = GENERATE(Form::validity_child, Form::transposed_nulls);
  for (const auto& plain : samples(DType::primitive(ptype, true)))
    check_conformance(delta_node(plain, {.form = form}), plain);
}

TEST_CASE("delta: rows may start anywhere in a block", "[encodings][delta]") {
  const auto ptype = GENERATE(PType::u8, PType::i16, PType::u32, PType::i64);
  const auto form = GENERATE(Form::validity_child, Form::transposed_nulls);
  const auto offset = GENERATE(1u, 500u, 1023u);
  for (const std::uint64_t rows : {0, 1, 1023, 1024, 1025, 2500}) {
    const auto plain = sample(DType::primitive(ptype, true), rows, Pattern::rising, Nulls::some);
    check_conformance(delta_node(plain, {offset, form, 1}), plain);
  }
}

TEST_CASE("delta: a sum of ones counts along the transposed rows", "[encodings][delta]") {
  // With 64 bits a lane holds 64 rows that follow each other.
  const auto array =
      node("fastlanes.delta", numbers({1024}), {},
           {integers(std::vector<std::int64_t>(16, 100), PType::u64),
            constant_node({Int256::of(std::uint64_t{1})}, DType::primitive(PType::u64))});
  std::vector<std::optional<std::uint64_t>> expected;
  for (std::uint64_t row = 0; row < 1024; ++row) expected.emplace_back(101 + row % 64);
  check_conformance(array, column_of(expected, DType::primitive(PType::u64)));
}

TEST_CASE("delta: all rows may be null", "[encodings][delta]") {
  const auto dtype = DType::primitive(PType::u32, true);
  const auto plain = word_column(std::vector<std::optional<Int256>>(1025), dtype);
  auto array = delta_node(plain, {.form = Form::transposed_nulls});
  array.children = {constant_node({}, dtype), constant_node({}, dtype)};
  check_conformance(array, plain);
}

TEST_CASE("delta: a node that lies is refused", "[encodings][delta]") {
  auto dtype = DType::primitive(PType::u32);
  std::uint64_t rows = 2000;
  auto code = Code::corrupt;
  auto lie = delta_node(sample(dtype, rows, Pattern::small, Nulls::none), {.offset = 40});
  SECTION("floats") { dtype = DType::primitive(PType::f32); }
  SECTION("text") { dtype = DType::utf8(); }
  SECTION("another width") { dtype = DType::primitive(PType::u64); }
  SECTION("a child missing") { lie.children.pop_back(); }
  SECTION("four children") { lie.children.resize(4, lie.children[0]); }
  SECTION("validity where there are no nulls") {
    lie.children.push_back(validity_node(std::vector<bool>(rows, true)));
  }
  SECTION("metadata cut short") { lie.metadata = lie.metadata.slice(0, lie.metadata.size() - 1); }
  SECTION("a block not whole") {
    lie.metadata = numbers({2047, 40});
    code = Code::unsupported;
  }
  SECTION("an offset past the first block") { lie.metadata = numbers({3072, 1024}); }
  SECTION("an offset that wraps") { lie.metadata = numbers({2048, UINT64_MAX}); }
  SECTION("rows past the deltas") { lie.metadata = numbers({2048, 49}); }
  SECTION("more deltas than there are") { lie.metadata = numbers({3072, 40}); }
  SECTION("more rows than there are") { rows = 2009; }
  SECTION("fewer bases than lanes") {
    lie.children[0] = integers(std::vector<std::int64_t>(63, 1), PType::u32);
  }
  SECTION("validity too short") {
    dtype = dtype.with_nullable(true);
    lie.children.push_back(validity_node({true}));
  }
  SECTION("fewer deltas than told") { lie.children[1] = integers({1, 2, 3}, PType::u32); }
  SECTION("deltas of another type") {
    lie.children[1] = integers(std::vector<std::int64_t>(2048, 1), PType::u8);
  }
  SECTION("bases of null") {
    dtype = dtype.with_nullable(true);
    lie.children[0] = constant_node({}, dtype);
  }
  check_refused(lie, dtype, rows, code);
}
