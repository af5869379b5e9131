#include "convert/convert.hpp"

int main(int argc, char** argv) {
  return gyre::cli::run_command(gyre::convert_command, {argv + 1, argv + argc});
}
