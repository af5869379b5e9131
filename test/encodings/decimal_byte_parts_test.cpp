#include "encodings/decimal_byte_parts.hpp"

#include "encodings/nodes.hpp"

using namespace gyre;
using namespace gyre::test;

TEST_CASE("decimal byte parts: answer every question as their plain form does",
          "[encodings][decimal_byte_parts]") {
  const auto precision = GENERATE(2u, 4u, 9u, 18u, 30u, 50u);
  for (const auto& plain : samples(DType::decimal(precision, 2, true))) {
    if (!decimal_byte_parts_encoding.estimate(plain, PlainChildren())) continue;
    check_encoder(decimal_byte_parts_encoding, plain);
  }
}

TEST_CASE("decimal byte parts: are as narrow as the values let them",
          "[encodings][decimal_byte_parts]") {
  const auto ptype_of = [](std::int64_t value) {
    const auto plain = word_column({Int256::of(value)}, DType::decimal(30, 0));
    const auto encoded = check_encoder(decimal_byte_parts_encoding, plain);
    return must(ProtobufFields::parse(encoded.metadata.bytes())).number(1);
  };
  CHECK(ptype_of(127) == static_cast<unsigned>(PType::i8));
  CHECK(ptype_of(-129) == static_cast<unsigned>(PType::i16));
  CHECK(ptype_of(32768) == static_cast<unsigned>(PType::i32));
  CHECK(ptype_of(INT64_MIN) == static_cast<unsigned>(PType::i64));
}

TEST_CASE("decimal byte parts: values of over 64 bits do not fit, unless they are null",
          "[encodings][decimal_byte_parts]") {
  const auto huge = Int256::make(0, 1, 0, 0);
  const auto precision = GENERATE(30u, 60u);
  auto plain =
      word_column({huge, Int256::of(std::int64_t{-5})}, DType::decimal(precision, 0, true));
  CHECK_FALSE(decimal_byte_parts_encoding.estimate(plain, PlainChildren()));
  plain.validity = Buffer::copy(std::string_view("\x02"));
  plain.null_count = 1;
  CHECK(decimal_byte_parts_encoding.estimate(plain, PlainChildren()));
  check_encoder(decimal_byte_parts_encoding, plain);
}

TEST_CASE("decimal byte parts: all rows may be null by a constant",
          "[encodings][decimal_byte_parts]") {
  const auto dtype = DType::decimal(10, 2, true);
  const auto child = constant_node({}, DType::primitive(PType::i32, true));
  const auto ptype = std::uint64_t{static_cast<unsigned>(PType::i32)};
  check_conformance(node("vortex.decimal_byte_parts", numbers({ptype}), {}, {child}),
                    word_column(std::vector<std::optional<Int256>>(1025), dtype));
}

TEST_CASE("decimal byte parts: a node that lies is refused", "[encodings][decimal_byte_parts]") {
  const auto child = integers({1, -2, 3}, PType::i16);
  const auto i16 = std::uint64_t{static_cast<unsigned>(PType::i16)};
  auto lie = node("vortex.decimal_byte_parts", numbers({i16}), {}, {child});
  auto dtype = DType::decimal(10, 2);
  auto code = Code::corrupt;
  SECTION("child missing") { lie.children.clear(); }
  SECTION("two children") { lie.children.push_back(child); }
  SECTION("unsigned parts") { lie.metadata = numbers({1}); }
  SECTION("float parts") { lie.metadata = numbers({9}); }
  SECTION("another width than the child has") { lie.metadata = numbers({i16 + 1}); }
  SECTION("fewer parts than rows") { lie.children[0] = integers({1, 2}, PType::i16); }
  SECTION("null parts of a type without nulls") {
    lie.children[0] = constant_node({}, DType::primitive(PType::i16, true));
  }
  SECTION("metadata cut short") { lie.metadata = lie.metadata.slice(0, 1); }
  SECTION("integers") { dtype = DType::primitive(PType::i16); }
  SECTION("lower parts") {
    lie.metadata = numbers({i16, 1});
    code = Code::unsupported;
  }
  check_refused(lie, dtype, 3, code);
}
