#pragma once

#include <cstdint>
#include <memory>

#include "array/encoded_array.hpp"
#include "array/row_range.hpp"
#include "base/result.hpp"
#include "dtype/scalar.hpp"

namespace gyre {

struct Encoding;
class EncodingTable;
class ArrayParts;

/// The opened form of an encoded array: shape checked, no data touched, immutable. Each encoding derives its own.
struct Array {
  explicit Array(const ArrayParts& parts);
  /// Of no node: what the library makes itself.
  Array(const Encoding& own_encoding, DType own_dtype, std::uint64_t own_rows)
      : encoding(own_encoding), dtype(std::move(own_dtype)), rows(own_rows) {}
  virtual ~Array() = default;
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  const Encoding& encoding;
  DType dtype;
  std::uint64_t rows;
};
using ArrayRef = std::shared_ptr<const Array>;

/// What an encoding is handed to open a node: the node, and what only its parent knows.
class ArrayParts {
 public:
  DType dtype;
  std::uint64_t rows;

  std::string_view id() const { return node_.encoding; }
  const Encoding& encoding() const { return *encoding_; }
  std::span<const std::byte> metadata() const { return node_.metadata.bytes(); }
  std::size_t buffers() const { return node_.buffers.size(); }
  std::size_t children() const { return node_.children.size(); }

  /// Buffer `index`, at an address that is a multiple of `alignment` (a copy if it was not).
  /// Errors   Code::corrupt: no such buffer, or it has fewer than `least_bytes`
  Result<Buffer> buffer(std::size_t index, std::size_t alignment = 1,
                        std::uint64_t least_bytes = 0) const;

  /// Opens child `index` as `child_dtype` with `child_rows` rows.
  /// Errors   Code::corrupt: no such child, or a bad one; Code::unsupported: nobody knows its encoding
  Result<ArrayRef> child(std::size_t index, const DType& child_dtype,
                         std::uint64_t child_rows) const;

  /// The validity child at `index` if the node has it, an array of non-null bools (true: valid); else null.
  Result<ArrayRef> validity(std::size_t index) const;

  /// This node read as if another encoding had been named: for wrappers that hold a foreign node.
  const EncodedArray& node() const { return node_; }
  const EncodingTable& encodings() const { return encodings_; }
  /// Levels above the node.
  unsigned depth() const { return depth_; }

 private:
  friend Result<ArrayRef> open_array(const EncodedArray&, const DType&, std::uint64_t,
                                     const EncodingTable&, unsigned);
  ArrayParts(const EncodedArray& node, DType node_dtype, std::uint64_t node_rows,
             const EncodingTable& encodings, const Encoding* encoding, unsigned depth)
      : dtype(std::move(node_dtype)),
        rows(node_rows),
        node_(node),
        encodings_(encodings),
        encoding_(encoding),
        depth_(depth) {}

  const EncodedArray& node_;
  const EncodingTable& encodings_;
  const Encoding* encoding_;
  unsigned depth_;
};

/// Opens a tree; `dtype` and `rows` are what the layout says. At most 64 levels.
Result<ArrayRef> open_array(const EncodedArray& node, const DType& dtype, std::uint64_t rows,
                            const EncodingTable& encodings, unsigned depth = 0);

}  // namespace gyre
