#pragma once

#include <vector>

#include "arrow/c_data.hpp"
#include "base/result.hpp"
#include "dtype/dtype.hpp"

namespace gyre::arrow {

/// How an Arrow type lays its values out.
enum class Form : std::uint8_t {
  null,
  boolean,
  words,       ///< numbers of `width` bytes, as they stand in columns
  decimal,     ///< decimals of `width` bytes, of another width than columns have
  text,        ///< offsets of `width` bytes, then the bytes
  text_view,   ///< views, then buffers
  fixed_text,  ///< `width` bytes a row
  uuid,        ///< 16 bytes a row
  structure,
  list,       ///< offsets of `width` bytes; maps too
  list_view,  ///< offsets and sizes of `width` bytes
  fixed_list,
  dictionary,  ///< codes of `width` bytes; the child is the dictionary
  run_ends,    ///< the child is the values; ends have `width` bytes
};

/// An Arrow type, read once. Shapes of what is below are in `children`.
struct ImportType {
  Form form = Form::null;
  unsigned width = 0;
  bool signed_codes = false;  ///< of a dictionary
  DType dtype = {};
  std::string name = {};
  std::vector<ImportType> children = {};
};

/// Errors   as import_schema
Result<ImportType> import_type(const ArrowSchema& schema);

}  // namespace gyre::arrow
