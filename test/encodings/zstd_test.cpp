#include "encodings/zstd.hpp"

#include <algorithm>

#include "array/column_sink.hpp"
#include "encodings/builtin.hpp"
#include "encodings/zstd_nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

struct Framing {
  std::size_t values_per_frame = 8192;
  std::string dictionary = {};
  bool counts = true;     ///< n_values is told
  bool says_size = true;  ///< frames tell the size of their content
};

struct Frame {
  std::uint64_t size, values;
};

Buffer zstd_message(std::uint64_t dictionary_size, const std::vector<Frame>& frames) {
  ProtobufWriter meta;
  meta.number(1, dictionary_size);
  for (const auto& frame : frames)
    meta.bytes(2, ProtobufWriter().number(1, frame.size).number(2, frame.values).finish().bytes());
  return meta.finish();
}

void append_value(std::string& content, const Column& plain, std::uint64_t row) {
  if (plain.dtype.is_text()) {
    const auto text = text_at(plain, row);
    const auto size = static_cast<std::uint32_t>(text.size());
    content.append(reinterpret_cast<const char*>(&size), sizeof size).append(text);
  } else {
    const auto width = word_bytes(plain.dtype);
    content += plain.buffers[0].text().substr(row * width, width);
  }
}

EncodedArray zstd_node(const Column& plain, const Framing& how = {}) {
  auto array = node("vortex.zstd", {}, {});
  const auto add_buffer = [&](Buffer bytes) { array.buffers.push_back({std::move(bytes), 0}); };
  if (!how.dictionary.empty()) add_buffer(Buffer::copy(how.dictionary));
  std::vector<Frame> frames;
  std::string content;
  std::uint64_t values = 0;
  const auto finish = [&] {
    if (values == 0) return;
    frames.push_back({content.size(), how.counts ? values : 0});
    add_buffer(zstd_frame(content, how.dictionary, how.says_size));
    content.clear();
    values = 0;
  };
  for (std::uint64_t row = 0; row < plain.rows; ++row) {
    if (!plain.is_valid(row)) continue;
    append_value(content, plain, row);
    if (++values == how.values_per_frame) finish();
  }
  finish();
  array.metadata = zstd_message(how.dictionary.size(), frames);
  if (plain.null_count > 0) array.children.push_back(validity_node(validity_of(plain)));
  return array;
}

}  // namespace

TEST_CASE("zstd: numbers answer every question as their plain form does", "[encodings][zstd]") {
  const auto ptype = GENERATE(PType::u8, PType::i16, PType::f32, PType::i64);
  for (const auto& plain : samples(DType::primitive(ptype, true)))
    check_conformance(zstd_node(plain, {.values_per_frame = 700}), plain);
}

TEST_CASE("zstd: texts answer every question as their plain form does", "[encodings][zstd]") {
  const auto dtype = GENERATE(DType::utf8(true), DType::binary(true));
  for (const auto& plain : samples(dtype))
    check_conformance(zstd_node(plain, {.values_per_frame = 700}), plain);
}

TEST_CASE("zstd: frames may be of any size, with a dictionary or without", "[encodings][zstd]") {
  const auto how =
      GENERATE(Framing{.values_per_frame = 1}, Framing{.values_per_frame = 1024},
               Framing{.values_per_frame = 300, .dictionary = std::string(100, 'x') + "12345678"},
               Framing{.says_size = false});
  for (const std::uint64_t rows : {0, 1, 1023, 1024, 1025}) {
    const auto words =
        sample(DType::primitive(PType::u32, true), rows, Pattern::small, Nulls::some);
    check_conformance(zstd_node(words, how), words);
    const auto texts = sample(DType::utf8(), rows, Pattern::small, Nulls::none);
    check_conformance(zstd_node(texts, how), texts);
  }
}

TEST_CASE("zstd: a dictionary is used", "[encodings][zstd]") {
  const std::string dictionary = "a sentence that is nowhere but in the dictionary";
  const auto plain = text_column({{dictionary}}, DType::utf8());
  const auto with = zstd_node(plain, {.dictionary = dictionary});
  CHECK(with.buffers[1].bytes.size() < zstd_node(plain).buffers[0].bytes.size());
  check_conformance(with, plain);
}

TEST_CASE("zstd: older files do not tell how many numbers a frame has", "[encodings][zstd]") {
  const auto plain = sample(DType::primitive(PType::i32, true), 2000, Pattern::small, Nulls::some);
  check_conformance(zstd_node(plain, {.values_per_frame = 300, .counts = false}), plain);
}

TEST_CASE("zstd: frames without values may stand among the others", "[encodings][zstd]") {
  auto array = node(
      "vortex.zstd", zstd_message(0, {{0, 0}, {4, 1}, {0, 0}, {8, 2}, {0, 0}}),
      {zstd_frame(""), zstd_frame("abcd"), zstd_frame(""), zstd_frame("efghijkl"), zstd_frame("")});
  check_conformance(array, column_of<std::uint32_t>({0x64636261, 0x68676665, 0x6c6b6a69},
                                                    DType::primitive(PType::u32)));
}

TEST_CASE("zstd: one row takes one frame", "[encodings][zstd]") {
  const auto dtype = GENERATE(DType::primitive(PType::u32, true), DType::utf8(true));
  const auto plain = sample(dtype, 5000, Pattern::full_range, Nulls::some);
  const EncodingTable table(builtin_encodings());
  const auto array =
      must(open_array(zstd_node(plain, {.values_per_frame = 100}), dtype, plain.rows, table));
  ReadContext context;
  const auto reader = must(make_reader(array, context));
  std::uint64_t row = 4000;
  while (!plain.is_valid(row)) ++row;
  CHECK(must(scalar_at(*reader, dtype, row)) == scalar_at(plain, row));
  CHECK(context.counters.tiles_decoded == 1);
  CHECK(must(scalar_at(*reader, dtype, row)) == scalar_at(plain, row));
  CHECK(context.counters.tiles_decoded == 1);
}

TEST_CASE("zstd: reading all rows in order takes each frame once", "[encodings][zstd]") {
  const auto dtype = GENERATE(DType::primitive(PType::u16, true), DType::binary(true));
  const auto plain = sample(dtype, 5000, Pattern::small, Nulls::some);
  const auto encoded = zstd_node(plain, {.values_per_frame = 300});
  const EncodingTable table(builtin_encodings());
  ReadContext context;
  const auto reader =
      must(make_reader(must(open_array(encoded, dtype, plain.rows, table)), context));
  must(read_column(*reader, dtype, {0, plain.rows}, context));
  CHECK(context.counters.tiles_decoded == encoded.buffers.size());
}

TEST_CASE("zstd: a node that lies is refused", "[encodings][zstd]") {
  auto dtype = DType::primitive(PType::u32);
  std::uint64_t rows = 100;
  auto code = Code::corrupt;
  auto lie =
      zstd_node(sample(dtype, rows, Pattern::full_range, Nulls::none), {.values_per_frame = 60});
  const auto frames = [&](const std::vector<Frame>& told) { lie.metadata = zstd_message(0, told); };
  SECTION("booleans") { dtype = DType::boolean(); }
  SECTION("decimals") { dtype = DType::decimal(9, 0); }
  SECTION("metadata cut short") { lie.metadata = lie.metadata.slice(0, lie.metadata.size() - 1); }
  SECTION("a frame missing") { lie.buffers.pop_back(); }
  SECTION("a frame too many") { lie.buffers.push_back(lie.buffers[0]); }
  SECTION("no buffers") { lie.buffers.clear(); }
  SECTION("a dictionary that is none") { lie.metadata = zstd_message(5, {{240, 60}}); }
  SECTION("a frame cut short") {
    auto& bytes = lie.buffers[1].bytes;
    bytes = bytes.slice(0, bytes.size() - 1);
  }
  SECTION("a frame of no bytes") { lie.buffers[0].bytes = Buffer(); }
  SECTION("no zstd") { lie.buffers[0].bytes = Buffer::copy(std::string(300, 'z')); }
  SECTION("bytes behind a frame") {
    lie.buffers[1].bytes = Buffer::copy(std::string(lie.buffers[1].bytes.text()) + "zzzz");
  }
  SECTION("two frames in one buffer") {
    lie.buffers[0].bytes = Buffer::copy(std::string(lie.buffers[0].bytes.text()) +
                                        std::string(lie.buffers[0].bytes.text()));
  }
  SECTION("frames in another order") { std::swap(lie.buffers[0], lie.buffers[1]); }
  SECTION("more values than the bytes hold") { frames({{240, 61}, {160, 39}}); }
  SECTION("a count that wraps") { frames({{240, 60}, {160, (std::uint64_t{1} << 62) + 40}}); }
  SECTION("half a value") { frames({{242, 60}, {160, 40}}); }
  SECTION("another size than the frame has") { frames({{236, 59}, {164, 41}}); }
  SECTION("fewer rows") { rows = 99; }
  SECTION("more rows") { rows = 101; }
  SECTION("more null rows") {
    dtype = dtype.with_nullable(true);
    rows = 102;
    std::vector<bool> valid(102, true);
    valid[7] = valid[8] = valid[9] = false;
    lie.children.push_back(validity_node(valid));
  }
  SECTION("fewer null rows") {
    dtype = dtype.with_nullable(true);
    rows = 102;
    std::vector<bool> valid(102, true);
    valid[7] = false;
    lie.children.push_back(validity_node(valid));
  }
  SECTION("validity too short") {
    dtype = dtype.with_nullable(true);
    lie.children.push_back(validity_node({true}));
  }
  SECTION("two children") {
    dtype = dtype.with_nullable(true);
    lie.children.resize(2, validity_node(std::vector<bool>(100, true)));
  }
  SECTION("nulls in what has none") {
    lie.children.push_back(validity_node(std::vector<bool>(100, true)));
  }
  SECTION("a frame of over 2 GiB") {
    rows = (std::uint64_t{1} << 29) + 1;
    lie.buffers.resize(1);
    frames({{4 * rows, rows}});
    code = Code::unsupported;
  }
  SECTION("a frame that cannot be that large, and does not say it") {
    rows = std::uint64_t{1} << 28;
    lie.buffers.resize(1);
    lie.buffers[0].bytes = zstd_frame(std::string(240, 'a'), {}, false);
    frames({{4 * rows, rows}});
  }
  SECTION("a frame that is smaller than told, and does not say it") {
    lie.buffers[0].bytes = zstd_frame(std::string(236, 'a'), {}, false);
  }
  SECTION("a frame that is larger than told, and does not say it") {
    lie.buffers[0].bytes = zstd_frame(std::string(244, 'a'), {}, false);
  }
  check_refused(lie, dtype, rows, code);
}

TEST_CASE("zstd: texts that do not fill their frame are refused", "[encodings][zstd]") {
  using namespace std::string_literals;
  std::string content;
  std::uint64_t values = 2;
  SECTION("a length past the end") { content = "\1\0\0\0a\2\0\0\0b"s; }
  SECTION("a length of 4 GiB") { content = "\1\0\0\0a\xff\xff\xff\xff"s; }
  SECTION("a length cut short") { content = "\5\0\0\0abcde\1\0"s; }
  SECTION("fewer texts than told") { content = "\5\0\0\0abcde"s; }
  SECTION("more texts than told") { content = "\1\0\0\0a\1\0\0\0b\0\0\0\0"s; }
  SECTION("more texts than there are lengths") { content = "\0\0\0\0\0\0\0"s; }
  SECTION("no count") {
    content = "\1\0\0\0a\1\0\0\0b"s;
    values = 0;
  }
  check_refused(
      node("vortex.zstd", zstd_message(0, {{content.size(), values}}), {zstd_frame(content)}),
      DType::binary(), 2, Code::corrupt);
}

TEST_CASE("zstd: rows without end need no memory", "[encodings][zstd]") {
  auto array = node("vortex.zstd", zstd_message(0, {{4, 1}}), {zstd_frame("abcd")},
                    {constant_node({true}, DType::boolean())});
  const auto dtype = DType::primitive(PType::u32, true);
  const EncodingTable table(builtin_encodings());
  ReadContext context;
  const auto reader =
      must(make_reader(must(open_array(array, dtype, std::uint64_t{1} << 60, table)), context));
  CHECK(refused(scalar_at(*reader, dtype, 0)).code == Code::unsupported);
}
