#pragma once

#include "encodings/nodes.hpp"

namespace gyre::test {

/// Two variants, both null by Parquet's rules.
inline EncodedArray parquet_variant_node(bool has_value, std::optional<DType> typed,
                                         bool has_validity) {
  using namespace std::string_literals;
  ProtobufWriter meta;
  meta.number(1, has_value ? 1 : 0);
  if (typed) meta.bytes(2, write_dtype_proto(*typed).bytes());
  meta.number(3, 1);
  auto array = node("vortex.parquet.variant", meta.finish(), {});
  if (has_validity) array.children.push_back(validity_node({true, true}));
  array.children.push_back(plain_node(text_column({{"\1\0\0"s}, {"\1\0\0"s}}, DType::binary())));
  if (has_value)
    array.children.push_back(plain_node(text_column({{"\0"s}, {"\0"s}}, DType::binary(true))));
  if (typed) array.children.push_back(constant_node({}, *typed));
  return array;
}

}  // namespace gyre::test
