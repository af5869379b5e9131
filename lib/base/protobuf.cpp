#include "base/protobuf.hpp"

#include <protozero/pbf_reader.hpp>

namespace gyre {
namespace {

constexpr std::size_t max_fields = 65'536;

std::span<const std::byte> bytes_of(protozero::data_view view) {
  return std::as_bytes(std::span(view.data(), view.size()));
}

}  // namespace

Result<ProtobufFields> ProtobufFields::parse(std::span<const std::byte> message) {
  ProtobufFields parsed;
  try {
    protozero::pbf_reader reader(reinterpret_cast<const char*>(message.data()), message.size());
    while (reader.next()) {
      if (parsed.fields_.size() == max_fields)
        return fail(Code::corrupt, "metadata: over {} fields", max_fields);
      Field field{reader.tag(), false, 0, {}};
      switch (reader.wire_type()) {
        case protozero::pbf_wire_type::varint: field.value = reader.get_uint64(); break;
        case protozero::pbf_wire_type::fixed64: field.value = reader.get_fixed64(); break;
        case protozero::pbf_wire_type::fixed32: field.value = reader.get_fixed32(); break;
        case protozero::pbf_wire_type::length_delimited:
          field.is_bytes = true;
          field.bytes = bytes_of(reader.get_view());
          break;
        default: return fail(Code::corrupt, "metadata: field {} of an unknown kind", reader.tag());
      }
      parsed.fields_.push_back(field);
    }
  } catch (const protozero::exception&) {
    return fail(Code::corrupt, "metadata: not a protobuf message");
  }
  return parsed;
}

bool ProtobufFields::has(unsigned field) const {
  for (const auto& each : fields_)
    if (each.number == field) return true;
  return false;
}

std::optional<std::uint64_t> ProtobufFields::optional_number(unsigned field) const {
  std::optional<std::uint64_t> found;
  for (const auto& each : fields_)
    if (each.number == field && !each.is_bytes) found = each.value;
  return found;
}

std::uint64_t ProtobufFields::number(unsigned field, std::uint64_t otherwise) const {
  return optional_number(field).value_or(otherwise);
}

Result<std::vector<std::uint64_t>> ProtobufFields::numbers(unsigned field) const {
  std::vector<std::uint64_t> values;
  for (const auto& each : fields_) {
    if (each.number != field) continue;
    if (!each.is_bytes) {
      values.push_back(each.value);
      continue;
    }
    try {
      const auto* at = reinterpret_cast<const char*>(each.bytes.data());
      const auto* end = at + each.bytes.size();
      while (at != end) values.push_back(protozero::decode_varint(&at, end));
    } catch (const protozero::exception&) {
      return fail(Code::corrupt, "metadata: field {} ends inside a number", field);
    }
  }
  return values;
}

std::span<const std::byte> ProtobufFields::bytes(unsigned field) const {
  std::span<const std::byte> found;
  for (const auto& each : fields_)
    if (each.number == field && each.is_bytes) found = each.bytes;
  return found;
}

std::string_view ProtobufFields::text(unsigned field) const {
  const auto found = bytes(field);
  return {reinterpret_cast<const char*>(found.data()), found.size()};
}

std::vector<std::span<const std::byte>> ProtobufFields::repeated_bytes(unsigned field) const {
  std::vector<std::span<const std::byte>> found;
  for (const auto& each : fields_)
    if (each.number == field && each.is_bytes) found.push_back(each.bytes);
  return found;
}

void ProtobufWriter::varint(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) message_.push_back(static_cast<char>(value | 0x80));
  message_.push_back(static_cast<char>(value));
}

ProtobufWriter& ProtobufWriter::number(unsigned field, std::uint64_t value) {
  return value == 0 ? *this : optional_number(field, value);
}

ProtobufWriter& ProtobufWriter::optional_number(unsigned field, std::uint64_t value) {
  varint(std::uint64_t{field} << 3);
  varint(value);
  return *this;
}

ProtobufWriter& ProtobufWriter::bytes(unsigned field, std::span<const std::byte> value) {
  varint(std::uint64_t{field} << 3 | 2);
  varint(value.size());
  message_.append(reinterpret_cast<const char*>(value.data()), value.size());
  return *this;
}

}  // namespace gyre
