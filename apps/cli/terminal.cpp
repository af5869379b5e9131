#include "cli/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>

namespace gyre::cli {
namespace {

std::string_view variable(const char* name) {
  const auto* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

bool is_terminal(int descriptor) { return isatty(descriptor) == 1; }

std::size_t terminal_columns(int descriptor, std::size_t otherwise) {
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  const auto text = variable("COLUMNS");
  std::size_t columns = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), columns);
  return read.ec == std::errc() && columns > 0 ? columns : otherwise;
}

bool wants_color(std::string_view when, int descriptor) {
  if (when != "auto") return when == "always";
  if (!variable("NO_COLOR").empty()) return false;
  const auto forced = variable("CLICOLOR_FORCE");
  if (!forced.empty() && forced != "0") return true;
  return is_terminal(descriptor) && variable("TERM") != "dumb";
}

std::string Style::wrap(std::string_view code, std::string_view text) const {
  if (!colored_) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

Result<void> refuse_terminal(int descriptor, bool force) {
  if (force || !is_terminal(descriptor)) return {};
  return fail(Code::invalid_argument,
              "binary data would upset the terminal; name an output, or add --force");
}

}  // namespace gyre::cli
