#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "rows/detail/field_reader.hpp"

namespace gyre {
namespace {

constexpr std::uint64_t largest_number = (std::uint64_t{1} << 29) - 1;

}  // namespace

MessageReader::MessageReader(std::span<const RowField> fields, bool is_strict,
                             const std::vector<bool>& wanted)
    : by_number_(fields.size()), is_strict_(is_strict) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    auto& place = places_.emplace_back(fields[i].number, nullptr);
    if (!wanted.empty() && !wanted[i]) continue;
    place.reader = make_field_reader(fields[i], is_strict);
    weight_ += place.reader->weight();
  }
  std::iota(by_number_.begin(), by_number_.end(), std::size_t{0});
  std::ranges::sort(by_number_, {}, [&](std::size_t place) { return places_[place].number; });
}

MessageReader::Place* MessageReader::find(std::uint64_t number) {
  // Fields mostly come in their order, and lists one occurrence after another.
  if (next_ < places_.size() && places_[next_].number == number) return &places_[next_++];
  if (next_ > 0 && places_[next_ - 1].number == number) return &places_[next_ - 1];
  const auto found = std::ranges::lower_bound(
      by_number_, number, {}, [&](std::size_t place) { return places_[place].number; });
  if (found == by_number_.end() || places_[*found].number != number) return nullptr;
  next_ = *found + 1;
  return &places_[*found];
}

bool MessageReader::read_field(WireInput& in, std::uint64_t tag, const std::byte* tag_at) {
  const auto type = static_cast<WireType>(tag & 7);
  const auto number = tag >> 3;
  if (auto* place = find(number))
    return place->reader ? place->reader->read(in, type, tag_at) : in.skip(type);
  if (number == 0 || number > largest_number)
    return in.fail_at(tag_at, fmt::format("field number {}", number));
  if (is_strict_)
    return in.fail_at(
        tag_at,
        fmt::format("field {}, which the first rows do not have; a .proto tells it", number));
  return in.skip(type);
}

bool MessageReader::read(WireInput& in) {
  next_ = 0;
  while (!in.done()) {
    const auto* tag_at = in.position();
    std::uint64_t tag = 0;
    if (!in.take_varint(tag) || !read_field(in, tag, tag_at)) return false;
  }
  return true;
}

bool MessageReader::commit(WireInput& in) {
  if (!in.spend(weight_)) return false;
  return std::ranges::all_of(
      places_, [&](Place& place) { return !place.reader || place.reader->commit(in); });
}

void MessageReader::append_null() {
  for (auto& place : places_)
    if (place.reader) place.reader->append_null();
}

std::vector<Column> MessageReader::finish() {
  std::vector<Column> columns;
  for (auto& place : places_)
    if (place.reader) columns.push_back(place.reader->finish());
  return columns;
}

}  // namespace gyre
