#include "array/column_builder.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/words.hpp"

namespace gyre {
namespace {

/// Texts of one call by where their bytes lie: rows of a dictionary come with the same pointer again and again.
class RecentTexts {
 public:
  struct Entry {
    const char* data = nullptr;
    std::size_t size = 0;
    ByteArena::Place place{};
  };

  /// The text's entry, or the one to fill.
  Entry& entry(std::string_view text) {
    const auto address = reinterpret_cast<std::uintptr_t>(text.data());
    const auto first = (address ^ address >> 6) % buckets * ways;
    for (auto i = first; i < first + ways; ++i)
      if (!entries_[i].data || (entries_[i].data == text.data() && entries_[i].size == text.size()))
        return entries_[i];
    return entries_[first + next_++ % ways] = {};
  }

 private:
  static constexpr std::size_t buckets = 32, ways = 2;
  std::array<Entry, buckets * ways> entries_{};
  std::size_t next_ = 0;
};

}  // namespace

void BitmapBuilder::append_run(bool value, std::uint64_t rows) {
  if (rows == 0) return;
  const auto whole_before = bits_.size();
  const auto used = static_cast<unsigned>(rows_ % 8);
  bits_.resize(bitmap_bytes(rows_ + rows));
  std::memset(bits_.data() + whole_before, value ? 0xff : 0, bits_.size() - whole_before);
  if (value && used != 0)
    bits_.data()[whole_before - 1] |= std::byte{static_cast<unsigned char>(0xffu << used)};
  rows_ += rows;
  if (const auto last = static_cast<unsigned>(rows_ % 8); value && last != 0)
    bits_.data()[bits_.size() - 1] &= std::byte{static_cast<unsigned char>((1u << last) - 1)};
}

void BitmapBuilder::append(const TileMask& mask, std::uint64_t rows) {
  if (rows == 0) return;
  const auto shift = static_cast<unsigned>(rows_ % 8);
  auto* out = bits_.data();
  const auto at = rows_ / 8;
  bits_.resize(bitmap_bytes(rows_ + rows));
  out = bits_.data() + at;
  // Stores run over the end by less than the slack; later appends overwrite what they leave there.
  auto carried = shift == 0 ? std::uint64_t{0} : std::to_integer<std::uint64_t>(*out);
  for (std::uint64_t row = 0; row < rows; row += 64, out += 8) {
    const auto word = mask.word[row / 64];
    store(out, carried | word << shift);
    carried = shift == 0 ? 0 : word >> (64 - shift);
    if (row + 64 >= rows) out[8] = static_cast<std::byte>(carried);
  }
  rows_ += rows;
}

Buffer BitmapBuilder::finish() {
  rows_ = 0;
  return std::exchange(bits_, MutableBuffer()).freeze();
}

void ValidityBuilder::catch_up() { bits_.append_run(true, rows_ - bits_.rows()); }

void ValidityBuilder::append_nulls(std::uint64_t rows) {
  if (rows == 0) return;
  catch_up();
  bits_.append_run(false, rows);
  rows_ += rows;
  null_count_ += rows;
}

void ValidityBuilder::append(const TileMask& valid, std::uint64_t rows) {
  const auto count = valid.count();
  if (count == rows) return append_valid(rows);
  catch_up();
  bits_.append(valid, rows);
  rows_ += rows;
  null_count_ += rows - count;
}

void ValidityBuilder::finish(Column& column) {
  column.null_count = std::exchange(null_count_, 0);
  column.validity = {};
  if (column.null_count > 0) {
    catch_up();
    column.validity = bits_.finish();
  }
  rows_ = 0;
}

ByteArena::Place TextBuilder::place(std::string_view text) {
  ByteArena::Place found;
  if (arena_.find(text.data(), text.size(), found)) return found;
  auto* copied = arena_.reserve(text.size());
  std::memcpy(copied, text.data(), text.size());
  arena_.commit(text.size());
  arena_.find(reinterpret_cast<const char*>(copied), text.size(), found);
  return found;
}

void TextBuilder::append(std::string_view text) {
  ByteArena::Place where{};
  if (text.size() > TextView::inline_bytes) {
    where = place(text);
    ++long_texts_;
  }
  views_.append_value(TextView::of(text, where.buffer, where.offset));
  validity_.append_valid(1);
}

void TextBuilder::append_empty(std::uint64_t rows) {
  const auto before = views_.size();
  views_.resize(before + rows * sizeof(TextView));
  std::memset(views_.data() + before, 0, views_.size() - before);
}

void TextBuilder::append_null() { append_nulls(1); }

void TextBuilder::append_nulls(std::uint64_t rows) {
  if (rows == 0) return;
  append_empty(rows);
  validity_.append_nulls(rows);
}

void TextBuilder::append(std::span<const std::string_view> texts, const TileMask& valid) {
  const auto before = views_.size();
  views_.resize(before + texts.size() * sizeof(TextView));
  auto* out = views_.data() + before;
  RecentTexts recent;
  for (std::size_t i = 0; i < texts.size(); ++i, out += sizeof(TextView)) {
    const auto text = valid.at(i) ? texts[i] : std::string_view();
    ByteArena::Place where{};
    if (text.size() > TextView::inline_bytes) {
      auto& entry = recent.entry(text);
      if (!entry.data) entry = {text.data(), text.size(), place(text)};
      where = entry.place;
      ++long_texts_;
    }
    store(out, TextView::of(text, where.buffer, where.offset));
  }
  validity_.append(valid, texts.size());
}

Column TextBuilder::finish(DType dtype) {
  Column column;
  column.dtype = std::move(dtype);
  column.rows = validity_.rows();
  validity_.finish(column);
  column.buffers.push_back(std::exchange(views_, MutableBuffer::uninitialized(0)).freeze());
  for (auto& buffer : arena_.take_buffers()) column.buffers.push_back(std::move(buffer));
  long_texts_ = 0;
  return column;
}

}  // namespace gyre
