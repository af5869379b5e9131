#include "array/column.hpp"

#include <cstring>

#include "array/slice_bitmap.hpp"
#include "base/words.hpp"

namespace gyre {
namespace {

void slice_validity(const Column& column, std::uint64_t first, Column& out) {
  if (column.validity.empty()) return;
  auto bitmap = slice_bitmap(column.validity, first, out.rows);
  out.null_count = out.rows - count_bits(bitmap.bytes(), out.rows);
  if (out.null_count > 0) out.validity = std::move(bitmap);
}

void slice_list(const Column& column, std::uint64_t first, std::uint64_t last, Column& out) {
  const auto offset = [&](std::uint64_t row) {
    return load<std::int64_t>(column.buffers[0].data() + row * sizeof(std::int64_t));
  };
  const auto from = offset(first);
  auto moved = MutableBuffer::uninitialized((out.rows + 1) * sizeof(std::int64_t));
  for (std::uint64_t row = 0; row <= out.rows; ++row)
    moved.as<std::int64_t>()[row] = offset(first + row) - from;
  out.buffers.push_back(std::move(moved).freeze());
  out.children.push_back(slice(column.children[0], static_cast<std::uint64_t>(from),
                               static_cast<std::uint64_t>(offset(last))));
}

}  // namespace

std::uint64_t Column::size_bytes() const {
  std::uint64_t size = validity.size();
  for (const auto& buffer : buffers) size += buffer.size();
  for (const auto& child : children) size += child.size_bytes();
  return size;
}

std::uint64_t plain_bits(const Column& column, std::uint64_t first, std::uint64_t last) {
  const auto& physical = column.dtype.physical();
  const auto rows = last - first;
  auto bits = column.dtype.nullable() ? rows : 0;
  const auto offset = [&](std::uint64_t row) {
    return load<std::uint64_t>(column.buffers[0].data() + row * sizeof(std::uint64_t));
  };
  switch (physical.kind()) {
    case Kind::boolean: return bits + rows;
    case Kind::primitive:
    case Kind::decimal: return bits + rows * word_bytes(physical) * 8;
    case Kind::utf8:
    case Kind::binary: {
      const auto* views = reinterpret_cast<const TextView*>(column.buffers[0].data());
      std::uint64_t bytes = rows * sizeof(TextView);
      for (auto row = first; row < last; ++row) bytes += views[row].size;
      return bits + bytes * 8;
    }
    case Kind::list:
    case Kind::map:
      return bits + rows * sizeof(std::uint64_t) * 8 +
             plain_bits(column.children[0], offset(first), offset(last));
    case Kind::fixed_size_list: {
      const std::uint64_t size = physical.list_size();
      return bits + plain_bits(column.children[0], first * size, last * size);
    }
    case Kind::structure:
      for (const auto& field : column.children) bits += plain_bits(field, first, last);
      return bits;
    case Kind::null:
    case Kind::extension:
    case Kind::variant: break;
  }
  return bits;
}

TextView TextView::of(std::string_view text, std::uint32_t buffer, std::uint32_t offset) {
  TextView view;
  view.size = static_cast<std::uint32_t>(text.size());
  if (text.size() <= inline_bytes) {
    std::byte raw[sizeof(TextView)] = {};
    store(raw, view.size);
    if (!text.empty()) std::memcpy(raw + sizeof(view.size), text.data(), text.size());
    return load<TextView>(raw);
  }
  std::memcpy(view.prefix, text.data(), sizeof(view.prefix));
  view.buffer = buffer;
  view.offset = offset;
  return view;
}

DType element_of(const DType& list) {
  const auto& physical = list.physical();
  if (!physical.is(Kind::map)) return physical.element();
  return DType::structure({{"key", physical.key()}, {"value", physical.value()}});
}

std::string_view text_at(const Column& column, std::uint64_t row) {
  const auto* at = column.buffers[0].data() + row * sizeof(TextView);
  const auto view = load<TextView>(at);
  if (view.size <= TextView::inline_bytes)
    return {reinterpret_cast<const char*>(at + sizeof(view.size)), view.size};
  return column.buffers[1 + std::size_t{view.buffer}].text().substr(view.offset, view.size);
}

Buffer slice_bitmap(const Buffer& bitmap, std::uint64_t first, std::uint64_t rows) {
  if (first % 8 == 0) return bitmap.slice(first / 8, bitmap_bytes(rows));
  auto moved = MutableBuffer::zeroed(bitmap_bytes(rows));
  for (std::uint64_t row = 0; row < rows; row += 64) {
    const auto count = static_cast<unsigned>(std::min<std::uint64_t>(64, rows - row));
    or_bits(moved.data(), row, load_bits(bitmap.data(), first + row, count), count);
  }
  return std::move(moved).freeze();
}

Column slice(const Column& column, std::uint64_t first, std::uint64_t last) {
  Column out;
  out.dtype = column.dtype;
  out.rows = last - first;
  slice_validity(column, first, out);
  const auto& dtype = column.dtype.physical();
  switch (dtype.kind()) {
    case Kind::boolean:
      out.buffers.push_back(slice_bitmap(column.buffers[0], first, out.rows));
      break;
    case Kind::primitive:
    case Kind::decimal: {
      const auto width = std::uint64_t{word_bytes(dtype)};
      out.buffers.push_back(column.buffers[0].slice(first * width, out.rows * width));
      break;
    }
    case Kind::utf8:
    case Kind::binary:
      out.buffers = column.buffers;
      out.buffers[0] =
          column.buffers[0].slice(first * sizeof(TextView), out.rows * sizeof(TextView));
      break;
    case Kind::structure:
      for (const auto& field : column.children) out.children.push_back(slice(field, first, last));
      break;
    case Kind::list:
    case Kind::map: slice_list(column, first, last, out); break;
    case Kind::fixed_size_list: {
      const auto size = std::uint64_t{dtype.list_size()};
      out.children.push_back(slice(column.children[0], first * size, last * size));
      break;
    }
    case Kind::null: out.null_count = out.rows; break;
    case Kind::extension:  // physical() is below all of them
    case Kind::variant: break;
  }
  return out;
}

}  // namespace gyre
