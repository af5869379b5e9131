#include "scan/scan.hpp"

int main(int argc, char** argv) {
  return gyre::cli::run_command(gyre::scan_command, {argv + 1, argv + argc});
}
