#pragma once

#include <deque>

#include "array/encoding.hpp"

namespace gyre::test {

/// How many rows the reader of one node was asked for, again and again for those that were asked for again.
struct NodeRows {
  const EncodedArray* node;
  Shape shape;
  std::uint64_t values = 0;
  std::uint64_t validity = 0;
};

/// What readers of arrays from `counting_encodings` are made with: each then counts.
class CountingContext final : public ReadContext {
 public:
  std::deque<NodeRows> nodes;  ///< in no order
};

/// The builtin encodings, with readers that count and otherwise do the same. The tree that is opened with them outlives
/// what is made of it.
const EncodingTable& counting_encodings();

}  // namespace gyre::test
