#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Picks encodings: asks every row of a table that can encode for the bytes it would need, and takes the smallest; its
/// children are compressed in the same way, a few levels deep, no encoding twice in one chain. Any thread may use it.
class Compressor {
 public:
  /// Levels of encodings above the plain one.
  static constexpr unsigned max_levels = 3;

  /// `encodings` lives longer. Rows without `estimate` or `encode` are never picked.
  explicit Compressor(const EncodingTable& encodings, ArrayForms forms = {})
      : encodings_(encodings), forms_(forms) {}

  /// Errors   Code::unsupported: no encoding can store this dtype
  Result<EncodedArray> compress(const Column& plain) const;

 private:
  const EncodingTable& encodings_;
  ArrayForms forms_;
};

}  // namespace gyre
