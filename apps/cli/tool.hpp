#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/progress.hpp"
#include "base/result.hpp"
#include "cli/help.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/terminal.hpp"
#include "gyre/session.hpp"

namespace gyre::cli {

/// What a command runs with: the session, standard output, and what the options that all commands have said.
struct Context {
  explicit Context(std::string program_name) : program(std::move(program_name)) {}

  std::string program;  ///< "gyre-scan"
  Session session;
  Output out{1, "standard output"};
  Style style;          ///< for standard output
  Style message_style;  ///< for standard error
  bool json = false, quiet = false;
  bool show_progress = false;
  unsigned verbosity = 0;
  Progress progress;
  /// Names of inputs and outputs; an error that begins with one has it as its `where`.
  std::vector<std::string> places;

  /// Columns for tables on standard output.
  std::size_t columns() const { return terminal_columns(1, 100); }
  /// A line on standard error, unless quiet.
  void note(std::string_view text) const;
};

/// One run of a command: options are bound to its members.
class Tool {
 public:
  virtual ~Tool() = default;
  virtual void add_options(Options& options) = 0;
  /// What can be said of the command line without looking at anything else; a failure is a wrong command line, exit 2.
  virtual Result<void> check() { return {}; }
  /// The work; a failure is exit 1. Code::cancelled ends quietly.
  virtual Result<void> run(Context& context) = 0;
};

/// A command of gyre. Each tool has one, as a constant.
struct Command {
  std::string_view name;     ///< "scan"
  std::string_view summary;  ///< one line for help
  std::unique_ptr<Tool> (*make)();
  /// Variables that it reads, besides those that all read.
  std::span<const Variable> variables = {};
};

/// Runs `gyre-NAME WORDS` and returns its exit status: 0 good, 1 failed work, 2 wrong command line, 128 + n on a signal.
int run_command(const Command& command, const std::vector<std::string>& words);

/// Runs `gyre WORDS`: a command of the table, or what gyre itself has to say.
int run_gyre(std::span<const Command* const> commands, const std::vector<std::string>& words);

}  // namespace gyre::cli
