#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/options.hpp"

namespace gyre::cli {

/// A variable of the environment that a program reads.
struct Variable {
  std::string_view name;
  std::string_view what;
};

/// What --help prints: usage, `summary`, options by group, variables. At most 100 columns.
std::string help_text(const Options& options, std::string_view summary,
                      std::span<const Variable> variables);

/// A command as completion sees it. `word` is empty for a program that has no commands.
struct Completable {
  std::string word;
  std::string summary;
  const Options* options;
};

/// A script that completes the command line of `program`: for bash, zsh or fish.
std::string completion_script(std::string_view shell, std::string_view program,
                              std::span<const Completable> commands);

}  // namespace gyre::cli
