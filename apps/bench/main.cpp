#include "bench/bench.hpp"

int main(int argc, char** argv) {
  return gyre::cli::run_command(gyre::bench_command, {argv + 1, argv + argc});
}
