#include "text/refused_records.hpp"

#include <fmt/core.h>

namespace gyre {
namespace {

constexpr std::size_t most_lines_named = 8;

}  // namespace

Result<void> RefusedRecords::start() {
  const std::scoped_lock lock(mutex_);
  waiting_.clear();
  first_lines_.clear();
  next_ = count_ = 0;
  output_.reset();
  if (open_) output_ = GYRE_TRY(open_());
  return {};
}

Result<void> RefusedRecords::add(std::uint64_t chunk, std::vector<Record> records) {
  const std::scoped_lock lock(mutex_);
  waiting_.emplace(chunk, std::move(records));
  while (!waiting_.empty() && waiting_.begin()->first == next_) {
    GYRE_TRY(put(waiting_.begin()->second));
    waiting_.erase(waiting_.begin());
    ++next_;
  }
  return {};
}

Result<void> RefusedRecords::put(const std::vector<Record>& records) {
  std::string text;
  for (const auto& record : records) {
    if (first_lines_.size() < most_lines_named) first_lines_.push_back(record.line);
    if (output_) text.append(record.text).push_back('\n');
  }
  count_ += records.size();
  if (text.empty()) return {};
  return output_->write(std::as_bytes(std::span(text)));
}

Result<void> RefusedRecords::finish() {
  if (!output_) return {};
  return output_->finish();
}

std::string RefusedRecords::summary() const {
  std::string lines;
  for (const auto line : first_lines_)
    lines += fmt::format("{}{}", lines.empty() ? "" : ", ", line);
  if (count_ > first_lines_.size()) lines += ", …";
  return fmt::format("{} record{} left out (line{} {})", count_, count_ == 1 ? "" : "s",
                     count_ == 1 ? "" : "s", lines);
}

}  // namespace gyre
