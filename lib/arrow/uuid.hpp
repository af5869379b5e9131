#pragma once

#include "dtype/dtype.hpp"

namespace gyre::arrow {

inline constexpr std::string_view uuid_id = "vortex.uuid";
inline constexpr std::uint32_t uuid_bytes = 16;

/// A uuid as files have it: a list of 16 bytes. Arrow's own type holds the same bytes as fixed-size binary.
inline DType uuid_dtype(bool is_nullable) {
  auto storage = DType::fixed_size_list(DType::primitive(PType::u8), uuid_bytes, is_nullable);
  return DType::extension(std::string(uuid_id), std::move(storage), {});
}
inline bool is_uuid(const DType& dtype) {
  if (!dtype.is(Kind::extension) || dtype.extension_id() != uuid_id) return false;
  const auto& storage = dtype.storage();
  return storage.is(Kind::fixed_size_list) && storage.list_size() == uuid_bytes &&
         storage.element() == DType::primitive(PType::u8);
}

}  // namespace gyre::arrow
