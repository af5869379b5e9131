#include "dtype/samples.hpp"
#include "dtype/text.hpp"
#include "dtype/wire.hpp"
#include "support/bytes.hpp"
#include "support/catch.hpp"
#include "support/must.hpp"
#include "wire/dtype_generated.h"

namespace gyre {
namespace {

using Builder = flatbuffers::FlatBufferBuilder;
using Node = flatbuffers::Offset<wire::DType>;

/// The flatbuffer of what `build` makes.
template <class Build>
Buffer flatbuffer(Build build) {
  Builder builder;
  builder.Finish(Node(build(builder)));
  return Buffer::copy(std::as_bytes(std::span(builder.GetBufferPointer(), builder.GetSize())));
}
template <class Table>
Node node(Builder& builder, wire::Type tag, flatbuffers::Offset<Table> table) {
  return wire::CreateDType(builder, tag, table.Union());
}
Node utf8_node(Builder& builder) {
  return node(builder, wire::Type::Utf8, wire::CreateUtf8(builder));
}

Code refusal(const Buffer& bytes) { return test::refused(read_dtype(bytes.bytes())).code; }

TEST_CASE("dtype flatbuffer: every type comes back as it was", "[dtype][wire]") {
  for (const auto& [text, dtype] : test::named_types()) {
    CAPTURE(text);
    CHECK(test::must(read_dtype(write_dtype(dtype).bytes())) == dtype);
  }
}

TEST_CASE("dtype flatbuffer: the address of the bytes does not matter", "[dtype][wire]") {
  const auto dtype = test::must(parse_dtype("struct(a: list(i64?), b: utf8)"));
  const auto written = write_dtype(dtype);
  std::string shifted(written.text());
  for (int shift = 0; shift < 8; ++shift) {
    const auto bytes = std::as_bytes(std::span(shifted)).last(written.size());
    CHECK(test::must(read_dtype(bytes)) == dtype);
    shifted.insert(shifted.begin(), '\0');
  }
}

TEST_CASE("dtype flatbuffer: defaults are left out, empty metadata is not", "[dtype][wire]") {
  const auto u8 = write_dtype(DType::primitive(PType::u8));
  const auto* primitive = wire::GetDType(u8.data())->type_as_Primitive();
  REQUIRE(primitive);
  const auto* table = reinterpret_cast<const flatbuffers::Table*>(primitive);
  CHECK_FALSE(table->CheckField(wire::Primitive::VT_PTYPE));
  CHECK_FALSE(table->CheckField(wire::Primitive::VT_NULLABLE));

  const auto json = write_dtype(DType::extension("vortex.json", DType::utf8(), {}));
  const auto* extension = wire::GetDType(json.data())->type_as_Extension();
  REQUIRE(extension);
  REQUIRE(extension->metadata());
  CHECK(extension->metadata()->size() == 0);
}

TEST_CASE("dtype flatbuffer: an extension without metadata has empty metadata", "[dtype][wire]") {
  const auto bytes = flatbuffer([](Builder& builder) {
    const auto storage = utf8_node(builder);
    return node(builder, wire::Type::Extension,
                wire::CreateExtension(builder, builder.CreateString("vortex.json"), storage));
  });
  CHECK(to_text(test::must(read_dtype(bytes.bytes()))) == "json");
}

TEST_CASE("dtype flatbuffer: types that nothing here knows are named by their tag",
          "[dtype][wire]") {
  const auto tag = GENERATE(12, 14, 255);
  const auto bytes = flatbuffer([&](Builder& builder) {
    return node(builder, static_cast<wire::Type>(tag), wire::CreateUnion(builder));
  });
  const auto error = test::refused(read_dtype(bytes.bytes()));
  CHECK(error.code == Code::unsupported);
  CHECK(error.message.find("tag " + std::to_string(tag)) != std::string::npos);
}

TEST_CASE("dtype flatbuffer: a type with a part missing or contradictory is refused",
          "[dtype][wire]") {
  const auto none = Node();
  const auto struct_of = [](Builder& builder, std::vector<std::string> names, std::size_t dtypes) {
    const auto name_vector = builder.CreateVectorOfStrings(names);
    std::vector<Node> nodes;
    for (std::size_t i = 0; i < dtypes; ++i) nodes.push_back(utf8_node(builder));
    const auto dtype_vector = builder.CreateVector(nodes);
    return node(builder, wire::Type::Struct_,
                wire::CreateStruct_(builder, name_vector, dtype_vector));
  };
  const auto decimal = [](Builder& builder, unsigned precision, int scale) {
    return node(builder, wire::Type::Decimal,
                wire::CreateDecimal(builder, static_cast<std::uint8_t>(precision),
                                    static_cast<std::int8_t>(scale)));
  };
  Buffer bytes;
  SECTION("no value") {
    bytes = flatbuffer([](Builder& b) { return wire::CreateDType(b, wire::Type::Utf8); });
  }
  SECTION("no tag") {
    bytes = flatbuffer([](Builder& b) { return wire::CreateDType(b); });
  }
  SECTION("list") {
    bytes = flatbuffer(
        [&](Builder& b) { return node(b, wire::Type::List, wire::CreateList(b, none)); });
  }
  SECTION("fixed-size list") {
    bytes = flatbuffer([&](Builder& b) {
      return node(b, wire::Type::FixedSizeList, wire::CreateFixedSizeList(b, none, 3));
    });
  }
  SECTION("map without values") {
    bytes = flatbuffer([&](Builder& b) {
      const auto key = utf8_node(b);
      return node(b, wire::Type::Map, wire::CreateMap(b, key, none));
    });
  }
  SECTION("extension without storage") {
    bytes = flatbuffer([&](Builder& b) {
      return node(b, wire::Type::Extension, wire::CreateExtension(b, b.CreateString("x"), none));
    });
  }
  SECTION("extension without id") {
    bytes = flatbuffer([&](Builder& b) {
      const auto storage = utf8_node(b);
      return node(b, wire::Type::Extension, wire::CreateExtension(b, 0, storage));
    });
  }
  SECTION("a type without a name") {
    bytes = flatbuffer([&](Builder& b) { return struct_of(b, {"a"}, 2); });
  }
  SECTION("a name without a type") {
    bytes = flatbuffer([&](Builder& b) { return struct_of(b, {"a", "b"}, 1); });
  }
  SECTION("a name that is no text") {
    bytes = flatbuffer([&](Builder& b) { return struct_of(b, {"\xff"}, 1); });
  }
  SECTION("decimal without digits") {
    bytes = flatbuffer([&](Builder& b) { return decimal(b, 0, 0); });
  }
  SECTION("decimal of 77 digits") {
    bytes = flatbuffer([&](Builder& b) { return decimal(b, 77, 0); });
  }
  SECTION("scale above precision") {
    bytes = flatbuffer([&](Builder& b) { return decimal(b, 5, 6); });
  }
  CHECK(refusal(bytes) == Code::corrupt);
}

TEST_CASE("dtype flatbuffer: nesting is limited to 64 tables, two for each type", "[dtype][wire]") {
  const auto nested = [](int lists) {
    auto dtype = DType::utf8();
    for (int i = 0; i < lists; ++i) dtype = DType::list(dtype);
    return dtype;
  };
  CHECK(test::must(read_dtype(write_dtype(nested(31)).bytes())) == nested(31));
  CHECK(refusal(write_dtype(nested(32))) == Code::corrupt);
}

TEST_CASE("dtype flatbuffer: one long name used a thousand times is not copied a thousand times",
          "[dtype][wire]") {
  const auto bytes = flatbuffer([](Builder& builder) {
    const std::vector names(1000, builder.CreateString(std::string(100'000, 'x')));
    const std::vector dtypes(1000, utf8_node(builder));
    const auto all_names = builder.CreateVector(names);
    const auto all_dtypes = builder.CreateVector(dtypes);
    return node(builder, wire::Type::Struct_, wire::CreateStruct_(builder, all_names, all_dtypes));
  });
  CHECK(refusal(bytes) == Code::corrupt);
}

TEST_CASE("dtype flatbuffer: cut short or with any bit flipped it is refused or read, never worse",
          "[dtype][wire]") {
  const auto dtype =
      test::must(parse_dtype("struct(a: list(i64?), b: utf8, c: decimal(9,2), t: timestamp(us, "
                             "UTC)?, f: list(u8, 4), m: map(utf8, bool))"));
  const auto written = write_dtype(dtype);
  for (std::size_t size = 0; size < written.size(); ++size) {
    const auto read = read_dtype(written.bytes().first(size));
    if (read) CHECK(*read == dtype);  // what was cut was not needed
  }
  std::string damaged(written.text());
  std::size_t refused = 0;
  for (std::size_t bit = 0; bit < damaged.size() * 8; ++bit) {
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    if (!read_dtype(std::as_bytes(std::span(damaged)))) ++refused;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
  }
  CHECK(refused > damaged.size());
}

TEST_CASE("dtype protobuf: every type comes back as it was", "[dtype][wire]") {
  for (const auto& [text, dtype] : test::named_types()) {
    CAPTURE(text);
    CHECK(test::must(read_dtype_proto(write_dtype_proto(dtype).bytes())) == dtype);
  }
}

TEST_CASE("dtype protobuf: defaults are left out, the member of the type is not", "[dtype][wire]") {
  const auto written = [](std::string_view text) {
    return test::hex(write_dtype_proto(test::must(parse_dtype(text))).bytes());
  };
  CHECK(written("null") == "0a 00");
  CHECK(written("u8") == "1a 00");
  CHECK(written("i64?") == "1a 04 08 07 10 01");
  CHECK(written("decimal(5,-1)") == "22 0d 08 05 10 ff ff ff ff ff ff ff ff ff 01");
  CHECK(written("struct(a: utf8)") == "3a 07 0a 01 61 12 02 2a 00");
  CHECK(written("json") == "4a 13 0a 0b 76 6f 72 74 65 78 2e 6a 73 6f 6e 12 02 2a 00 1a 00");
}

TEST_CASE("dtype protobuf: broken messages are refused", "[dtype][wire]") {
  const auto [hex, code] = GENERATE(table<std::string, Code>({
      {"", Code::corrupt},                                     // no member
      {"62 00", Code::unsupported},                            // union
      {"72 00", Code::unsupported},                            // member 14
      {"1a 02 08 0b", Code::unsupported},                      // ptype 11
      {"1a 02 08", Code::corrupt},                             // cut short
      {"1a 05 08 01", Code::corrupt},                          // longer than there is
      {"18 01", Code::corrupt},                                // a number where a message belongs
      {"1a 02 0a 00", Code::corrupt},                          // a message where a number belongs
      {"22 00", Code::corrupt},                                // decimal of no digits
      {"22 02 08 4d", Code::corrupt},                          // decimal of 77 digits
      {"22 04 08 05 10 06", Code::corrupt},                    // scale above precision
      {"3a 03 0a 01 61", Code::corrupt},                       // a name without a type
      {"3a 07 0a 01 ff 12 02 2a 00", Code::corrupt},           // a name that is no text
      {"42 00", Code::corrupt},                                // list of nothing
      {"52 02 10 03", Code::corrupt},                          // fixed-size list of nothing
      {"52 0a 0a 02 2a 00 10 80 80 80 80 10", Code::corrupt},  // list size of 33 bits
      {"4a 03 0a 01 78", Code::corrupt},                       // extension of nothing
      {"6a 04 0a 02 2a 00", Code::corrupt},                    // map without values
  }));
  CAPTURE(hex);
  CHECK(test::refused(read_dtype_proto(test::bytes(hex).bytes())).code == code);
}

TEST_CASE("dtype protobuf: unknown fields are skipped, and of two members the last counts",
          "[dtype][wire]") {
  CHECK(test::must(read_dtype_proto(test::bytes("2a 04 08 01 50 07").bytes())) ==
        DType::utf8(true));
  CHECK(test::must(read_dtype_proto(test::bytes("2a 00 32 02 08 01").bytes())) ==
        DType::binary(true));
}

TEST_CASE("dtype protobuf: nesting is limited", "[dtype][wire]") {
  auto dtype = DType::utf8();
  for (int i = 0; i < 63; ++i) dtype = DType::list(dtype);
  CHECK(test::must(read_dtype_proto(write_dtype_proto(dtype).bytes())) == dtype);
  CHECK_FALSE(read_dtype_proto(write_dtype_proto(DType::list(dtype)).bytes()));
}

}  // namespace
}  // namespace gyre
