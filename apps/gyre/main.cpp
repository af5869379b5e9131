#include <array>

#include "bench/bench.hpp"
#include "cli/tool.hpp"
#include "convert/convert.hpp"
#include "inspect/inspect.hpp"
#include "scan/scan.hpp"

int main(int argc, char** argv) {
  // In the order of help.
  constexpr std::array commands{
      &gyre::convert_command,
      &gyre::inspect_command,
      &gyre::scan_command,
      &gyre::bench_command,
  };
  return gyre::cli::run_gyre(commands, {argv + 1, argv + argc});
}
