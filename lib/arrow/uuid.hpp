#pragma once

#include "dtype/dtype.hpp"

namespace gyre::arrow {

inline constexpr std::string_view uuid_id = "vortex.uuid";

/// A uuid as files have it: a list of 16 bytes. Arrow's own type holds the same bytes as fixed-size binary.
inline bool is_uuid(const DType& dtype) {
  if (!dtype.is(Kind::extension) || dtype.extension_id() != uuid_id) return false;
  const auto& storage = dtype.storage();
  return storage.is(Kind::fixed_size_list) && storage.list_size() == 16 &&
         storage.element() == DType::primitive(PType::u8);
}

}  // namespace gyre::arrow
