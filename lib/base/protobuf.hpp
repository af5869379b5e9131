#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/buffer.hpp"
#include "base/result.hpp"
#include "base/words.hpp"

namespace gyre {

/// The fields of one small protobuf message, as metadata of encodings and layouts are. Borrows the bytes.
class ProtobufFields {
 public:
  /// Errors   Code::corrupt: not a protobuf message, or over 65,536 fields
  static Result<ProtobufFields> parse(std::span<const std::byte> message);

  bool has(unsigned field) const;
  /// The last value of a varint field, or `otherwise`.
  std::uint64_t number(unsigned field, std::uint64_t otherwise = 0) const;
  std::optional<std::uint64_t> optional_number(unsigned field) const;
  /// All values of a repeated varint field, packed or not.
  Result<std::vector<std::uint64_t>> numbers(unsigned field) const;
  /// The last value of a bytes, string or message field; empty if absent.
  std::span<const std::byte> bytes(unsigned field) const;
  std::string_view text(unsigned field) const;
  /// All values of a repeated bytes or message field.
  std::vector<std::span<const std::byte>> repeated_bytes(unsigned field) const;

 private:
  struct Field {
    unsigned number;
    bool is_bytes;
    std::uint64_t value;
    std::span<const std::byte> bytes;
  };
  std::vector<Field> fields_;
};

/// Writes one protobuf message, field by field. Zero numbers are left out, as proto3 does, unless asked for.
class ProtobufWriter {
 public:
  ProtobufWriter& number(unsigned field, std::uint64_t value);
  /// Written even when zero.
  ProtobufWriter& optional_number(unsigned field, std::uint64_t value);
  ProtobufWriter& bytes(unsigned field, std::span<const std::byte> value);
  ProtobufWriter& text(unsigned field, std::string_view value) {
    return bytes(field, std::as_bytes(std::span(value)));
  }
  Buffer finish() const { return Buffer::copy(message_); }

 private:
  void varint(std::uint64_t value);
  std::string message_;
};

}  // namespace gyre
