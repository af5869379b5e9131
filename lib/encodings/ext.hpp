#pragma once

#include "array/encoding.hpp"

namespace gyre {

/// Values of an extension type, stored as its storage type; nulls are the storage's.
///
/// Source   Vortex "vortex.ext"
struct Ext final : Array {
  Ext(const ArrayParts& parts, ArrayRef stored);
  ArrayRef storage;
};

extern const Encoding ext_encoding;

}  // namespace gyre
