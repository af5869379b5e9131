#include "arrow/imported.hpp"

#include <cstring>
#include <string_view>
#include <vector>

#include "base/bits.hpp"
#include "support/must.hpp"

namespace gyre::test {
namespace {

template <class T>
T value_in(const void* buffer, std::int64_t index) {
  T value;
  std::memcpy(&value, static_cast<const std::byte*>(buffer) + index * std::int64_t{sizeof(T)},
              sizeof(T));
  return value;
}

/// The number behind the colon of "+w:3".
std::int64_t size_of(std::string_view format) {
  return std::stoll(std::string(format.substr(format.find(':') + 1)));
}

Value number(std::string_view format, const void* values, std::int64_t at) {
  if (format.starts_with("d:")) {
    if (format.ends_with(",256")) return {value_in<Int256>(values, at)};
    return {sign_extend(value_in<u128>(values, at))};
  }
  switch (format[0]) {
    case 'c': return {sign_extend(value_in<std::uint8_t>(values, at))};
    case 'C': return {zero_extend(value_in<std::uint8_t>(values, at))};
    case 's': return {sign_extend(value_in<std::uint16_t>(values, at))};
    case 'S':
    case 'e': return {zero_extend(value_in<std::uint16_t>(values, at))};
    case 'i': return {sign_extend(value_in<std::uint32_t>(values, at))};
    case 'I':
    case 'f': return {zero_extend(value_in<std::uint32_t>(values, at))};
    case 'l': return {sign_extend(value_in<std::uint64_t>(values, at))};
    case 'L':
    case 'g': return {zero_extend(value_in<std::uint64_t>(values, at))};
    default: break;
  }
  if (format == "tdD" || format == "tts" || format == "ttm")
    return {sign_extend(value_in<std::uint32_t>(values, at))};
  if (format[0] == 't') return {sign_extend(value_in<std::uint64_t>(values, at))};
  FAIL("no format that is known here: " << format);
  return {};
}

/// Views: size, then the text up to 12 bytes, or 4 of its bytes, the data buffer and where in it.
Value text(const ArrowArray& array, std::int64_t at) {
  const auto* view = static_cast<const std::byte*>(array.buffers[1]) + 16 * at;
  const auto size = value_in<std::int32_t>(view, 0);
  const auto* bytes = view + 4;
  if (size > 12) {
    const auto data_buffers = array.n_buffers - 3;
    const auto buffer = value_in<std::int32_t>(view, 2), offset = value_in<std::int32_t>(view, 3);
    REQUIRE(buffer < data_buffers);
    const auto buffer_bytes = value_in<std::int64_t>(array.buffers[array.n_buffers - 1], buffer);
    REQUIRE(std::int64_t{offset} + size <= buffer_bytes);
    bytes = static_cast<const std::byte*>(array.buffers[2 + buffer]) + offset;
    REQUIRE(std::memcmp(view + 4, bytes, 4) == 0);
  }
  return {std::string(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size))};
}

Value elements(const ArrowSchema& schema, const ArrowArray& array, std::int64_t first,
               std::int64_t last) {
  REQUIRE(schema.n_children == 1);
  REQUIRE(array.n_children == 1);
  REQUIRE(first <= last);
  REQUIRE(last <= array.children[0]->length);
  std::vector<Value> values;
  for (auto row = first; row < last; ++row)
    values.push_back(imported(*schema.children[0], *array.children[0], row));
  return {std::move(values)};
}

}  // namespace

Value imported(const ArrowSchema& schema, const ArrowArray& array, std::int64_t row) {
  const std::string_view format = schema.format;
  REQUIRE(row < array.length);
  if (format == "n") return {};
  const auto at = array.offset + row;
  const auto* validity = static_cast<const std::byte*>(array.buffers[0]);
  REQUIRE((validity != nullptr || array.null_count == 0));
  if (validity && !bit_at(validity, static_cast<std::uint64_t>(at))) {
    REQUIRE((schema.flags & arrow::nullable) != 0);
    return {};
  }
  if (format == "b")
    return {
        bit_at(static_cast<const std::byte*>(array.buffers[1]), static_cast<std::uint64_t>(at))};
  if (format == "vu" || format == "vz") return text(array, at);
  if (format == "+L")
    return elements(schema, array, value_in<std::int64_t>(array.buffers[1], at),
                    value_in<std::int64_t>(array.buffers[1], at + 1));
  if (format == "+m")
    return elements(schema, array, value_in<std::int32_t>(array.buffers[1], at),
                    value_in<std::int32_t>(array.buffers[1], at + 1));
  if (format.starts_with("+w:"))
    return elements(schema, array, at * size_of(format), (at + 1) * size_of(format));
  if (format == "+s") {
    REQUIRE(schema.n_children == array.n_children);
    std::vector<Value> fields;
    for (std::int64_t i = 0; i < schema.n_children; ++i) {
      REQUIRE(array.children[i]->length >= array.length);
      fields.push_back(imported(*schema.children[i], *array.children[i], at));
    }
    return {std::move(fields)};
  }
  return number(format, array.buffers[1], at);
}

}  // namespace gyre::test
