#include "array/take_rows.hpp"

#include "base/words.hpp"

namespace gyre {
namespace {

using Rows = std::span<const std::uint32_t>;

/// A bitmap of the rows for which `bit` holds.
template <class Bit>
Buffer bits_of(Rows rows, std::uint64_t& set, Bit&& bit) {
  auto bits = MutableBuffer::zeroed(bitmap_bytes(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] == no_row || !bit(rows[i])) continue;
    set_bit(bits.data(), i);
    ++set;
  }
  return std::move(bits).freeze();
}

void take_validity(const Column& column, Rows rows, Column& out) {
  std::uint64_t valid = 0;
  auto bits = bits_of(rows, valid, [&](std::uint32_t row) { return column.is_valid(row); });
  out.null_count = rows.size() - valid;
  if (out.null_count > 0) out.validity = std::move(bits);
}

template <class T>
Buffer take_values(const Buffer& values, Rows rows) {
  auto taken = MutableBuffer::uninitialized(rows.size() * sizeof(T));
  auto* out = taken.as<T>().data();
  for (const auto row : rows)
    *out++ = row == no_row ? T{} : load<T>(values.data() + std::size_t{row} * sizeof(T));
  return std::move(taken).freeze();
}

Buffer take_bits(const Buffer& bits, Rows rows) {
  std::uint64_t set = 0;
  return bits_of(rows, set, [&](std::uint32_t row) { return bit_at(bits.data(), row); });
}

/// The element rows of the taken lists; those of null rows are left out, or are null where lists have a fixed size.
class ElementRows {
 public:
  explicit ElementRows(const Column& column) : column_(column) {}

  Result<void> add_range(std::uint64_t first, std::uint64_t last) {
    if (last > no_row || rows_.size() + (last - first) > no_row)
      return fail(Code::unsupported, "lists of more than 32 bits of elements cannot be taken");
    for (auto row = first; row < last; ++row) rows_.push_back(static_cast<std::uint32_t>(row));
    return {};
  }
  void add_nulls(std::uint64_t count) { rows_.insert(rows_.end(), count, no_row); }
  std::int64_t size() const { return static_cast<std::int64_t>(rows_.size()); }
  Result<Column> take() const { return take_rows(column_.children[0], rows_); }

 private:
  const Column& column_;
  std::vector<std::uint32_t> rows_;
};

Result<void> take_lists(const Column& column, Rows rows, Column& out) {
  ElementRows elements(column);
  const auto offset = [&](std::uint64_t row) {
    return load<std::uint64_t>(column.buffers[0].data() + row * sizeof(std::uint64_t));
  };
  auto offsets = MutableBuffer::uninitialized((rows.size() + 1) * sizeof(std::int64_t));
  auto* next = offsets.as<std::int64_t>().data();
  *next++ = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (out.is_valid(i)) {
      const auto row = std::uint64_t{rows[i]};
      GYRE_TRY(elements.add_range(offset(row), offset(row + 1)));
    }
    *next++ = elements.size();
  }
  out.buffers.push_back(std::move(offsets).freeze());
  out.children.push_back(GYRE_TRY(elements.take()));
  return {};
}

Result<void> take_fixed_lists(const Column& column, Rows rows, Column& out) {
  ElementRows elements(column);
  const auto size = std::uint64_t{column.dtype.physical().list_size()};
  for (const auto row : rows) {
    if (row == no_row)
      elements.add_nulls(size);
    else
      GYRE_TRY(elements.add_range(row * size, (row + 1) * size));
  }
  out.children.push_back(GYRE_TRY(elements.take()));
  return {};
}

}  // namespace

Result<Column> take_rows(const Column& column, Rows rows) {
  Column out;
  out.dtype = column.dtype;
  out.rows = rows.size();
  const auto& dtype = column.dtype.physical();
  if (dtype.is(Kind::null)) {
    out.null_count = out.rows;
    return out;
  }
  take_validity(column, rows, out);
  switch (dtype.kind()) {
    case Kind::boolean: out.buffers.push_back(take_bits(column.buffers[0], rows)); break;
    case Kind::primitive:
    case Kind::decimal:
      with_word(word_bytes(dtype),
                [&]<Word W>(W) { out.buffers.push_back(take_values<W>(column.buffers[0], rows)); });
      break;
    case Kind::utf8:
    case Kind::binary:
      out.buffers = column.buffers;
      out.buffers[0] = take_values<TextView>(column.buffers[0], rows);
      break;
    case Kind::structure:
      for (const auto& field : column.children)
        out.children.push_back(GYRE_TRY(take_rows(field, rows)));
      break;
    case Kind::list:
    case Kind::map: GYRE_TRY(take_lists(column, rows, out)); break;
    case Kind::fixed_size_list: GYRE_TRY(take_fixed_lists(column, rows, out)); break;
    case Kind::null:
    case Kind::extension:  // physical() is below all of them
    case Kind::variant: return fail(Code::unsupported, "a column of variants has no plain form");
  }
  return out;
}

}  // namespace gyre
