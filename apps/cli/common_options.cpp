#include "cli/common_options.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <thread>

#include "cli/human.hpp"
#include "cli/json.hpp"

namespace gyre::cli {
namespace {

constexpr std::array variables{
    Variable{"NO_COLOR", "no colors if it is set, unless --color says so"},
    Variable{"CLICOLOR_FORCE", "colors also where no terminal is, if it is set and not 0"},
    Variable{"TERM", "no colors on a dumb one"},
    Variable{"COLUMNS", "width of tables where it is not known"},
    Variable{"GYRE_CPU", "the instruction set to use, such as scalar; for tests"},
};

void write_error(std::string_view line) { std::fwrite(line.data(), 1, line.size(), stderr); }

/// The place that the error's message begins with.
std::string_view place_of(const Context& context, std::string_view message) {
  std::string_view found;
  for (const std::string_view place : context.places)
    if (place.size() > found.size() && message.starts_with(place) &&
        message.substr(place.size()).starts_with(": "))
      found = place;
  return found;
}

void print(const Context& context, const Error& error, std::string_view code,
           std::string_view hint) {
  std::string_view message = error.message;
  if (!context.json) {
    write_error(fmt::format("{}: {} {}{}\n", context.program, context.message_style.red("error:"),
                            printable(message), hint));
    return;
  }
  const auto where = place_of(context, message);
  if (!where.empty()) message.remove_prefix(where.size() + 2);
  write_error(fmt::format("{{\"error\":{{\"code\":{},\"message\":{},\"where\":{}}}}}\n",
                          json_string(code), json_string(message), json_string(where)));
}

}  // namespace

void CommonOptions::add_to(Options& options) {
  options.group("Common options");
  options.number("--threads", "N", threads, "workers (default: one a core)", 1);
  options.size("--memory-limit", "SIZE", memory_limit,
               "memory that rows may take, as in 512MiB: smaller pieces, perhaps fewer workers");
  options.flag("--json", json, "print JSON, errors too");
  options.flag("-q,--quiet", quiet, "no remarks and no progress, only errors");
  options.counter("-v,--verbose", verbosity, "log to standard error; twice: in detail");
  options.flag("--progress", progress, "show progress also where no terminal is");
  options.choice("--color", {"auto", "always", "never"}, color, "color output (default: auto)");
  options.choice("--completion", {"bash", "zsh", "fish"}, completion,
                 "print a completion script for a shell");
  options.flag("-h,--help", help, "print this and end");
  options.flag("--version", version, "print the version and end");
}

void CommonOptions::apply(Context& context) const {
  context.json = json;
  context.quiet = quiet;
  context.verbosity = verbosity;
  context.show_progress = !quiet && (progress || is_terminal(STDERR_FILENO));
  context.style = Style(wants_color(color, STDOUT_FILENO));
  context.message_style = Style(wants_color(color, STDERR_FILENO));
  context.session.threads = static_cast<unsigned>(std::min<std::uint64_t>(
      threads > 0 ? threads : std::max(1u, std::thread::hardware_concurrency()), 1024));
}

Result<void> CommonOptions::share_memory(Session& session) const {
  if (memory_limit == 0) return {};
  session.shares =
      GYRE_TRY(within(MemoryShares::of(memory_limit, session.threads), "--memory-limit"));
  session.threads = std::min(session.threads, session.shares.most_threads);
  return {};
}

std::span<const Variable> common_variables() { return variables; }

std::string version_text(std::string_view program) {
  return fmt::format("{} {}", program, GYRE_VERSION);
}

void print_error(const Context& context, const Error& error) {
  print(context, error, name_of(error.code), {});
}

int print_usage_error(const Context& context, const Error& error) {
  const auto hint = fmt::format(" ({} --help tells more)", context.program);
  print(context, error, "usage", hint);
  return 2;
}

void Context::note(std::string_view text) const {
  if (!quiet) write_error(fmt::format("{}: {}\n", program, printable(text)));
}

}  // namespace gyre::cli
