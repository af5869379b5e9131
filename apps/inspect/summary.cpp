#include <unistd.h>

#include <algorithm>

#include "cli/human.hpp"
#include "cli/text_table.hpp"
#include "dtype/text.hpp"
#include "inspect/views.hpp"

namespace gyre::inspect {
namespace {

using cli::TextTable;

/// On a terminal a summary stays near one screen.
constexpr std::size_t max_columns_shown = 40;

bool contains(const std::vector<std::string_view>& ids, std::string_view id) {
  return std::ranges::find(ids, id) != ids.end();
}

/// "bitpacked, for": the families that all encodings belong to go without saying.
std::string short_ids(const std::vector<std::string_view>& ids,
                      const std::vector<std::string_view>& unknown) {
  std::string out;
  for (auto id : ids) {
    const bool is_unknown = contains(unknown, id);
    for (const std::string_view family : {"vortex.", "fastlanes."})
      if (!is_unknown && id.starts_with(family)) id.remove_prefix(family.size());
    out += (out.empty() ? "" : ", ") + std::string(id) + (is_unknown ? " (unknown)" : "");
  }
  return out;
}

std::string joined(const std::vector<std::string_view>& ids) {
  std::string out;
  for (const auto id : ids) out += (out.empty() ? "" : ", ") + std::string(id);
  return out;
}

std::string size_text(const Subject& subject) {
  const auto bytes = subject.footer().file_bytes;
  auto out = cli::human_bytes(bytes);
  if (bytes >= 1000) out += fmt::format(" ({} bytes)", cli::grouped(bytes));
  if (const auto plain = subject.description.plain_bytes; plain && *plain > 0)
    out += fmt::format(", plain {}, ratio {:.2f}", cli::human_bytes(*plain),
                       static_cast<double>(*plain) / static_cast<double>(bytes));
  return out;
}

std::string version_text(const FileDescription& description) {
  auto out = std::to_string(description.footer().version);
  if (!description.is_complete) return out;
  const auto& oldest = description.oldest_reader;
  if (!oldest.release)
    return out + ", no release of the reference promises to read it: " + oldest.reason;
  out += ", read by release " + to_text(*oldest.release) + " and later";
  return oldest.reason.empty() ? out : out + ": " + oldest.reason;
}

std::string bound_text(const std::optional<Scalar>& bound) { return bound ? to_text(*bound) : ""; }

void print_columns(const Subject& subject, cli::Context& context) {
  const auto& description = subject.description;
  using enum TextTable::Align;
  TextTable table({{"column", left, 10},
                   {"type", left, 10},
                   {"encodings", left, context.columns() < 100 ? 14u : 24u},
                   {"bytes", right, 8},
                   {"nulls", right, 5},
                   {"min", left, 8},
                   {"max", left, 8}});
  const auto count = description.columns.size();
  const auto shown = cli::is_terminal(STDOUT_FILENO) ? std::min(count, max_columns_shown) : count;
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& column = description.columns[i];
    const auto& nulls = column.statistics.null_count;
    table.row({std::string(column.name), to_text(column.dtype),
               short_ids(column.encodings, description.unknown_encodings),
               description.is_complete ? cli::human_bytes(column.data_bytes) : "",
               nulls ? cli::grouped(*nulls) : "", bound_text(column.statistics.min),
               bound_text(column.statistics.max)});
  }
  table.print(context.out, context.columns(), context.style);
  if (shown < count)
    context.out.line(fmt::format("… and {} columns more; --schema lists all", count - shown));
}

}  // namespace

void print_summary(const Subject& subject, cli::Context& context) {
  const auto& description = subject.description;
  auto& out = context.out;
  const auto fact = [&](std::string_view name, std::string_view value) {
    out.line(fmt::format("{:<10}{}", name, cli::printable(value)));
  };
  out.line(context.style.bold(cli::printable(subject.name)));
  if (description.parts.has_layout) fact("rows", cli::grouped(subject.footer().rows()));
  fact("size", size_text(subject));
  fact("version", version_text(description));
  if (description.is_complete)
    fact("layouts", fmt::format("{}; {} segments", joined(description.used_layouts),
                                cli::grouped(description.segments.size())));
  if (!description.unknown_encodings.empty())
    fact("unknown",
         joined(description.unknown_encodings) + ": columns that use them cannot be read");
  if (!description.unknown_layouts.empty())
    fact("unknown", joined(description.unknown_layouts) + ": columns below them cannot be read");
  for (const auto& fault : description.faults)
    fact(fault.serious ? "fault" : "remark", error_of(fault).message);
  if (!description.columns.empty()) {
    out.line("");
    print_columns(subject, context);
  }
}

void print_schema(const Subject& subject, cli::Context& context) {
  TextTable table({{"column"}, {"type"}});
  for (const auto& column : subject.description.columns)
    table.row({std::string(column.name), to_text(column.dtype)});
  table.print(context.out, SIZE_MAX, context.style);
}

}  // namespace gyre::inspect
