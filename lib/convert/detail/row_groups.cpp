#include "convert/detail/row_groups.hpp"

#include "base/bits.hpp"

namespace gyre {
namespace {

/// Appends what tells a value of a column from others: whether it is null, how long it is, its bytes.
void append_key(const Column& column, std::uint64_t row, std::string& key) {
  if (!column.is_valid(row)) {
    key.push_back('n');
    return;
  }
  key.push_back('v');
  switch (column.dtype.physical().kind()) {
    case Kind::null: break;
    case Kind::boolean: key.push_back(bit_at(column.buffers[0].data(), row) ? '1' : '0'); break;
    case Kind::utf8:
    case Kind::binary: {
      const auto text = text_at(column, row);
      const auto size = static_cast<std::uint32_t>(text.size());
      key.append(reinterpret_cast<const char*>(&size), sizeof(size)).append(text);
      break;
    }
    default: {
      const auto width = column.buffers[0].size() / column.rows;
      key.append(column.buffers[0].text().substr(row * width, width));
    }
  }
}

}  // namespace

Result<std::vector<std::uint32_t>> RowGroups::number(const Batch& batch, std::size_t most) {
  std::vector<std::uint32_t> groups(batch.rows);
  std::string key, last_key;
  for (std::uint64_t row = 0; row < batch.rows; ++row) {
    key.clear();
    for (const auto column : columns_) append_key(batch.columns[column], row, key);
    if (row > 0 && key == last_key) {
      groups[row] = groups[row - 1];
      continue;
    }
    const auto [found, is_new] =
        numbers_.try_emplace(key, static_cast<std::uint32_t>(numbers_.size()));
    if (is_new) {
      if (numbers_.size() > most)
        return fail(Code::invalid_argument, "the columns to split by hold more than {} values",
                    most);
      auto& values = values_.emplace_back();
      for (const auto column : columns_) values.push_back(scalar_at(batch.columns[column], row));
    }
    groups[row] = found->second;
    last_key = key;
  }
  return groups;
}

}  // namespace gyre
