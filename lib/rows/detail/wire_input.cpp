#include "rows/detail/wire_input.hpp"

#include <fmt/core.h>

namespace gyre {

bool WireInput::fail_at(const std::byte* at, std::string what) {
  parse_->fault_at = at;
  parse_->fault = std::move(what);
  return false;
}

bool WireInput::take_long_varint(std::uint64_t& value) {
  const auto* from = at_;
  value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (at_ == end_) return fail_at(from, "the message ends inside of a number");
    const auto byte = std::to_integer<std::uint64_t>(*at_++);
    if (shift == 63 && byte > 1) break;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return true;
  }
  return fail_at(from, "a number of more than 64 bits");
}

bool WireInput::too_long(const std::byte* from, std::uint64_t size, std::size_t left) {
  return fail_at(from,
                 fmt::format("a field of {} bytes, where the message has {} left", size, left));
}

bool WireInput::skip(WireType type) {
  std::uint64_t number = 0;
  std::uint32_t half = 0;
  std::string_view bytes;
  switch (type) {
    case WireType::varint: return take_varint(number);
    case WireType::fixed64: return take_fixed(number);
    case WireType::bytes: return take_bytes(bytes);
    case WireType::fixed32: return take_fixed(half);
    default:
      return fail(fmt::format("wire type {}, which is not read", static_cast<unsigned>(type)));
  }
}

}  // namespace gyre
