#include "encodings/pco.hpp"

#include <algorithm>

#include "array/column_sink.hpp"
#include "encodings/builtin.hpp"
#include "encodings/pco_nodes.hpp"
#include "support/bytes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

constexpr unsigned classic = 0, int_mult = 1, float_mult = 2, float_quant = 3, dictionary = 4;
constexpr unsigned no_delta = 0, consecutive = 1, lookback = 2, conv1 = 3;

/// A number by its place in the order of its type.
std::uint64_t ordered(std::uint64_t word, PType ptype) {
  const auto width = byte_width(ptype) * 8;
  const auto middle = std::uint64_t{1} << (width - 1);
  if (is_unsigned(ptype)) return word;
  return is_float(ptype) && (word & middle) != 0 ? ~word : word ^ middle;
}

/// Values as they are: classic, no differences, one bin.
EncodedArray pco_node(const Column& plain, std::uint64_t values_per_page = 300,
                      std::size_t pages_per_chunk = 2) {
  const auto ptype = plain.dtype.ptype();
  const auto width = byte_width(ptype) * 8;
  std::vector<PcoChunkParts> chunks;
  BitsWriter page;
  std::uint64_t values = 0;
  const auto finish = [&] {
    if (values == 0) return;
    if (chunks.empty() || chunks.back().pages.size() == pages_per_chunk)
      chunks.push_back(
          {BitsWriter().put(classic, 4).put(no_delta, 4).variable(width).finish(), {}});
    chunks.back().pages.push_back({page.finish(), values});
    page = {};
    values = 0;
  };
  for (std::uint64_t row = 0; row < plain.rows; ++row) {
    if (!plain.is_valid(row)) continue;
    std::uint64_t word = 0;
    std::memcpy(&word, plain.buffers[0].data() + row * width / 8, width / 8);
    page.put(ordered(word, ptype), width);
    if (++values == values_per_page) finish();
  }
  finish();
  auto array = gyre::test::pco_node(pco_header(), chunks);
  if (plain.null_count > 0) array.children.push_back(validity_node(validity_of(plain)));
  return array;
}

/// One chunk of one page.
EncodedArray one_page(const BitsWriter& description, const BitsWriter& page, std::uint64_t values,
                      Buffer header = pco_header()) {
  return gyre::test::pco_node(std::move(header),
                              {{description.finish(), {{page.finish(), values}}}});
}

Column shorts(const std::vector<std::uint16_t>& values) {
  std::vector<std::optional<std::uint16_t>> rows(values.begin(), values.end());
  return column_of(rows, DType::primitive(PType::u16));
}

/// A difference of 16-bit numbers as it is stored.
std::uint64_t difference(int value) { return static_cast<std::uint16_t>(value + 0x8000); }

ReaderRef opened(const EncodedArray& encoded, const DType& dtype, std::uint64_t rows,
                 ReadContext& context) {
  static const EncodingTable table(builtin_encodings());
  return must(make_reader(must(open_array(encoded, dtype, rows, table)), context));
}

}  // namespace

TEST_CASE("pco: answers every question as its plain form does", "[encodings][pco]") {
  for (const auto ptype : {PType::u16, PType::i32, PType::f64})
    for (const auto& plain : samples(DType::primitive(ptype, true)))
      check_conformance(pco_node(plain), plain);
}

TEST_CASE("pco: what the reference wrote reads as what it was given", "[encodings][pco]") {
  const auto vectors = pco_vectors();
  REQUIRE(vectors.size() == 40);
  for (const auto& vector : vectors) {
    INFO(vector.name);
    check_conformance(vector.encoded, vector.column(0));
    auto with_nulls = vector.encoded;
    const auto plain = vector.column(3);
    with_nulls.children.push_back(validity_node(validity_of(plain)));
    check_conformance(with_nulls, plain);
  }
}

TEST_CASE("pco: pages may be of any size", "[encodings][pco]") {
  for (const std::uint64_t values_per_page : {1, 255, 256, 257, 1024, 5000})
    for (const std::uint64_t rows : {0, 1, 1023, 1024, 1025}) {
      const auto plain =
          sample(DType::primitive(PType::i64, true), rows, Pattern::full_range, Nulls::some);
      check_conformance(pco_node(plain, values_per_page), plain);
    }
}

TEST_CASE("pco: pages without values may stand among the others", "[encodings][pco]") {
  const auto description = BitsWriter().put(classic, 4).put(no_delta, 4).variable(16).finish();
  const auto none = Buffer(), one = bytes("34 12"), two = bytes("78 56 bc 9a");
  check_conformance(
      gyre::test::pco_node(pco_header(), {{description, {{none, 0}, {one, 1}, {none, 0}}},
                                          {description, {}},
                                          {description, {{two, 2}, {none, 0}}}}),
      shorts({0x1234, 0x5678, 0x9abc}));
}

TEST_CASE("pco: a variable without bins is all zeros", "[encodings][pco]") {
  const auto description = BitsWriter().put(classic, 4).put(no_delta, 4).put(0, 4 + 15);
  check_conformance(one_page(description, {}, 3), shorts({0, 0, 0}));
}

TEST_CASE("pco: older versions know differences of neighbours alone", "[encodings][pco]") {
  BitsWriter page;
  page.put(7, 16).put(difference(1), 16).put(difference(-3), 16);
  const auto v2 = BitsWriter().put(classic, 4).put(1, 3).variable(16);
  check_conformance(one_page(v2, page, 3, bytes("02")), shorts({7, 8, 5}));
  const auto v3 = BitsWriter().put(classic, 4).put(consecutive, 4).put(1, 3).put(0, 1).variable(16);
  check_conformance(one_page(v3, page, 3, bytes("03")), shorts({7, 8, 5}));
  const auto plain = BitsWriter().put(classic, 4).put(0, 3).variable(16);
  check_conformance(one_page(plain, BitsWriter().put(7, 16).put(9, 16), 2, bytes("02")),
                    shorts({7, 9}));
}

TEST_CASE("pco: secondary latents may be differences too", "[encodings][pco]") {
  // 5 6 8, times ten, and 1 1 3.
  const auto neighbours =
      BitsWriter().put(int_mult, 4).put(10, 16).put(consecutive, 4).put(1, 3).put(1, 1);
  BitsWriter page;
  page.put(5, 16).put(1, 16).put(difference(1), 16).put(difference(2), 16);
  page.put(difference(0), 16).put(difference(2), 16);
  check_conformance(one_page(BitsWriter(neighbours).variable(16).variable(16), page, 3),
                    shorts({51, 61, 83}));
  // A window of 4 and a state of 1; lookbacks of 1, 2, 4, the last to the zeros in front.
  const auto back =
      BitsWriter().put(int_mult, 4).put(10, 16).put(lookback, 4).put(1, 5).put(0, 4).put(1, 1);
  page = {};
  page.put(5, 16).put(1, 16);
  for (const auto distance : {1u, 2u, 4u}) page.put(distance, 32);
  for (const auto value : {1, 3, 2}) page.put(difference(value), 16);
  for (const auto value : {0, 2, 4}) page.put(difference(value), 16);
  check_conformance(one_page(BitsWriter(back).variable(32).variable(16).variable(16), page, 4),
                    shorts({51, 61, 83, 24}));
}

TEST_CASE("pco: one row takes one page", "[encodings][pco]") {
  const auto dtype = DType::primitive(PType::u32, true);
  const auto plain = sample(dtype, 5000, Pattern::full_range, Nulls::some);
  ReadContext context;
  const auto encoded = pco_node(plain, 100);
  const auto reader = opened(encoded, dtype, plain.rows, context);
  std::uint64_t row = 4000;
  while (!plain.is_valid(row)) ++row;
  for (int i = 0; i < 2; ++i) {
    CHECK(must(scalar_at(*reader, dtype, row)) == scalar_at(plain, row));
    CHECK(context.counters.tiles_decoded == 1);
  }
}

TEST_CASE("pco: reading all rows in order takes each page once", "[encodings][pco]") {
  const auto dtype = DType::primitive(PType::i16, true);
  const auto plain = sample(dtype, 5000, Pattern::small, Nulls::some);
  const auto encoded = pco_node(plain, 300, 1);
  ReadContext context;
  const auto reader = opened(encoded, dtype, plain.rows, context);
  must(read_column(*reader, dtype, {0, plain.rows}, context));
  CHECK(context.counters.tiles_decoded == encoded.buffers.size() / 2);
}

TEST_CASE("pco: a node that lies is refused", "[encodings][pco]") {
  auto dtype = DType::primitive(PType::u32);
  std::uint64_t rows = 100;
  auto code = Code::corrupt;
  // Buffers: what describes the chunk, a page of 60 values, one of 40.
  auto lie = pco_node(sample(dtype, rows, Pattern::full_range, Nulls::none), 60);
  const auto told = [&](Buffer header, const std::vector<std::uint64_t>& pages) {
    std::vector<PcoPageParts> parts;
    for (const auto values : pages) parts.push_back({{}, values});
    lie.metadata = gyre::test::pco_node(std::move(header), {{{}, parts}}).metadata;
  };
  SECTION("booleans") { dtype = DType::boolean(); }
  SECTION("bytes") { dtype = DType::primitive(PType::u8); }
  SECTION("metadata cut short") { lie.metadata = lie.metadata.slice(0, lie.metadata.size() - 1); }
  SECTION("a page missing") { lie.buffers.pop_back(); }
  SECTION("a page too many") { lie.buffers.push_back(lie.buffers[1]); }
  SECTION("no buffers") { lie.buffers.clear(); }
  SECTION("no chunks") {
    lie.metadata = {};
    lie.buffers.clear();
  }
  SECTION("no version") { told({}, {60, 40}); }
  SECTION("half a version") { told(bytes("04"), {60, 40}); }
  SECTION("a version to come") {
    told(bytes("05 00"), {60, 40});
    code = Code::unsupported;
  }
  SECTION("more values in a page than it has") { told(pco_header(), {59, 41}); }
  SECTION("fewer values in a page than it has") { told(pco_header(), {61, 39}); }
  SECTION("fewer rows") { rows = 99; }
  SECTION("more rows") { rows = 101; }
  SECTION("a page of over 16 million values") {
    rows = (std::uint64_t{1} << 24) + 41;
    told(pco_header(), {rows - 40, 40});
  }
  SECTION("a page that cannot hold 16 million values") {
    rows = (std::uint64_t{1} << 24) + 40;
    told(pco_header(), {rows - 40, 40});
  }
  SECTION("a page cut short") {
    auto& page = lie.buffers[1].bytes;
    page = page.slice(0, page.size() - 1);
  }
  SECTION("a page of no bytes") { lie.buffers[2].bytes = Buffer(); }
  SECTION("no description") { lie.buffers[0].bytes = Buffer(); }
  SECTION("a description cut short") {
    auto& description = lie.buffers[0].bytes;
    description = description.slice(0, description.size() - 1);
  }
  SECTION("a description of another width") {
    lie.buffers[0].bytes = BitsWriter().put(classic, 4).put(no_delta, 4).variable(64).finish();
  }
  SECTION("fewer null rows") {
    dtype = dtype.with_nullable(true);
    rows = 102;
    std::vector<bool> valid(102, true);
    valid[7] = false;
    lie.children.push_back(validity_node(valid));
  }
  SECTION("more null rows") {
    dtype = dtype.with_nullable(true);
    rows = 102;
    std::vector<bool> valid(102, true);
    valid[7] = valid[8] = valid[9] = false;
    lie.children.push_back(validity_node(valid));
  }
  SECTION("nulls in what has none") {
    lie.children.push_back(validity_node(std::vector<bool>(100, true)));
  }
  SECTION("two children") { lie.children.resize(2, validity_node(std::vector<bool>(100, true))); }
  check_refused(lie, dtype, rows, code);
}

TEST_CASE("pco: a chunk that cannot be is refused", "[encodings][pco]") {
  BitsWriter page;
  page.put(0, 16);
  auto code = Code::corrupt;
  auto ptype = PType::u16;
  BitsWriter chunk;
  const auto plain = [&] { return BitsWriter().put(classic, 4).put(no_delta, 4); };
  SECTION("a mode to come") {
    chunk.put(5, 4).put(no_delta, 4).variable(16);
    code = Code::unsupported;
  }
  SECTION("differences to come") {
    chunk.put(classic, 4).put(4, 4).variable(16);
    code = Code::unsupported;
  }
  SECTION("whole numbers times a float") {
    chunk.put(float_mult, 4).put(3, 16).put(no_delta, 4).variable(16).variable(16);
  }
  SECTION("whole numbers with float bits") {
    chunk.put(float_quant, 4).put(3, 8).put(no_delta, 4).variable(16).variable(16);
  }
  SECTION("floats times a whole number") {
    ptype = PType::f16;
    chunk.put(int_mult, 4).put(3, 16).put(no_delta, 4).variable(16).variable(16);
  }
  SECTION("more low bits than there are bits") {
    ptype = PType::f16;
    chunk.put(float_quant, 4).put(16, 8).put(no_delta, 4).variable(16).variable(16);
  }
  SECTION("a dictionary of 33 million numbers") {
    chunk.put(dictionary, 4).put((1u << 25) - 1, 25).align().put(no_delta, 4).variable(32);
  }
  SECTION("differences taken no times") {
    chunk.put(classic, 4).put(consecutive, 4).put(0, 3).put(0, 1).variable(16);
  }
  SECTION("a state longer than the window") {
    chunk.put(classic, 4).put(lookback, 4).put(2, 5).put(4, 4).put(0, 1).variable(32).variable(16);
  }
  SECTION("a state longer than the page") {
    chunk.put(classic, 4)
        .put(lookback, 4)
        .put(31, 5)
        .put(15, 4)
        .put(0, 1)
        .variable(32)
        .variable(16);
  }
  SECTION("weights that are not there") {
    chunk.put(classic, 4).put(conv1, 4).put(0, 5).put(0, 64).put(31, 5);
  }
  SECTION("more bins than states") {
    chunk = plain().put(0, 4).put(2, 15).put(0, 16).put(0, 5).put(1, 16).put(0, 5);
  }
  SECTION("a table of 32,768 states") {
    chunk = plain().put(15, 4).put(1, 15).put(32'767, 15).put(0, 16).put(0, 5);
  }
  SECTION("more bins than bits") { chunk = plain().put(14, 4).put(16'384, 15).put(0, 16); }
  SECTION("weights that leave states free") {
    chunk =
        plain().put(2, 4).put(2, 15).put(0, 2).put(0, 16).put(0, 5).put(1, 2).put(1, 16).put(0, 5);
  }
  SECTION("weights for more than all states") {
    chunk =
        plain().put(1, 4).put(2, 15).put(0, 1).put(0, 16).put(0, 5).put(1, 1).put(1, 16).put(0, 5);
  }
  SECTION("no bins but states") { chunk = plain().put(3, 4).put(0, 15); }
  SECTION("an offset wider than the numbers") {
    chunk = plain().put(0, 4).put(1, 15).put(0, 16).put(17, 5);
  }
  SECTION("bytes behind it") { chunk = plain().variable(16).put(0, 8); }
  check_refused(one_page(chunk, page, 1), DType::primitive(ptype), 1, code);
}

TEST_CASE("pco: latents that lead nowhere are refused", "[encodings][pco]") {
  const auto list = BitsWriter().put(dictionary, 4).put(2, 25).align().put(7, 16).put(9, 16);
  const auto indexed = BitsWriter(list).put(no_delta, 4).variable(32);
  check_conformance(one_page(indexed, BitsWriter().put(1, 32).put(0, 32), 2), shorts({9, 7}));
  check_refused(one_page(indexed, BitsWriter().put(1, 32).put(2, 32), 2),
                DType::primitive(PType::u16), 2, Code::corrupt);
  const auto back = BitsWriter().put(classic, 4).put(lookback, 4).put(1, 5).put(0, 4).put(0, 1);
  for (const auto distance : {0u, 5u, ~0u})
    check_refused(one_page(BitsWriter(back).variable(32).variable(16),
                           BitsWriter().put(5, 16).put(distance, 32).put(0, 16), 2),
                  DType::primitive(PType::u16), 2, Code::corrupt);
}

TEST_CASE("pco: damage never leads outside", "[encodings][pco]") {
  Random random(5);
  for (const auto& vector : pco_vectors()) {
    const auto dtype = DType::primitive(vector.ptype);
    for (int tries = 0; tries < 60; ++tries) {
      auto damaged = vector.encoded;
      // Half of the time, what describes the first chunk.
      auto& hit =
          damaged.buffers[random.chance(50) ? 0 : random.below(damaged.buffers.size())].bytes;
      if (hit.empty()) continue;
      auto copy = std::string(hit.text());
      if (random.chance(20))
        copy.resize(random.below(copy.size()));
      else
        copy[random.below(copy.size())] ^= static_cast<char>(1u << random.below(8));
      hit = Buffer::copy(copy);
      const auto column = read_back(damaged, dtype, vector.words.size());
      if (column) continue;
      const auto code = column.error().code;
      CHECK((code == Code::corrupt || code == Code::unsupported));
    }
  }
}
