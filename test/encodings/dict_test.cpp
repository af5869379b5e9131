#include "encodings/dict.hpp"

#include "base/protobuf.hpp"

#include "encodings/nodes.hpp"
#include "support/conformance.hpp"
#include "support/must.hpp"
#include "support/samples.hpp"

namespace gyre {
namespace {

const DType u8 = DType::primitive(PType::u8), i32 = DType::primitive(PType::i32, true);

/// A node of these codes and values, stored plainly.
EncodedArray dict_of(const Column& codes, const Column& values) {
  test::PlainChildren plain;
  EncodedArray node;
  node.encoding = "vortex.dict";
  node.metadata = ProtobufWriter()
                      .number(1, values.rows)
                      .number(2, static_cast<std::uint64_t>(codes.dtype.ptype()))
                      .optional_number(3, codes.dtype.nullable() ? 1 : 0)
                      .finish();
  node.children.push_back(test::must(plain.child(codes)));
  node.children.push_back(test::must(plain.child(values)));
  return node;
}

}  // namespace

TEST_CASE("dict: what the encoder stores answers as its plain form does", "[encodings][dict]") {
  const auto dtype = GENERATE(DType::primitive(PType::i64, true), DType::primitive(PType::u8),
                              DType::primitive(PType::f64, true), DType::primitive(PType::f16), DType::utf8(true),
                              DType::binary());
  for (const auto& column : test::samples(dtype)) test::check_encoder(dict_encoding, column);
}

TEST_CASE("dict: nulls may stand in the codes or in the values", "[encodings][dict]") {
  const auto expected = test::column_of<std::int64_t>({7, std::nullopt, 9, std::nullopt, 7}, i32);
  const auto in_codes = test::column_of<std::uint64_t>({0, std::nullopt, 1, std::nullopt, 0}, u8.with_nullable(true));
  test::check_conformance(dict_of(in_codes, test::column_of<std::int64_t>({7, 9}, i32)), expected);
  const auto in_values = test::column_of<std::uint64_t>({0, 1, 2, 1, 0}, u8);
  test::check_conformance(dict_of(in_values, test::column_of<std::int64_t>({7, std::nullopt, 9}, i32)), expected);
  const auto in_both = test::column_of<std::uint64_t>({0, 1, 2, std::nullopt, 0}, u8.with_nullable(true));
  test::check_conformance(dict_of(in_both, test::column_of<std::int64_t>({7, std::nullopt, 9}, i32)), expected);
}

TEST_CASE("dict: booleans and decimals may be values", "[encodings][dict]") {
  const auto codes = test::column_of<std::uint64_t>({1, 0, 1}, u8);
  test::check_conformance(dict_of(codes, test::bool_column({true, false}, DType::boolean())),
                          test::bool_column({false, true, false}, DType::boolean()));
  const auto decimal = DType::decimal(12, 2);
  test::check_conformance(dict_of(codes, test::column_of<std::int64_t>({-5, 1234}, decimal)),
                          test::column_of<std::int64_t>({1234, -5, 1234}, decimal));
}

TEST_CASE("dict: codes of null rows mean nothing, whatever they are", "[encodings][dict]") {
  auto codes = test::column_of<std::uint64_t>({0, 255, 1}, u8.with_nullable(true));
  auto valid = MutableBuffer::zeroed(1);
  set_bit(valid.data(), 0);
  set_bit(valid.data(), 2);
  codes.validity = std::move(valid).freeze();
  codes.null_count = 1;
  test::check_conformance(dict_of(codes, test::column_of<std::int64_t>({7, 9}, i32)),
                          test::column_of<std::int64_t>({7, std::nullopt, 9}, i32));
  const auto no_values = test::column_of<std::uint64_t>({std::nullopt, std::nullopt}, u8.with_nullable(true));
  test::check_conformance(dict_of(no_values, test::column_of<std::int64_t>({}, i32)),
                          test::column_of<std::int64_t>({std::nullopt, std::nullopt}, i32));
}

TEST_CASE("dict: a node that lies is refused", "[encodings][dict]") {
  const auto codes = test::column_of<std::uint64_t>({0, 1, 2, 1, 0}, u8);
  const auto values = test::column_of<std::int64_t>({7, 8, 9}, i32);
  auto node = dict_of(codes, values);
  SECTION("a code past the values") { node = dict_of(codes, test::column_of<std::int64_t>({7, 8}, i32)); }
  SECTION("no values at all") { node = dict_of(codes, test::column_of<std::int64_t>({}, i32)); }
  SECTION("child missing") { node.children.pop_back(); }
  SECTION("child too many") { node.children.push_back(node.children[0]); }
  SECTION("metadata cut short") { node.metadata = node.metadata.slice(0, 1); }
  SECTION("codes of a signed type") { node.metadata = ProtobufWriter().number(1, 3).number(2, 5).finish(); }
  SECTION("more values than there are") { node.metadata = ProtobufWriter().number(1, 300).optional_number(3, 0).finish(); }
  test::check_refused(node, i32, 5, Code::corrupt);
}

}  // namespace gyre
