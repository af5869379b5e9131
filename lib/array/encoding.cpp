#include "array/encoding.hpp"

namespace gyre {

const Encoding* EncodingTable::find(std::string_view id) const {
  for (auto row = rows_.rbegin(); row != rows_.rend(); ++row)
    if ((*row)->id == id) return *row;
  return nullptr;
}

Result<ReaderRef> make_reader(ArrayRef array, ReadContext& context) {
  const auto& encoding = array->encoding;
  return encoding.reader(std::move(array), context);
}

}  // namespace gyre
