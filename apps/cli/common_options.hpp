#pragma once

#include <cstdint>
#include <string>

#include "cli/options.hpp"
#include "cli/tool.hpp"

namespace gyre::cli {

/// The options that every command has.
struct CommonOptions {
  bool help = false, version = false, quiet = false, progress = false, json = false;
  unsigned verbosity = 0;
  std::uint64_t threads = 0;       ///< 0: not given
  std::uint64_t memory_limit = 0;  ///< bytes; 0: not given
  std::string color = "auto", completion;

  void add_to(Options& options);
  /// Hands on what they say.
  void apply(Context& context) const;
  /// Shares out the memory that is allowed; after apply.
  /// Errors   Code::invalid_argument: too little
  Result<void> share_memory(Session& session) const;
};

std::span<const Variable> common_variables();

/// What --version prints.
std::string version_text(std::string_view program);

/// An error as one line on standard error.
void print_error(const Context& context, const Error& error);
/// The same for a wrong command line; returns the exit status.
int print_usage_error(const Context& context, const Error& error);

}  // namespace gyre::cli
