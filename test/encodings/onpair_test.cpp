#include "encodings/onpair.hpp"

#include <algorithm>

#include "encodings/builtin.hpp"
#include "encodings/packed_nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

using Tokens = std::vector<std::string>;
using Codes = std::vector<std::uint64_t>;

/// All single bytes and some pieces of the texts, 2 to 16 bytes long, in the order of their bytes.
Tokens some_tokens(const Column& plain, std::size_t pieces) {
  Random random(plain.rows + pieces);
  Tokens tokens;
  for (int byte = 0; byte < 256; ++byte) tokens.emplace_back(1, static_cast<char>(byte));
  for (std::size_t i = 0; i < pieces && plain.rows > 0; ++i) {
    const auto text = text_at(plain, random.below(plain.rows));
    if (text.size() < 2) continue;
    tokens.emplace_back(text.substr(random.below(text.size() - 1), 2 + random.below(15)));
  }
  std::ranges::sort(tokens);
  tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
  return tokens;
}

/// Any cut of a text into tokens is right: mostly the longest that fits, now and then the shortest. The tokens rise.
Codes codes_of(std::string_view text, const Tokens& tokens, Random& random) {
  Codes codes;
  while (!text.empty()) {
    const bool is_short = random.chance(20);
    const auto first = std::ranges::lower_bound(tokens, text.substr(0, 1)) - tokens.begin();
    auto best = static_cast<std::size_t>(first);
    for (auto i = best; !is_short && i < tokens.size() && tokens[i][0] == text[0]; ++i)
      if (text.starts_with(tokens[i])) best = i;
    codes.push_back(best);
    text.remove_prefix(tokens[best].size());
  }
  return codes;
}

struct Parts {
  Tokens tokens;
  std::vector<Codes> rows;
  std::vector<std::uint64_t> lengths;
  std::vector<bool> valid;  ///< empty: no validity child
  Codes before;             ///< codes that belong to no row
};

struct Types {
  PType lengths = PType::u32, token_offsets = PType::u32, codes = PType::u16,
        code_offsets = PType::u32;
};

Buffer onpair_metadata(const Types& types, std::uint64_t tokens, std::uint64_t codes) {
  const auto number = [](PType ptype) { return static_cast<std::uint64_t>(ptype); };
  return numbers({number(types.lengths), 0, tokens, codes, number(types.token_offsets),
                  number(types.codes), number(types.code_offsets)});
}

EncodedArray onpair_node(const Parts& parts, const Types& types = {}) {
  std::string bytes;
  std::vector<std::uint64_t> token_offsets{0};
  for (const auto& token : parts.tokens) token_offsets.push_back((bytes += token).size());
  auto codes = parts.before;
  std::vector<std::uint64_t> code_offsets{codes.size()};
  for (const auto& row : parts.rows) {
    codes.insert(codes.end(), row.begin(), row.end());
    code_offsets.push_back(codes.size());
  }
  auto array =
      node("vortex.onpair", onpair_metadata(types, parts.tokens.size(), codes.size()),
           {Buffer::copy(bytes)},
           {integers(token_offsets, types.token_offsets), integers(codes, types.codes),
            integers(code_offsets, types.code_offsets), integers(parts.lengths, types.lengths)});
  if (!parts.valid.empty()) array.children.push_back(validity_node(parts.valid));
  return array;
}

Parts parts_of(const Column& plain, const Tokens& tokens) {
  Random random(plain.rows);
  Parts parts{tokens, {}, {}, {}, {}};
  for (std::uint64_t row = 0; row < plain.rows; ++row) {
    const bool valid = plain.is_valid(row);
    const auto text = valid ? text_at(plain, row) : std::string_view();
    parts.rows.push_back(codes_of(text, tokens, random));
    parts.lengths.push_back(valid ? text.size() : 12'345);  // of nulls, any
    if (plain.null_count > 0) parts.valid.push_back(valid);
  }
  return parts;
}

/// "abcde", null, "z".
Parts small_parts() {
  return {{"abc", "de", "z"}, {{0, 1}, {}, {2}}, {5, 9, 1}, {true, false, true}, {1, 1}};
}

}  // namespace

TEST_CASE("onpair: answers every question as its plain form does", "[encodings][onpair]") {
  for (const auto& dtype : {DType::utf8(true), DType::binary(true)})
    for (const auto& plain : samples(dtype))
      check_conformance(onpair_node(parts_of(plain, some_tokens(plain, 100))), plain);
}

TEST_CASE("onpair: children may be packed", "[encodings][onpair]") {
  const auto plain = sample(DType::utf8(true), 3000, Pattern::small, Nulls::some);
  auto array = onpair_node(parts_of(plain, some_tokens(plain, 200)));
  for (std::size_t i = 0; i < 4; ++i) {
    const auto ptype = i == 1 ? PType::u16 : PType::u32;
    const auto rows = array.children[i].buffers[0].bytes.size() / byte_width(ptype);
    const auto child = must(read_back(array.children[i], DType::primitive(ptype), rows));
    array.children[i] = packed_node(child, {.width = 7});
  }
  check_conformance(array, plain);
}

TEST_CASE("onpair: children may be of any integer type", "[encodings][onpair]") {
  const auto plain = text_column({{"abcde"}, {}, {"z"}}, DType::utf8(true));
  for (const auto ptype : {PType::u8, PType::u16, PType::u32, PType::u64, PType::i8, PType::i64}) {
    check_conformance(onpair_node(small_parts(), {.lengths = ptype}), plain);
    check_conformance(onpair_node(small_parts(), {.token_offsets = ptype}), plain);
    check_conformance(onpair_node(small_parts(), {.codes = ptype}), plain);
    check_conformance(onpair_node(small_parts(), {.code_offsets = ptype}), plain);
  }
}

TEST_CASE("onpair: tokens and texts of any length are decoded to the last byte",
          "[encodings][onpair]") {
  std::vector<std::optional<std::string>> texts;
  for (const std::size_t size : {0u, 1u, 15u, 16u, 17u, 63u, 64u, 65u, 100'000u})
    texts.emplace_back(std::string(size, 'x'));
  const auto plain = text_column(texts, DType::utf8());
  for (const std::size_t longest : {1u, 2u, 15u, 16u})
    check_conformance(onpair_node(parts_of(plain, {"x", std::string(longest, 'x')})), plain);
}

TEST_CASE("onpair: a dictionary may hold more tokens than 16 bits count", "[encodings][onpair]") {
  Parts parts;
  for (unsigned i = 0; i < 70'000; ++i) parts.tokens.push_back(std::to_string(i));
  parts.rows = {{69'999, 0}, {65'536}};
  parts.lengths = {6, 5};
  check_conformance(onpair_node(parts, {.codes = PType::u32}),
                    text_column({{"699990"}, {"65536"}}, DType::utf8()));
}

TEST_CASE("onpair: codes of null rows do not matter", "[encodings][onpair]") {
  auto parts = small_parts();
  parts.rows[1] = {2, 2, 2};
  check_conformance(onpair_node(parts), text_column({{"abcde"}, {}, {"z"}}, DType::utf8(true)));
}

TEST_CASE("onpair: only the rows that are wanted are decoded", "[encodings][onpair]") {
  auto parts = small_parts();
  parts.lengths[2] = 2;  // a lie
  const EncodingTable table(builtin_encodings());
  ReadContext context;
  const auto encoded = reparsed(onpair_node(parts), 0);
  const auto array = must(open_array(encoded, DType::utf8(true), 3, table));
  const auto reader = must(make_reader(array, context));
  auto& texts = texts_of(*reader);
  ByteArena arena;
  std::string_view out[3];
  TileMask wanted;
  wanted.set(0);
  must(texts.read({0, 3}, wanted, arena, out));
  CHECK(out[0] == "abcde");
  CHECK(out[2].empty());
  wanted.set(2);
  CHECK(refused(texts.read({0, 3}, wanted, arena, out)).code == Code::corrupt);
}

TEST_CASE("onpair: codes that do not make the text that is told are refused",
          "[encodings][onpair]") {
  auto parts = small_parts();
  SECTION("a code without a token") { parts.rows[2] = {3}; }
  SECTION("a code without a token among many") {
    parts.rows[0] = Codes(100, 0);
    parts.rows[0][50] = 65'535;
    parts.lengths[0] = 300;
  }
  SECTION("a text shorter than its length") { parts.lengths[2] = 2; }
  SECTION("a text longer than its length") { parts.lengths[0] = 4; }
  SECTION("far longer, at the end") {
    parts.rows[2] = Codes(5000, 0);
    parts.lengths[2] = 5000;
  }
  SECTION("lengths that only together are right") { parts.lengths = {4, 0, 2}; }
  SECTION("a length that no codes can make") { parts.lengths[2] = UINT32_MAX; }
  SECTION("more codes than bytes") { parts.rows[2] = Codes(5000, 2); }
  SECTION("no tokens at all") { parts.tokens.clear(); }
  SECTION("a token of no bytes") { parts.tokens[1].clear(); }
  SECTION("a token of 17 bytes") { parts.tokens[1] = std::string(17, 'x'); }
  check_refused(onpair_node(parts), DType::utf8(true), 3, Code::corrupt);
}

TEST_CASE("onpair: a node that lies is refused", "[encodings][onpair]") {
  auto dtype = DType::utf8(true);
  std::uint64_t rows = 3;
  auto code = Code::corrupt;
  auto lie = onpair_node(small_parts());
  SECTION("negative lengths") {
    lie = onpair_node(small_parts(), {.lengths = PType::i32});
    lie.children[3] = integers({-1, 0, 1}, PType::i32);
  }
  SECTION("tokens cut short") { lie.buffers[0].bytes = lie.buffers[0].bytes.slice(0, 5); }
  SECTION("no buffer") { lie.buffers.clear(); }
  SECTION("token offsets that fall") { lie.children[0] = integers({0, 3, 2, 6}, PType::u32); }
  SECTION("token offsets past the bytes") { lie.children[0] = integers({0, 3, 5, 7}, PType::u32); }
  SECTION("negative token offsets") {
    lie = onpair_node(small_parts(), {.token_offsets = PType::i16});
    lie.children[0] = integers({-1, 3, 5, 6}, PType::i16);
  }
  SECTION("code offsets that fall") { lie.children[2] = integers({2, 4, 4, 3}, PType::u32); }
  SECTION("code offsets past the codes") { lie.children[2] = integers({2, 4, 4, 6}, PType::u32); }
  SECTION("four billion tokens") { lie.metadata = onpair_metadata({}, UINT32_MAX, 5); }
  SECTION("more tokens than 32 bits count") {
    lie.metadata = onpair_metadata({}, std::uint64_t{1} << 32, 5);
  }
  SECTION("more tokens than offsets") { lie.metadata = onpair_metadata({}, 4, 5); }
  SECTION("more codes than there are") { lie.metadata = onpair_metadata({}, 3, 6); }
  SECTION("float codes") { lie.metadata = onpair_metadata({.codes = PType::f16}, 3, 5); }
  SECTION("validity without bits") { lie.children[4] = validity_node({}); }
  SECTION("null lengths") {
    lie.children[3] = constant_node({}, DType::primitive(PType::u32, true));
  }
  SECTION("lengths missing") { lie.children.resize(3); }
  SECTION("six children") { lie.children.resize(6, lie.children[4]); }
  SECTION("metadata cut short") { lie.metadata = lie.metadata.slice(0, lie.metadata.size() - 1); }
  SECTION("numbers") { dtype = DType::primitive(PType::u32, true); }
  SECTION("nulls in what has none") { dtype = DType::utf8(); }
  SECTION("more rows than lengths") { rows = 4; }
  SECTION("as many rows as there are numbers") { rows = UINT64_MAX; }
  SECTION("texts of 2 GiB, made of codes that need no memory") {
    const std::uint64_t each = std::uint64_t{1} << 30;
    lie.metadata = onpair_metadata({.code_offsets = PType::u64}, 3, 3 * each);
    lie.children.resize(4);
    lie.children[1] = constant_node({Int256::of(std::uint64_t{0})}, DType::primitive(PType::u16));
    lie.children[2] = integers<std::uint64_t>({0, each, 2 * each, 3 * each}, PType::u64);
    lie.children[3] =
        constant_node({Int256::of(std::uint64_t{3 * each})}, DType::primitive(PType::u32));
    code = Code::unsupported;
  }
  check_refused(lie, dtype, rows, code);
}
