#pragma once

#include "array/encoding.hpp"
#include "support/segment.hpp"

namespace gyre::test {

/// Opens with the builtin encodings, through a segment, and reads all of it.
Result<Column> read_back(const EncodedArray& encoded, const DType& dtype, std::uint64_t rows);

/// The array answers every question as `plain` does: tiles and odd ranges, single rows, slices, interval tests,
/// gathers, sinks. A single row of a fresh array takes no more than a tile of rows of any node (of a list, and of those
/// in it, their elements besides). Opened with the builtin encodings, at aligned addresses and at shifted ones.
void check_conformance(const EncodedArray& encoded, const Column& plain);

/// Encodes (children as EncodeContext below does) and checks that; the encoding has to take the column.
EncodedArray check_encoder(const Encoding& encoding, const Column& plain, ArrayForms forms = {});

/// The array does not open, or does not give its values, and says so with `code`; asking otherwise for its values may
/// go well, but fails with no other code and never crashes.
void check_refused(const EncodedArray& encoded, const DType& dtype, std::uint64_t rows, Code code);

/// Stores children in the plainest way: vortex.primitive, vortex.bool, vortex.varbinview ...
class PlainChildren final : public EncodeContext {
 public:
  explicit PlainChildren(unsigned depth = 3, ArrayForms forms = {})
      : depth_(depth), forms_(forms) {}
  Result<EncodedArray> child(const Column& plain) override;
  unsigned depth_left() const override { return depth_; }
  ArrayForms forms() const override { return forms_; }

 private:
  unsigned depth_;
  ArrayForms forms_;
};

}  // namespace gyre::test
