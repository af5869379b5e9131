#pragma once

#include "array/encoding.hpp"
#include "dtype/scalar.hpp"

namespace gyre {

/// One value in every row.
///
/// scalar   buffer 0, a ScalarValue (schema/scalar.proto); null where the type is nullable
/// Source   Vortex "vortex.constant"
struct Constant final : Array {
  Constant(const ArrayParts& parts, Buffer scalar_bytes);
  Buffer scalar;
};

extern const Encoding constant_encoding;

/// `rows` rows of one value of type `dtype`, any type and null included. A null gives a reader of Shape::null.
/// Errors   Code::unsupported: a type that no reader stands for
Result<ReaderRef> constant_reader(const Value& value, const DType& dtype, std::uint64_t rows,
                                  ReadContext& context);

}  // namespace gyre
