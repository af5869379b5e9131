#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Values of any type each, as Parquet keeps them. Opened, so that what stands beside them can be read; their own values
/// cannot, yet.
///
/// validity      optional first child
/// metadata      binary, no nulls: the names that a value uses
/// value         binary, optional
/// typed_value   optional: values of one type, which then are not in `value`
/// Source        Vortex "vortex.parquet.variant"; metadata in schema/encodings.proto; Parquet, "Variant Binary Encoding" and
///               "Variant Shredding"
struct ParquetVariant final : Array {
  explicit ParquetVariant(const ArrayParts& parts) : Array(parts) {}
  ArrayRef validity, metadata, value, typed_value;  ///< null where there is none
};

extern const Encoding parquet_variant_encoding;

}  // namespace gyre
