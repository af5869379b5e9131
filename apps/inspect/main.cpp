#include "inspect/inspect.hpp"

int main(int argc, char** argv) {
  return gyre::cli::run_command(gyre::inspect_command, {argv + 1, argv + argc});
}
