#include "rows/detail/rows_parser.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace gyre {
namespace {

/// When a batch is full: by the values that it has, however wide its rows are, or by bytes or rows. One row may have many more
/// values than that, in lists of structs and nulls of fixed size, but not any number.
constexpr std::uint64_t most_values = std::uint64_t{4} << 20, most_values_in_all = 4 * most_values;
constexpr std::uint64_t most_batch_rows = 65'536, most_batch_bytes = 4 << 20;

std::vector<bool> wanted_fields(std::size_t fields, std::span<const std::size_t> columns) {
  std::vector<bool> wanted(fields, false);
  for (const auto column : columns) wanted[column] = true;
  return wanted;
}

}  // namespace

std::string early_end(std::string_view bytes) {
  if (bytes.size() < sizeof(std::uint16_t)) return "the data end inside of the row's size";
  return fmt::format("the data end inside of a row of {} bytes, {} of which are there",
                     load<std::uint16_t>(bytes.data()), bytes.size() - sizeof(std::uint16_t));
}

RowsParser::RowsParser(const RowSchema& schema, std::span<const std::size_t> columns, DType dtype)
    : dtype_(std::move(dtype)),
      row_(schema.fields, schema.is_guess, wanted_fields(schema.fields.size(), columns)) {
  std::vector<std::size_t> sorted(columns.begin(), columns.end());
  std::ranges::sort(sorted);
  const auto repeated = std::ranges::unique(sorted);
  sorted.erase(repeated.begin(), repeated.end());
  for (const auto column : columns)
    order_.push_back(
        static_cast<std::size_t>(std::ranges::lower_bound(sorted, column) - sorted.begin()));
  parse_.budget = most_values_in_all;
}

bool RowsParser::is_full() const {
  return rows_ == most_batch_rows || bytes_ >= most_batch_bytes ||
         most_values_in_all - parse_.budget >= most_values;
}

Result<bool> RowsParser::add(std::string_view bytes, const BatchTaker& take,
                             std::optional<RowFault>& fault) {
  const auto* first = reinterpret_cast<const std::byte*>(bytes.data());
  std::uint64_t row = 0;
  for (auto left = bytes; !left.empty(); ++row) {
    const auto size = row_size(left);
    if (!size) {
      fault = {row, static_cast<std::size_t>(left.data() - bytes.data()), early_end(left)};
      return false;
    }
    WireInput message(left.substr(sizeof(std::uint16_t), *size - sizeof(std::uint16_t)), parse_);
    if (!row_.read(message) || !row_.commit(message)) {
      fault = {row, static_cast<std::size_t>(parse_.fault_at - first), parse_.fault};
      return false;
    }
    left.remove_prefix(*size);
    ++rows_;
    bytes_ += *size;
    if (is_full() && !GYRE_TRY(flush(take))) return false;
  }
  return true;
}

Result<bool> RowsParser::flush(const BatchTaker& take) {
  if (rows_ == 0) return true;
  Batch batch{dtype_, std::exchange(rows_, 0), {}};
  const auto columns = row_.finish();
  for (const auto place : order_) batch.columns.push_back(columns[place]);
  bytes_ = 0;
  parse_.budget = most_values_in_all;
  return take(std::move(batch));
}

}  // namespace gyre
