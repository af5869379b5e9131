#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "array/encoded_array.hpp"
#include "dtype/dtype.hpp"
#include "fuzz/input.hpp"

namespace gyre::fuzz {

/// An array tree with what its parent knows.
struct TreeInput {
  DType dtype;
  std::uint64_t rows = 0;
  EncodedArray root;
};

inline constexpr std::uint64_t most_tree_rows = 1 << 13;

/// Takes a tree from an input: any bytes make one, of at most `most_tree_rows` rows, 96 nodes and 10 levels.
///
/// input    dtype, rows (2 bytes), node
/// dtype    kind and 16 if nullable (1 byte); primitive: ptype (1); decimal: precision, scale (2); structure: fields (1),
///          their dtypes; list, map: inner dtypes; fixed_size_list: size (2), element; extension: which (1), storage of a
///          foreign one
/// node     encoding, bytes of metadata, buffers, children (4 bytes), metadata, buffers with their sizes (2 each) in front,
///          children
TreeInput read_tree(Input input);

/// Bytes that read_tree makes this tree of, names and ids of extensions aside; nothing where it is too large for it.
std::optional<std::string> write_tree(const TreeInput& tree);

}  // namespace gyre::fuzz
