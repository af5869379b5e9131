#include "arrow/detail/import_text.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "base/words.hpp"

namespace gyre::arrow {
namespace {

/// Arrow's own views have signed 32-bit offsets.
constexpr std::uint64_t largest_buffer = 0x7fff'ffff;

std::unexpected<Error> not_utf8(std::uint64_t row) {
  return fail(Code::corrupt, "row {}: text that is no UTF-8", row);
}

bool starts_character(std::byte byte) { return (byte & std::byte{0xc0}) != std::byte{0x80}; }

/// Rows of any width of offsets.
template <class Offset>
class Offsets {
 public:
  Offsets(const std::byte* offsets, std::uint64_t rows) : offsets_(offsets), rows_(rows) {}

  std::uint64_t at(std::uint64_t row) const {
    return static_cast<std::uint64_t>(load<Offset>(offsets_ + row * sizeof(Offset)));
  }
  Result<void> check() const {
    auto before = load<Offset>(offsets_);
    if (before < 0) return fail(Code::corrupt, "the first offset is {}", before);
    for (std::uint64_t row = 1; row <= rows_; ++row) {
      const auto offset = load<Offset>(offsets_ + row * sizeof(Offset));
      if (offset < before)
        return fail(Code::corrupt, "row {}: offsets fall from {} to {}", row - 1, before, offset);
      before = offset;
    }
    return {};
  }
  std::uint64_t rows() const { return rows_; }

 private:
  const std::byte* offsets_;
  std::uint64_t rows_;
};

/// All texts at once, which is fast; one by one where that fails, as bytes behind null rows may be anything.
template <class Offset>
Result<void> check_utf8(const Column& column, const Offsets<Offset>& offsets, const char* bytes) {
  const auto first = offsets.at(0), last = offsets.at(offsets.rows());
  bool good = is_utf8({bytes + first, last - first});
  for (std::uint64_t row = 0; good && row < offsets.rows(); ++row)
    good = offsets.at(row) == last || starts_character(std::byte(bytes[offsets.at(row)]));
  if (good) return {};
  for (std::uint64_t row = 0; row < offsets.rows(); ++row)
    if (column.is_valid(row) &&
        !is_utf8({bytes + offsets.at(row), offsets.at(row + 1) - offsets.at(row)}))
      return not_utf8(row);
  return {};
}

/// Cuts bytes of any size into buffers that views can point into.
class Windows {
 public:
  Windows(Column& column, const std::byte* bytes, const std::shared_ptr<const void>& owner)
      : column_(column), bytes_(bytes), owner_(owner) {}

  TextView view(std::uint64_t first, std::uint64_t size) {
    const std::string_view text(reinterpret_cast<const char*>(bytes_ + first), size);
    if (size > TextView::inline_bytes && (!open_ || first + size - first_ > largest_buffer)) {
      close();
      open_ = true;
      first_ = first;
    }
    if (size > TextView::inline_bytes) last_ = first + size;
    return TextView::of(text, static_cast<std::uint32_t>(column_.buffers.size() - 1),
                        static_cast<std::uint32_t>(open_ ? first - first_ : 0));
  }

  void close() {
    if (open_) column_.buffers.push_back(Buffer::share({bytes_ + first_, last_ - first_}, owner_));
    open_ = false;
  }

 private:
  Column& column_;
  const std::byte* bytes_;
  const std::shared_ptr<const void>& owner_;
  bool open_ = false;
  std::uint64_t first_ = 0, last_ = 0;
};

template <class Offset>
Result<void> view_offsets_of(Column& column, const Offsets<Offset>& offsets, const std::byte* bytes,
                             const std::shared_ptr<const void>& owner) {
  GYRE_TRY(offsets.check());
  if (!bytes && offsets.at(offsets.rows()) > 0)
    return fail(Code::corrupt, "the bytes of the texts are missing");
  if (column.dtype.physical().is(Kind::utf8) && bytes)
    GYRE_TRY(check_utf8(column, offsets, reinterpret_cast<const char*>(bytes)));
  auto views = MutableBuffer::uninitialized(column.rows * sizeof(TextView));
  column.buffers.emplace_back();  // the views', so that the windows count right
  Windows windows(column, bytes, owner);
  for (std::uint64_t row = 0; row < column.rows; ++row) {
    const auto first = offsets.at(row), size = offsets.at(row + 1) - first;
    if (size > largest_buffer)
      return fail(Code::unsupported, "row {}: a text of {} bytes, at most {} are read", row, size,
                  largest_buffer);
    const auto view = column.is_valid(row) && size > 0 ? windows.view(first, size) : TextView{};
    store(views.data() + row * sizeof(TextView), view);
  }
  windows.close();
  column.buffers[0] = std::move(views).freeze();
  return {};
}

}  // namespace

Result<void> view_offsets(Column& column, const std::byte* offsets, unsigned width,
                          const std::byte* bytes, const std::shared_ptr<const void>& owner) {
  if (width == sizeof(std::int32_t))
    return view_offsets_of(column, Offsets<std::int32_t>(offsets, column.rows), bytes, owner);
  return view_offsets_of(column, Offsets<std::int64_t>(offsets, column.rows), bytes, owner);
}

Result<void> view_fixed(Column& column, const Buffer& bytes, std::uint32_t width) {
  if (width > largest_buffer)
    return fail(Code::unsupported, "binary of {} bytes a row, at most {} are read", width,
                largest_buffer);
  auto views = MutableBuffer::zeroed(column.rows * sizeof(TextView));
  const auto rows_per_buffer = largest_buffer / std::max<std::uint64_t>(width, 1);
  for (std::uint64_t row = 0; width > 0 && row < column.rows; ++row) {
    if (!column.is_valid(row)) continue;
    const auto text = bytes.text().substr(row * width, width);
    const auto view = TextView::of(text, static_cast<std::uint32_t>(row / rows_per_buffer),
                                   static_cast<std::uint32_t>(row % rows_per_buffer * width));
    store(views.data() + row * sizeof(TextView), view);
  }
  column.buffers.push_back(std::move(views).freeze());
  if (width <= TextView::inline_bytes) return {};
  for (std::uint64_t row = 0; row < column.rows; row += rows_per_buffer) {
    const auto rows = std::min(rows_per_buffer, column.rows - row);
    column.buffers.push_back(bytes.slice(row * width, rows * width));
  }
  return {};
}

Result<void> check_views(Column& column) {
  const bool is_utf8_text = column.dtype.physical().is(Kind::utf8);
  const auto at = [&](std::uint64_t row) {
    return load<TextView>(column.buffers[0].data() + row * sizeof(TextView));
  };
  bool nulls_hold_text = false;
  for (std::uint64_t row = 0; row < column.rows; ++row) {
    const auto view = at(row);
    if (!column.is_valid(row)) {
      nulls_hold_text |= view.size != 0;
      continue;
    }
    if (view.size > TextView::inline_bytes) {
      const auto number = std::size_t{view.buffer} + 1;
      if (number >= column.buffers.size() || view.offset > column.buffers[number].size() ||
          view.size > column.buffers[number].size() - view.offset)
        return fail(Code::corrupt, "row {}: a text of {} bytes at {} of buffer {} lies outside",
                    row, view.size, view.offset, view.buffer);
      const auto* bytes = column.buffers[number].data() + view.offset;
      if (std::memcmp(bytes, view.prefix, sizeof view.prefix) != 0)
        return fail(Code::corrupt, "row {}: a text that does not begin as its view says", row);
    }
    if (is_utf8_text && !is_utf8(text_at(column, row))) return not_utf8(row);
  }
  if (!nulls_hold_text) return {};
  auto views = MutableBuffer::zeroed(column.rows * sizeof(TextView));
  for (std::uint64_t row = 0; row < column.rows; ++row)
    if (column.is_valid(row)) store(views.data() + row * sizeof(TextView), at(row));
  column.buffers[0] = std::move(views).freeze();
  return {};
}

}  // namespace gyre::arrow
