#include <algorithm>
#include <deque>

#include "cli/common_options.hpp"
#include "cli/human.hpp"
#include "cli/signals.hpp"
#include "cli/tool.hpp"

namespace gyre::cli {
namespace {

const Command* find(std::span<const Command* const> commands, std::string_view name) {
  const auto found = std::ranges::find(commands, name, &Command::name);
  return found == commands.end() ? nullptr : *found;
}

std::string help_of(std::span<const Command* const> commands, const Options& options) {
  std::string list;
  for (const auto* command : commands)
    list += fmt::format("  {:<12}{}\n", command->name, command->summary);
  list.pop_back();
  const auto text = help_text(
      options, "Tools for Vortex files.\n\nCommands (gyre COMMAND --help tells more):\n" + list,
      common_variables());
  const std::string usage = "[OPTION…]";
  auto out = text;
  out.replace(out.find(usage), usage.size(), "[OPTION…] COMMAND [OPTION…] …");
  return out;
}

std::string script_of(const std::string& shell, std::span<const Command* const> commands) {
  std::deque<Options> all;
  std::vector<std::unique_ptr<Tool>> tools;
  std::deque<CommonOptions> commons;
  std::vector<Completable> completables;
  for (const auto* command : commands) {
    auto& options = all.emplace_back(fmt::format("gyre-{}", command->name));
    tools.push_back(command->make());
    tools.back()->add_options(options);
    commons.emplace_back().add_to(options);
    completables.push_back({std::string(command->name), std::string(command->summary), &options});
  }
  return completion_script(shell, "gyre", completables);
}

/// Words before the command's: options of the common kind and their values.
std::size_t count_leading_options(const Options& options, const std::vector<std::string>& words) {
  std::size_t at = 0;
  while (at < words.size() && words[at].size() > 1 && words[at].starts_with('-')) {
    const auto row = std::ranges::find_if(options.rows(), [&](const Options::Row& candidate) {
      return std::ranges::find(candidate.names, words[at]) != candidate.names.end();
    });
    at += row != options.rows().end() && !row->meta.empty() ? 2 : 1;
  }
  return std::min(at, words.size());
}

Error unknown_command(std::span<const Command* const> commands, std::string_view word) {
  std::vector<std::string_view> names;
  for (const auto* command : commands) names.push_back(command->name);
  if (const auto near = nearest(word, names))
    return {Code::invalid_argument,
            fmt::format("unknown command '{}'; did you mean '{}'?", word, *near)};
  return {Code::invalid_argument, fmt::format("unknown command '{}'", word)};
}

}  // namespace

int run_gyre(std::span<const Command* const> commands, const std::vector<std::string>& words) {
  Context context("gyre");
  Options options(context.program);
  CommonOptions common;
  common.add_to(options);
  const auto leading = count_leading_options(options, words);
  if (leading < words.size() && words[leading] != "help") {
    const auto* command = find(commands, words[leading]);
    if (!command) {
      common.json = std::ranges::find(words, "--json") != words.end();
      common.apply(context);
      return print_usage_error(context, unknown_command(commands, words[leading]));
    }
    auto rest = words;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(leading));
    return run_command(*command, rest);
  }
  if (leading + 1 < words.size())  // gyre help COMMAND
    if (const auto* command = find(commands, words[leading + 1]))
      return run_command(*command, {"--help"});

  const bool is_help = leading < words.size();
  const auto parsed =
      options.parse({words.begin(), words.begin() + static_cast<std::ptrdiff_t>(leading)});
  common.apply(context);
  handle_signals(context.program, context.json);
  if (!parsed && !common.help) return print_usage_error(context, parsed.error());
  if (common.help || is_help)
    context.out.write(help_of(commands, options));
  else if (common.version)
    context.out.line(version_text(context.program));
  else if (!common.completion.empty())
    context.out.write(script_of(common.completion, commands));
  else
    return print_usage_error(context, {Code::invalid_argument, "no command given"});
  const auto flushed = context.out.flush();
  if (flushed || flushed.error().code == Code::cancelled) return 0;
  print_error(context, flushed.error());
  return 1;
}

}  // namespace gyre::cli
