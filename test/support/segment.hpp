#pragma once

#include "array/encoded_array.hpp"

namespace gyre::test {

/// Lays a tree out as a segment and parses it again, every buffer `shift` bytes away from where it asked to be.
EncodedArray reparsed(const EncodedArray& encoded, unsigned shift = 0);

}  // namespace gyre::test
