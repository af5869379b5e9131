#include "file/verify.hpp"

#include "cli/human.hpp"
#include "cli/json.hpp"
#include "cli/measure.hpp"
#include "cli/progress_line.hpp"
#include "inspect/views.hpp"

namespace gyre::inspect {
namespace {

std::string_view where_of(const Fault& fault) {
  return fault.where.empty() ? std::string_view("file") : fault.where;
}

void print_text(const std::vector<Fault>& findings, std::string_view remark, cli::Output& out) {
  for (const auto& finding : findings)
    out.line(cli::printable(fmt::format("{}: {}{}", where_of(finding), remark, finding.what)));
}

void print_json(const std::vector<Fault>& findings, std::string_view key, cli::JsonWriter& json) {
  json.key(key);
  json.begin_array();
  for (const auto& finding : findings) {
    json.begin_object(true);
    json.key("where");
    json.text(where_of(finding));
    json.key("what");
    json.text(finding.what);
    json.end();
  }
  json.end();
}

void print_json(const std::string& file, const Verification& found, double seconds,
                cli::Output& out) {
  cli::JsonWriter json(out);
  json.begin_object();
  json.key("file");
  json.text(file);
  json.key("file_size");
  json.number(found.file_bytes);
  json.key("row_count");
  json.optional_number(found.rows);
  json.key("segment_count");
  json.number(found.segments);
  json.key("segment_bytes");
  json.number(found.segment_bytes);
  json.key("seconds");
  json.number(seconds);
  print_json(found.faults, "faults", json);
  print_json(found.unchecked, "unchecked", json);
  json.end();
}

/// "1 fault", "100 faults or more".
std::string count_text(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}{}", count, what, count == 1 ? "" : "s",
                     count == Verification::max_findings ? " or more" : "");
}

/// What was looked at.
std::string scope_text(VerifyLevel level, const Verification& found) {
  const auto segments = fmt::format("{} segments of {}", cli::grouped(found.segments),
                                    cli::human_bytes(found.segment_bytes));
  switch (level) {
    case VerifyLevel::quick: return "its two ends and its footer";
    case VerifyLevel::footer: return fmt::format("its footer and the trees of {}", segments);
    case VerifyLevel::full:
      return fmt::format("{} rows, {}", cli::grouped(found.rows.value_or(0)), segments);
  }
  return {};
}

}  // namespace

Result<void> verify_file(const std::string& file, const std::shared_ptr<io::Source>& source,
                         VerifyLevel level, cli::Context& context) {
  const cli::Stopwatch watch;
  const auto& session = context.session;
  const VerifyOptions options{.level = level,
                              .threads = session.threads,
                              .most_column_bytes = session.shares.most_column_bytes,
                              .stop = session.stop,
                              .progress = &context.progress};
  const auto found = [&] {
    const cli::ProgressLine progress(context.progress, context.show_progress);
    return verify(source, session.encodings, session.layouts, options);
  }();
  if (!found) return std::unexpected(found.error());
  if (context.json) {
    print_json(file, *found, watch.wall_s(), context.out);
  } else {
    print_text(found->faults, "", context.out);
    print_text(found->unchecked, "not checked: ", context.out);
  }
  if (!found->faults.empty())
    return fail(Code::corrupt, "{}: {}", file, count_text(found->faults.size(), "fault"));
  if (!found->unchecked.empty())
    return fail(Code::unsupported, "{}: no fault found, but {} could not be checked", file,
                count_text(found->unchecked.size(), "part"));
  if (!context.json)
    context.out.line(fmt::format("{}: no fault in {} ({:.2f} s)", cli::printable(file),
                                 scope_text(level, *found), watch.wall_s()));
  return {};
}

}  // namespace gyre::inspect
