#pragma once

#include <cstdint>

// Arrow's C data interface: structures whose layout every Arrow library agrees on.
// Source: https://arrow.apache.org/docs/format/CDataInterface.html

// The guard that the interface prescribes, so that two headers may define the same structures.
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

extern "C" {

struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

}  // extern "C"

#endif  // ARROW_C_DATA_INTERFACE

namespace gyre::arrow {

// Bits of ArrowSchema::flags.
inline constexpr std::int64_t dictionary_ordered = 1, nullable = 2, map_keys_sorted = 4;

}  // namespace gyre::arrow
