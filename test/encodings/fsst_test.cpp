#include "encodings/fsst.hpp"

#include "encodings/detail/fsst_table.hpp"
#include "encodings/nodes.hpp"
#include "support/bytes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

using Symbols = std::vector<std::string>;

/// Any cut of a text into symbols is right: here now the longest that fits, now a byte for itself.
std::string codes_of(std::string_view text, const Symbols& symbols, Random& random) {
  std::string codes;
  while (!text.empty()) {
    std::size_t best = symbols.size();
    if (!random.chance(20))
      for (std::size_t i = 0; i < symbols.size(); ++i)
        if (text.starts_with(symbols[i]) &&
            (best == symbols.size() || symbols[i].size() > symbols[best].size()))
          best = i;
    if (best == symbols.size()) {
      codes.push_back('\xff');
      codes.push_back(text[0]);
      text.remove_prefix(1);
    } else {
      codes.push_back(static_cast<char>(best));
      text.remove_prefix(symbols[best].size());
    }
  }
  return codes;
}

/// Pieces of the texts, 1 to 8 bytes long.
Symbols some_symbols(const Column& plain, std::size_t count) {
  Random random(plain.rows + count);
  Symbols symbols;
  for (std::size_t tries = 0; symbols.size() < count && tries < 10 * count && plain.rows > 0;
       ++tries) {
    const auto text = text_at(plain, random.below(plain.rows));
    if (text.empty()) continue;
    const auto first = random.below(text.size());
    symbols.emplace_back(text.substr(first, 1 + random.below(8)));
  }
  return symbols;
}

enum class Form : std::uint8_t { offsets, varbin };

struct Parts {
  Symbols symbols;
  std::vector<std::string> codes;
  std::vector<std::uint64_t> lengths;
  std::vector<bool> valid;  ///< empty: no validity child
  std::string before;       ///< code bytes that belong to no row
};

EncodedArray fsst_node(const Parts& parts, Form form = Form::offsets, PType lengths = PType::u32,
                       PType offsets = PType::u32) {
  std::string symbols, symbol_lengths, codes = parts.before;
  for (const auto& symbol : parts.symbols) {
    auto padded = symbol;
    padded.resize(8, '#');  // what stands behind a symbol means nothing
    symbols += padded;
    symbol_lengths.push_back(static_cast<char>(symbol.size()));
  }
  std::vector<std::uint64_t> bounds{codes.size()};
  for (const auto& row : parts.codes) bounds.push_back((codes += row).size());
  const auto number = [](PType ptype) { return static_cast<std::uint64_t>(ptype); };
  const std::vector<Buffer> table{Buffer::copy(symbols), Buffer::copy(symbol_lengths)};
  auto lengths_node = integers<std::uint64_t>(parts.lengths, lengths);
  auto bounds_node = integers<std::uint64_t>(bounds, offsets);
  if (form == Form::offsets) {
    auto array = node("vortex.fsst", numbers({number(lengths), number(offsets)}),
                      {table[0], table[1], Buffer::copy(codes)},
                      {std::move(lengths_node), std::move(bounds_node)});
    if (!parts.valid.empty()) array.children.push_back(validity_node(parts.valid));
    return array;
  }
  auto varbin = node("vortex.varbin", numbers({number(offsets)}), {Buffer::copy(codes)},
                     {std::move(bounds_node)});
  if (!parts.valid.empty()) varbin.children.push_back(validity_node(parts.valid));
  return node("vortex.fsst", numbers({number(lengths)}), {table[0], table[1]},
              {std::move(varbin), std::move(lengths_node)});
}

Parts parts_of(const Column& plain, const Symbols& symbols) {
  Random random(plain.rows);
  Parts parts{symbols, {}, {}, {}, {}};
  for (std::uint64_t row = 0; row < plain.rows; ++row) {
    const bool valid = plain.is_valid(row);
    const auto text = valid ? text_at(plain, row) : std::string_view();
    parts.codes.push_back(codes_of(text, symbols, random));
    parts.lengths.push_back(valid ? text.size() : 12'345);  // of nulls, any
    if (plain.null_count > 0) parts.valid.push_back(valid);
  }
  return parts;
}

}  // namespace

TEST_CASE("fsst: answers every question as its plain form does", "[encodings][fsst]") {
  const auto dtype = GENERATE(DType::utf8(true), DType::binary(true));
  const auto form = GENERATE(Form::offsets, Form::varbin);
  for (const auto& plain : samples(dtype))
    check_conformance(fsst_node(parts_of(plain, some_symbols(plain, 100)), form), plain);
}

TEST_CASE("fsst: a table has from none to 255 symbols", "[encodings][fsst]") {
  const auto count = GENERATE(std::size_t{0}, 1, 254, 255);
  auto plain = sample(DType::utf8(), 1500, Pattern::full_range, Nulls::none);
  check_conformance(fsst_node(parts_of(plain, some_symbols(plain, count))), plain);
}

TEST_CASE("fsst: lengths and offsets may be of any integer type", "[encodings][fsst]") {
  const auto lengths = GENERATE(PType::u8, PType::i16, PType::u64, PType::i32);
  const auto offsets = GENERATE(PType::u8, PType::i32, PType::i64);
  Parts parts{{"abc", "de"}, {"\x01", "", std::string("\0\xff\xff", 3)}, {2, 0, 4}, {}, "\x01\x01"};
  const auto form = GENERATE(Form::offsets, Form::varbin);
  check_conformance(fsst_node(parts, form, lengths, offsets),
                    text_column({{"de"}, {""}, {"abc\xff"}}, DType::binary()));
}

TEST_CASE("fsst: long texts are decoded to the last byte", "[encodings][fsst]") {
  std::vector<std::optional<std::string>> texts;
  for (const std::size_t size : {7u, 8u, 9u, 63u, 64u, 65u, 100'000u})
    texts.emplace_back(std::string(size, 'x'));
  const auto plain = text_column(texts, DType::utf8());
  const Symbols symbols =
      GENERATE(Symbols{"xxxxxxxx", "x"}, Symbols{"x"}, Symbols{"xxx"}, Symbols{});
  check_conformance(fsst_node(parts_of(plain, symbols)), plain);
}

TEST_CASE("fsst: codes and lengths of null rows do not matter", "[encodings][fsst]") {
  const auto form = GENERATE(Form::offsets, Form::varbin);
  const Parts parts{{"ab"}, {std::string(1, '\0'), "\x07\xff"}, {2, UINT32_MAX}, {true, false}, {}};
  check_conformance(fsst_node(parts, form), text_column({{"ab"}, {}}));
}

TEST_CASE("fsst: all rows may be null", "[encodings][fsst]") {
  auto array = fsst_node({{"ab"}, {"", ""}, {0, 0}, {}, {}}, Form::varbin);
  array.children[0] = constant_node({}, DType::binary(true));
  check_conformance(array, text_column({{}, {}}));
}

TEST_CASE("fsst: codes that do not make the text that is told are refused", "[encodings][fsst]") {
  Parts parts{{"abc", "de"}, {std::string("\0\x01", 2), "\xffz"}, {5, 1}, {}, {}};
  SECTION("a code without a symbol") {
    parts.codes[0] = "\x01\x02\x01";
    parts.lengths[0] = 4;
  }
  SECTION("a code without a symbol among many") {
    parts.codes[0] = std::string(100, '\x01') + "\xfe" + std::string(100, '\x01');
    parts.lengths[0] = 400;
  }
  SECTION("a code without a symbol that counts 16 bytes") {
    parts.codes[0] = std::string(100, '\x01') + "\xfe" + std::string(100, '\x01');
    parts.lengths[0] = 416;
  }
  SECTION("an end after the escape") { parts.codes[1] = "\xff"; }
  SECTION("an escape with nothing behind it among many") {
    parts.codes[0] = std::string(100, '\x01') + "\xff";
    parts.lengths[0] = 200;
  }
  SECTION("a text shorter than its length") { parts.lengths[1] = 2; }
  SECTION("a text longer than its length") { parts.lengths[0] = 4; }
  SECTION("far longer, at the end") {
    parts.codes[1] = std::string(5000, '\0');
    parts.lengths[1] = 1;
  }
  SECTION("lengths that only together are right") { parts.lengths = {4, 2}; }
  SECTION("a length that no codes can make") { parts.lengths[1] = UINT32_MAX; }
  SECTION("no symbols at all") { parts.symbols.clear(); }
  SECTION("a symbol of no bytes") { parts.symbols[1].clear(); }
  SECTION("a symbol of 9 bytes") { parts.symbols[1] = "123456789"; }
  for (const auto form : {Form::offsets, Form::varbin})
    check_refused(fsst_node(parts, form), DType::utf8(), 2, Code::corrupt);
}

TEST_CASE("fsst: a node that lies is refused", "[encodings][fsst]") {
  const Parts parts{{"abc", "de"}, {std::string("\0\x01", 2), "\xffz"}, {5, 1}, {}, {}};
  auto dtype = DType::utf8();
  std::uint64_t rows = 2;
  auto lie = fsst_node(parts);
  SECTION("negative lengths") {
    lie = fsst_node(parts, Form::offsets, PType::i32);
    lie.children[0] = integers({-1, 1}, PType::i32);
  }
  SECTION("256 symbols") {
    lie.buffers[0].bytes = Buffer::copy(std::string(256 * 8, 'a'));
    lie.buffers[1].bytes = Buffer::copy(std::string(256, '\1'));
  }
  SECTION("more lengths than symbols") { lie.buffers[1].bytes = bytes("03 02 01"); }
  SECTION("more symbols than lengths") { lie.buffers[1].bytes = bytes("03"); }
  SECTION("symbols cut short") { lie.buffers[0].bytes = lie.buffers[0].bytes.slice(0, 15); }
  SECTION("one buffer") { lie.buffers.resize(1); }
  SECTION("codes cut short") { lie.buffers[2].bytes = lie.buffers[2].bytes.slice(0, 3); }
  SECTION("offsets that fall") { lie.children[1] = integers({0, 4, 2}, PType::u32); }
  SECTION("offsets past the codes") { lie.children[1] = integers({0, 2, 400}, PType::u32); }
  SECTION("validity without bits") {
    lie.children.push_back(validity_node({}));
    dtype = DType::utf8(true);
  }
  SECTION("nulls in what has none") { lie.children.push_back(validity_node({true, true})); }
  SECTION("null lengths") {
    lie.children[0] = constant_node({}, DType::primitive(PType::u32, true));
  }
  SECTION("offsets missing") { lie.children.pop_back(); }
  SECTION("four children") { lie.children.resize(4, lie.children[0]); }
  SECTION("three children in the old form") {
    lie = fsst_node(parts, Form::varbin);
    lie.children.push_back(lie.children[1]);
  }
  SECTION("float lengths") { lie.metadata = numbers({9, 2}); }
  SECTION("metadata cut short") { lie.metadata = lie.metadata.slice(0, 1); }
  SECTION("numbers") { dtype = DType::primitive(PType::u32); }
  SECTION("more rows than lengths") { rows = 3; }
  SECTION("as many rows as there are numbers") { rows = UINT64_MAX; }
  check_refused(lie, dtype, rows, Code::corrupt);
}

namespace {

/// Sentences of a few words, `rows` of them.
Column sentences(std::uint64_t rows, Nulls nulls, const DType& dtype = DType::utf8(true)) {
  const std::vector<std::string> words{"carefully", "the",   "quick", "deposits", "żółw", "sleep",
                                       "furiously", "above", "a",     "packages", "even", "haggle"};
  Random random(rows);
  std::vector<std::optional<std::string>> texts;
  for (std::uint64_t row = 0; row < rows; ++row) {
    std::string text;
    for (auto left = random.below(9); left > 0; --left) text += words[random.below(12)] + " ";
    texts.emplace_back(std::move(text));
    if (nulls == Nulls::some && random.chance(20)) texts.back().reset();
  }
  return text_column(texts, dtype);
}

FsstTable table_of(const std::vector<std::string>& texts, unsigned rounds = 5) {
  const std::vector<std::string_view> sample(texts.begin(), texts.end());
  return FsstTable::train(sample, rounds);
}

std::string spelled(const FsstTable& table, std::string_view text) {
  std::string padded(text);
  padded.append(FsstTable::slack, 'x');  // what is behind a text is not looked at as text
  std::string codes(2 * text.size(), '\0');
  auto* const first = reinterpret_cast<std::byte*>(codes.data());
  codes.resize(static_cast<std::size_t>(table.encode({padded.data(), text.size()}, first) - first));
  return codes;
}

std::string read_back(const FsstTable& table, std::string_view codes) {
  std::string text;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const auto code = static_cast<unsigned char>(codes[i]);
    if (code == 255) {
      text += codes.at(++i);
      continue;
    }
    const auto& symbol = table.symbols()[code];
    for (unsigned byte = 0; byte < symbol.length; ++byte)
      text += static_cast<char>(symbol.bytes >> 8 * byte);
  }
  return text;
}

}  // namespace

TEST_CASE("fsst: what is stored answers every question as its plain form does",
          "[encodings][fsst]") {
  const auto dtype = GENERATE(DType::utf8(true), DType::binary(true), DType::utf8());
  const bool code_buffer = GENERATE(true, false);
  const ArrayForms forms{.fsst_code_buffer = code_buffer};
  for (const auto& plain : samples(dtype)) {
    const auto encoded = check_encoder(fsst_encoding, plain, forms);
    CHECK(encoded.buffers.size() == (code_buffer ? 3 : 2));
  }
  const auto nulls = dtype.nullable() ? Nulls::some : Nulls::none;
  check_encoder(fsst_encoding, sentences(3000, nulls, dtype), forms);
}

TEST_CASE(
    "fsst: symbols of two bytes and more come first, shorter before longer, then those of one",
    "[encodings][fsst]") {
  const auto plain = sentences(2000, Nulls::none);
  std::vector<std::string> texts;
  for (std::uint64_t row = 0; row < plain.rows; ++row) texts.emplace_back(text_at(plain, row));
  const auto table = table_of(texts);
  REQUIRE(table.symbols().size() > 20);
  unsigned before = 2;
  for (const auto& symbol : table.symbols()) {
    REQUIRE((symbol.length >= 1 && symbol.length <= 8));
    const auto place = symbol.length == 1 ? 9 : symbol.length;
    CHECK(place >= before);
    before = place;
    CHECK((symbol.length == 8 || symbol.bytes >> 8 * symbol.length == 0));
  }
}

TEST_CASE("fsst: any text can be spelled with any table", "[encodings][fsst]") {
  Random random(3);
  std::vector<std::string> texts{"",    std::string(3, '\0'), "ab",
                                 "abc", "\xff\xff",           "aaaaaaaaaaaaaaaaa"};
  for (int i = 0; i < 300; ++i) {
    std::string text;
    // Few letters make long symbols, among them such as hold zeros; many make escapes.
    const auto letters = i % 2 == 0 ? 3 : 256;
    for (auto left = random.below(40); left > 0; --left)
      text += static_cast<char>(random.below(letters));
    texts.push_back(text);
  }
  for (const auto& table : {table_of(texts), table_of({"abcabcabc"}), table_of({}), FsstTable()})
    for (const auto& text : texts) CHECK(read_back(table, spelled(table, text)) == text);
}

TEST_CASE("fsst: repeated words shrink to a third", "[encodings][fsst]") {
  const auto plain = sentences(5000, Nulls::none, DType::utf8());
  std::uint64_t text_bytes = 0;
  for (std::uint64_t row = 0; row < plain.rows; ++row) text_bytes += text_at(plain, row).size();
  const auto encoded = check_encoder(fsst_encoding, plain);
  CHECK(encoded.buffers[2].bytes.size() * 3 < text_bytes);
  const auto estimated = fsst_encoding.estimate(plain, PlainChildren());
  REQUIRE(estimated);
  CHECK(*estimated > encoded.buffers[2].bytes.size());
  CHECK(*estimated * 2 < text_bytes);
  CHECK_FALSE(fsst_encoding.estimate(text_column({"a", "short", "list"}), PlainChildren()));
  CHECK_FALSE(fsst_encoding.estimate(
      sample(DType::primitive(PType::i64), 100, Pattern::runs, Nulls::none), PlainChildren()));
}
