#pragma once

#include <protozero/pbf_reader.hpp>
#include <span>
#include <string_view>

#include "base/result.hpp"

namespace gyre::detail {

/// Calls `read`, in which protozero may throw; what it throws becomes a `corrupt` error of `what`.
template <class Read>
auto guarded(std::string_view what, Read&& read) -> decltype(read()) {
  try {
    return read();
  } catch (const protozero::exception& error) {
    return fail(Code::corrupt, "{}: broken protobuf: {}", what, error.what());
  }
}

inline protozero::pbf_reader reader_of(std::span<const std::byte> bytes) {
  return protozero::pbf_reader(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}
inline std::span<const std::byte> bytes_of(protozero::data_view view) {
  return std::as_bytes(std::span(view.data(), view.size()));
}

/// The current field must have the wire type that its getter wants: protozero itself only asserts
/// that.
inline Result<void> expect(const protozero::pbf_reader& reader, protozero::pbf_wire_type type,
                           std::string_view what) {
  if (reader.wire_type() == type) return {};
  return fail(Code::corrupt, "{}: field {} has wire type {}, expected {}", what, reader.tag(),
              static_cast<unsigned>(reader.wire_type()), static_cast<unsigned>(type));
}

}  // namespace gyre::detail
