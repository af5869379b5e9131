#include "support/segment.hpp"

#include <cstring>

#include "support/must.hpp"

namespace gyre::test {

EncodedArray reparsed(const EncodedArray& encoded, unsigned shift) {
  std::vector<std::string_view> ids;
  const auto segment = must(write_segment(encoded, ids));
  auto bytes = MutableBuffer::uninitialized(segment.size_bytes + shift);
  std::size_t at = shift;
  for (const auto& piece : segment.pieces) {
    if (!piece.empty()) std::memcpy(bytes.data() + at, piece.data(), piece.size());
    at += piece.size();
  }
  REQUIRE(at == bytes.size());
  const auto whole = std::move(bytes).freeze();
  return must(parse_segment(whole.slice(shift, segment.size_bytes), ids));
}

}  // namespace gyre::test
