#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "cli/tool.hpp"
#include "inputs/input.hpp"

namespace gyre::cli {

/// What a command line says of its input and of the query on it, as texts.
struct InputArguments {
  std::string from, delimiter, quote = "\"", header = "yes", sample_rows;
  std::string schema, decimal_mark = ".", encoding, ragged = "error", bad_lines = "error";
  std::vector<std::string> null_words, types, time_forms;
  bool all_text = false;
  std::uint64_t block_size = CsvOptions{}.block_size;
  bool hive = false;
  std::string select, where;
  std::optional<std::uint64_t> limit;
  bool no_pruning = false;
};

/// --from and the options of text input.
void add_input_options(Options& options, InputArguments& arguments);
/// --select, --where, --limit, --no-pruning.
void add_query_options(Options& options, InputArguments& arguments);

/// Errors   Code::invalid_argument: an option whose value makes no sense; of the file that --schema names
Result<InputOptions> input_options(const InputArguments& arguments);

/// Publishes the records that were left out of an input, if that was asked for, and tells of them.
Result<void> finish_refused(const Input& input, const Context& context);

}  // namespace gyre::cli
