#include "encodings/varbinview.hpp"

#include "encodings/nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

/// The bits of a view, sound or not.
TextView view(std::uint32_t size, std::uint32_t buffer, std::uint32_t offset) {
  TextView made;
  made.size = size;
  made.buffer = buffer;
  made.offset = offset;
  return made;
}

EncodedArray views(const std::vector<TextView>& all, std::vector<Buffer> data) {
  data.push_back(Buffer::copy(std::as_bytes(std::span(all))));
  return node("vortex.varbinview", {}, std::move(data));
}

const auto letters = Buffer::copy(std::string_view("abcdefghijklmnopqrstuvwxyz"));

}  // namespace

TEST_CASE("varbinview: answers every question as its plain form does", "[encodings][varbinview]") {
  const auto dtype = GENERATE(DType::utf8(true), DType::binary(true));
  for (const auto& plain : samples(dtype)) check_encoder(varbinview_encoding, plain);
}

TEST_CASE("varbinview: views point into any buffer, in any order, and overlap",
          "[encodings][varbinview]") {
  const auto digits = Buffer::copy(std::string_view("0123456789012345"));
  const auto encoded = views(
      {view(13, 1, 3), view(14, 0, 2), view(14, 0, 1), TextView::of("short", 0, 0), view(26, 0, 0)},
      {letters, digits});
  check_conformance(encoded, text_column({{"3456789012345"},
                                          {"cdefghijklmnop"},
                                          {"bcdefghijklmno"},
                                          {"short"},
                                          {"abcdefghijklmnopqrstuvwxyz"}},
                                         DType::utf8()));
}

TEST_CASE("varbinview: a null row's view does not matter", "[encodings][varbinview]") {
  auto encoded = views({view(4'000'000'000, 77, 1), view(13, 0, 0)}, {letters});
  encoded.children.push_back(validity_node({false, true}));
  check_conformance(encoded, text_column({{}, {"abcdefghijklm"}}));
}

TEST_CASE("varbinview: a node that lies is refused", "[encodings][varbinview]") {
  auto lie = views({view(13, 0, 13), view(20, 0, 0)}, {letters});
  auto dtype = DType::utf8();
  std::uint64_t rows = 2;
  SECTION("no buffers") { lie.buffers.clear(); }
  SECTION("a view short") { rows = 3; }
  SECTION("more views than 64 bits count") { rows = UINT64_MAX; }
  SECTION("a view past its buffer") { lie = views({view(13, 0, 14), view(20, 0, 0)}, {letters}); }
  SECTION("a view that starts past its buffer") {
    lie = views({view(20, 0, 0), view(13, 0, UINT32_MAX)}, {letters});
  }
  SECTION("a view of a buffer that is not there") {
    lie = views({view(20, 0, 0), view(13, 1, 0)}, {letters});
  }
  SECTION("views into the views") { lie.buffers.erase(lie.buffers.begin()); }
  SECTION("data cut short") { lie.buffers[0].bytes = lie.buffers[0].bytes.slice(0, 19); }
  SECTION("validity of a type without nulls") {
    lie.children.push_back(validity_node({true, true}));
  }
  SECTION("validity without bits") {
    lie.children.push_back(validity_node({}));
    dtype = DType::utf8(true);
  }
  SECTION("too many children") {
    lie.children = {validity_node({true, true}), validity_node({true, true})};
    dtype = DType::utf8(true);
  }
  SECTION("numbers") { dtype = DType::primitive(PType::u8); }
  check_refused(lie, dtype, rows, Code::corrupt);
}
