#include "rows/detail/rows_parser.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace gyre {
namespace {

/// Values of a batch, however wide its rows are; and what lists of structs and nulls of fixed size may add to them.
constexpr std::uint64_t most_values = std::uint64_t{4} << 20, most_values_in_all = 16 * most_values;
constexpr std::uint64_t most_batch_rows = 65'536;

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

std::uint64_t RowsParser::most_rows() const {
  return std::clamp<std::uint64_t>(most_values / row_.weight(), 1, most_batch_rows);
}

std::optional<RowFault> RowsParser::add(std::string_view bytes) {
  const auto* first = reinterpret_cast<const std::byte*>(bytes.data());
  for (auto left = bytes; !left.empty(); ++rows_) {
    const auto size = row_size(left);
    const auto at = static_cast<std::size_t>(left.data() - bytes.data());
    if (!size) return RowFault{rows_, at, early_end(left)};
    WireInput message(left.substr(sizeof(std::uint16_t), *size - sizeof(std::uint16_t)), parse_);
    if (!row_.read(message) || !row_.commit(message))
      return RowFault{rows_, static_cast<std::size_t>(parse_.fault_at - first), parse_.fault};
    left.remove_prefix(*size);
  }
  return std::nullopt;
}

Batch RowsParser::finish() {
  Batch batch{dtype_, rows_, {}};
  const auto columns = row_.finish();
  for (const auto place : order_) batch.columns.push_back(columns[place]);
  rows_ = 0;
  parse_.budget = most_values_in_all;
  return batch;
}

}  // namespace gyre
