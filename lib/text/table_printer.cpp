#include "text/table_printer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <span>
#include <utility>

#include "dtype/text.hpp"
#include "text/detail/display_text.hpp"

namespace gyre {
namespace {

constexpr std::string_view bold = "\x1b[1m", dim = "\x1b[2m", normal = "\x1b[0m";
constexpr std::string_view missing = "…";
// Below this, values say nothing any more: columns are left out instead.
constexpr std::size_t least_width = 8;
// A longer value is cut even where there is no limit, so that one text does not fill the screen.
constexpr std::size_t widest_value = 200;

bool is_number(const DType& dtype) { return dtype.is(Kind::primitive) || dtype.is(Kind::decimal); }

void repeat(std::string& out, std::string_view text, std::size_t times) {
  for (; times > 0; --times) out += text;
}

}  // namespace

TablePrinter::TablePrinter(ByteOutput& output, const DType& schema, TableOptions options)
    : output_(output), options_(options) {
  for (std::size_t i = 0; i < schema.field_count(); ++i) {
    const auto& dtype = schema.field(i);
    columns_.push_back({printable(schema.field_name(i)), to_text(dtype.with_nullable(false)),
                        is_number(dtype), make_value_writer(dtype, TextStyle::plain), 0});
    shown_.push_back(i);
  }
}

TablePrinter::Row TablePrinter::format_row(const Batch& batch, std::uint64_t row) const {
  Row cells(columns_.size());
  std::string text;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const auto& column = batch.columns[i];
    cells[i].is_null = column.dtype.is(Kind::null) || !column.is_valid(row);
    if (cells[i].is_null) {
      cells[i].text = "NULL";
      continue;
    }
    text.clear();
    columns_[i].writer->append(text, column, row);
    cells[i].text =
        cut_to_width(printable(std::string_view(text).substr(0, 8 * widest_value)), widest_value);
  }
  return cells;
}

Result<BatchOutput::Piece> TablePrinter::prepare(Batch batch, unsigned) {
  return Piece([this, batch = std::move(batch)] { return add(batch); });
}

Result<void> TablePrinter::add(const Batch& batch) {
  const auto in_head =
      options_.most_rows == 0 ? SIZE_MAX : options_.most_rows - options_.most_rows / 2;
  const auto in_tail = options_.most_rows / 2;
  std::uint64_t row = 0;
  for (; row < batch.rows && head_.size() < in_head; ++row) head_.push_back(format_row(batch, row));
  if (batch.rows - row > in_tail) row = batch.rows - in_tail;
  for (; row < batch.rows; ++row) {
    tail_.push_back(format_row(batch, row));
    if (tail_.size() > in_tail) tail_.pop_front();
  }
  rows_ += batch.rows;
  return {};
}

void TablePrinter::measure() {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    auto& column = columns_[i];
    column.width = std::max(display_width(column.name), display_width(column.type));
    const auto widen = [&](const Row& row) {
      column.width = std::max(column.width, display_width(row[i].text));
    };
    std::ranges::for_each(head_, widen);
    std::ranges::for_each(tail_, widen);
  }
}

void TablePrinter::fit() {
  if (options_.width == 0) return;
  const auto taken = [&] {
    auto width = std::size_t{1} + (left_out_at_ > 0 ? 4 : 0);
    for (const auto i : shown_) width += columns_[i].width + 3;
    return width;
  };
  // The widest give way first; when all are narrow, those in the middle go.
  while (taken() > options_.width && !shown_.empty()) {
    const auto widest =
        *std::ranges::max_element(shown_, {}, [&](std::size_t i) { return columns_[i].width; });
    if (columns_[widest].width > least_width) {
      --columns_[widest].width;
    } else if (shown_.size() > 1) {
      left_out_at_ = shown_.size() / 2;
      shown_.erase(shown_.begin() + static_cast<std::ptrdiff_t>(left_out_at_));
    } else {
      break;
    }
  }
}

void TablePrinter::append_rule(std::string& out, std::string_view left, std::string_view middle,
                               std::string_view right) const {
  out += left;
  for (std::size_t place = 0; place < shown_.size(); ++place) {
    if (place > 0) out += middle;
    if (place > 0 && place == left_out_at_) {
      repeat(out, "─", 3);
      out += middle;
    }
    repeat(out, "─", columns_[shown_[place]].width + 2);
  }
  out += right;
  out.push_back('\n');
}

void TablePrinter::append_line(std::string& out, const Row& row, std::string_view style,
                               bool centered) const {
  out += "│";
  for (std::size_t place = 0; place < shown_.size(); ++place) {
    if (place > 0 && place == left_out_at_) out.append(" ").append(missing).append(" │");
    const auto& column = columns_[shown_[place]];
    const auto& cell = row[shown_[place]];
    const auto text = cut_to_width(cell.text, column.width);
    const auto room = column.width - display_width(text);
    const auto before = centered ? room / 2 : column.to_the_right ? room : 0;
    const auto cell_style = cell.is_null ? dim : style;
    out.append(before + 1, ' ');
    if (options_.color && !cell_style.empty()) {
      out.append(cell_style).append(text).append(normal);
    } else {
      out += text;
    }
    out.append(room - before + 1, ' ').append("│");
  }
  out.push_back('\n');
}

void TablePrinter::append_gap(std::string& out) const {
  Row dots(columns_.size());
  for (auto& cell : dots) cell.text = "·";
  for (int i = 0; i < 3; ++i) append_line(out, dots, dim, true);
}

Result<void> TablePrinter::finish() {
  measure();
  fit();
  Row names, types;
  for (const auto& column : columns_) {
    names.push_back({column.name, false});
    types.push_back({column.type, false});
  }
  std::string out;
  append_rule(out, "┌", "┬", "┐");
  append_line(out, names, bold, true);
  append_line(out, types, dim, true);
  append_rule(out, "├", "┼", "┤");
  for (const auto& row : head_) append_line(out, row, "", false);
  if (rows_ > head_.size() + tail_.size()) append_gap(out);
  for (const auto& row : tail_) append_line(out, row, "", false);
  append_rule(out, "└", "┴", "┘");
  out += fmt::format("{} row{}", rows_, rows_ == 1 ? "" : "s");
  if (rows_ > head_.size() + tail_.size())
    out += fmt::format(" ({} shown)", head_.size() + tail_.size());
  if (shown_.size() < columns_.size())
    out += fmt::format(", {} columns ({} shown)", columns_.size(), shown_.size());
  out.push_back('\n');
  return output_.write(std::as_bytes(std::span(out)));
}

}  // namespace gyre
