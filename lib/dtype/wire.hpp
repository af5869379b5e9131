#pragma once

#include <span>

#include "base/result.hpp"
#include "dtype/scalar.hpp"

namespace gyre {

/// Reads a dtype from a flatbuffer of schema/dtype.fbs, at any alignment. Depth is limited to 64.
Result<DType> read_dtype(std::span<const std::byte> flatbuffer);
/// The flatbuffer of a dtype.
Buffer write_dtype(const DType& dtype);

/// Reads a protobuf ScalarValue (schema/scalar.proto) of a known type. Lenient where old files need it: signedness of
/// integers (range-checked), f16 as an integer, text for bytes, decimals at any of the six widths.
Result<Value> read_value(std::span<const std::byte> protobuf, const DType& dtype);
/// The protobuf ScalarValue of a value of that type.
Buffer write_value(const Value& value, const DType& dtype);

/// A protobuf Scalar, type and value, as literals of expressions hold it.
Result<Scalar> read_scalar(std::span<const std::byte> protobuf);
Buffer write_scalar(const Scalar& scalar);

/// Protobuf form of a dtype, as expressions and some arrays' metadata hold it.
Result<DType> read_dtype_proto(std::span<const std::byte> protobuf);
Buffer write_dtype_proto(const DType& dtype);

}  // namespace gyre
