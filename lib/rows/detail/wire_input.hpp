#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/words.hpp"

namespace gyre {

/// How protobuf tells where a field's value ends.
enum class WireType : std::uint8_t {
  varint,
  fixed64,
  bytes,
  group_start,
  group_end,
  fixed32,
};

/// What rows may still take, and why one of them cannot be read.
struct RowParse {
  /// Values that may still be appended: a few bytes can stand for many.
  std::uint64_t budget = 0;
  const std::byte* fault_at = nullptr;
  std::string fault;
};

/// A message, from front to back. Where a function gives false, the parse has a fault and nothing more is to be read.
class WireInput {
 public:
  WireInput(std::string_view bytes, RowParse& parse)
      : at_(reinterpret_cast<const std::byte*>(bytes.data())),
        end_(at_ + bytes.size()),
        parse_(&parse) {}

  bool done() const { return at_ == end_; }
  const std::byte* position() const { return at_; }
  RowParse& parse() const { return *parse_; }

  bool take_varint(std::uint64_t& value) {
    if (at_ == end_) return fail("the message ends inside of a field");
    value = std::to_integer<std::uint64_t>(*at_);
    if (value < 0x80) {
      ++at_;
      return true;
    }
    return take_long_varint(value);
  }

  template <class Word>
  bool take_fixed(Word& value) {
    if (static_cast<std::size_t>(end_ - at_) < sizeof value)
      return fail("the message ends inside of a field");
    value = load<Word>(at_);
    at_ += sizeof value;
    return true;
  }

  /// Bytes behind their count.
  bool take_bytes(std::string_view& bytes) {
    const auto* from = at_;
    std::uint64_t size = 0;
    if (!take_varint(size)) return false;
    const auto left = static_cast<std::size_t>(end_ - at_);
    if (size > left) return too_long(from, size, left);
    bytes = {reinterpret_cast<const char*>(at_), static_cast<std::size_t>(size)};
    at_ += size;
    return true;
  }

  bool skip(WireType type);

  bool spend(std::uint64_t values) {
    if (values > parse_->budget) return fail("rows that hold too many values for their size");
    parse_->budget -= values;
    return true;
  }
  bool fail(std::string what) { return fail_at(at_, std::move(what)); }
  bool fail_at(const std::byte* at, std::string what);

 private:
  bool take_long_varint(std::uint64_t& value);
  bool too_long(const std::byte* from, std::uint64_t size, std::size_t left);

  const std::byte* at_;
  const std::byte* end_;
  RowParse* parse_;
};

}  // namespace gyre
