#include <cctype>
#include <cstdlib>
#include <new>

#include "cli/common_options.hpp"
#include "cli/log.hpp"
#include "cli/signals.hpp"
#include "cli/tool.hpp"

namespace gyre::cli {
namespace {

bool asks_for_json(const std::vector<std::string>& words) {
  for (const auto& word : words) {
    if (word == "--") return false;
    if (word == "--json") return true;
  }
  return false;
}

/// The exit status of work that ended so.
int status_of(Context& context, Result<void> done) {
  const auto flushed = context.out.flush();
  if (done && !flushed) done = flushed;
  if (const int number = stop_signal(); number != 0) return 128 + number;
  if (done) return EXIT_SUCCESS;
  if (done.error().code == Code::cancelled)
    return EXIT_SUCCESS;  // whoever read the output has enough
  print_error(context, done.error());
  return EXIT_FAILURE;
}

Result<void> run_guarded(Tool& tool, Context& context) {
  try {
    return tool.run(context);
  } catch (const std::bad_alloc&) {
    return fail(Code::io, "out of memory");
  }
}

std::string script_of(const std::string& shell, const Options& options, std::string_view summary) {
  const Completable command{{}, std::string(summary), &options};
  return completion_script(shell, options.program(), {&command, 1});
}

std::string help_of(const Command& command, const Options& options) {
  std::vector<Variable> variables(command.variables.begin(), command.variables.end());
  variables.insert(variables.end(), common_variables().begin(), common_variables().end());
  std::string summary(command.summary);
  if (!summary.empty())
    summary[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(summary[0])));
  return help_text(options, summary + ".", variables);
}

}  // namespace

int run_command(const Command& command, const std::vector<std::string>& words) {
  Context context(fmt::format("gyre-{}", command.name));
  Options options(context.program);
  CommonOptions common;
  const auto tool = command.make();
  tool->add_options(options);
  common.add_to(options);

  auto parsed = options.parse(words);
  common.apply(context);
  context.json = context.json || asks_for_json(words);
  handle_signals(context.program, context.json);
  set_log_level(common.verbosity, context.message_style.is_colored());
  context.session.stop = &stop_requested();
  if (common.help)
    context.out.write(help_of(command, options));
  else if (common.version)
    context.out.line(version_text(context.program));
  else if (!common.completion.empty())
    context.out.write(script_of(common.completion, options, command.summary));
  else if (!parsed)
    return print_usage_error(context, parsed.error());
  else if (auto shared = common.share_memory(context.session); !shared)
    return print_usage_error(context, shared.error());
  else if (auto checked = tool->check(); !checked)
    return print_usage_error(context, checked.error());
  else
    return status_of(context, run_guarded(*tool, context));
  return status_of(context, {});
}

}  // namespace gyre::cli
