#include "text/refused_records.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace gyre {
namespace {

constexpr std::size_t most_lines_named = 8;

}  // namespace

Result<void> RefusedRecords::start() {
  const std::scoped_lock lock(mutex_);
  waiting_.clear();
  texts_.clear();
  first_places_.clear();
  next_ = count_ = 0;
  last_text_ = 0;
  one_text_ = true;
  output_.reset();
  if (open_) output_ = GYRE_TRY(open_());
  return {};
}

void RefusedRecords::start_text(std::uint64_t first_chunk, std::string_view name) {
  const std::scoped_lock lock(mutex_);
  texts_.push_back({first_chunk, std::string(name)});
}

Result<void> RefusedRecords::add(std::uint64_t chunk, std::vector<Record> records) {
  const std::scoped_lock lock(mutex_);
  waiting_.emplace(chunk, std::move(records));
  while (!waiting_.empty() && waiting_.begin()->first == next_) {
    GYRE_TRY(put(next_, waiting_.begin()->second));
    waiting_.erase(waiting_.begin());
    ++next_;
  }
  return {};
}

Result<void> RefusedRecords::put(std::uint64_t chunk, const std::vector<Record>& records) {
  if (records.empty()) return {};
  const auto after = std::ranges::upper_bound(texts_, chunk, {}, &Text::first_chunk);
  const auto text = static_cast<std::size_t>(after - texts_.begin()) - 1;
  if (count_ > 0 && text != last_text_) one_text_ = false;
  last_text_ = text;
  std::string lines;
  for (const auto& record : records) {
    if (first_places_.size() < most_lines_named) first_places_.push_back({text, record.line});
    if (output_) lines.append(record.text).push_back('\n');
  }
  count_ += records.size();
  if (lines.empty()) return {};
  return output_->write(std::as_bytes(std::span(lines)));
}

Result<void> RefusedRecords::finish() {
  if (!output_) return {};
  return output_->finish();
}

std::string RefusedRecords::summary() const {
  const auto left_out = fmt::format("{} record{} left out", count_, count_ == 1 ? "" : "s");
  std::string places;
  const auto rest = count_ > first_places_.size() ? ", …" : "";
  for (auto first = first_places_.begin(); first != first_places_.end();) {
    const auto last = std::find_if(first, first_places_.end(),
                                   [&](const Place& place) { return place.text != first->text; });
    if (!places.empty()) places += "; ";
    if (!one_text_) places += texts_[first->text].name + ": ";
    places += (one_text_ ? count_ == 1 : last - first == 1) ? "line" : "lines";
    for (auto place = first; place != last; ++place)
      places += fmt::format("{}{}", place == first ? " " : ", ", place->line);
    first = last;
  }
  if (!one_text_ || count_ == 0) return fmt::format("{} ({}{})", left_out, places, rest);
  return fmt::format("{}: {} ({}{})", texts_[last_text_].name, left_out, places, rest);
}

}  // namespace gyre
