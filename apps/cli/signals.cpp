#include "cli/signals.hpp"

#include <fmt/core.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string>

namespace gyre::cli {
namespace {

// A handler can only reach what is global, and only what is lock-free.
std::atomic<bool> stop{false};
std::atomic<int> stopped_by{0};
char bus_line[256], memory_line[256];
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

[[noreturn]] void end_with(const char* line) {
  // Nothing helps if this fails too.
  [[maybe_unused]] const auto written = write(STDERR_FILENO, line, std::strlen(line));
  _exit(EXIT_FAILURE);
}

void on_stop(int number) {
  stopped_by = number;
  stop = true;
  signal(number, SIG_DFL);
}

void on_bus_error(int) { end_with(bus_line); }

[[noreturn]] void on_terminate() {
  if (const auto current = std::current_exception()) {
    try {
      std::rethrow_exception(current);
    } catch (const std::bad_alloc&) {
      end_with(memory_line);
    } catch (...) {
      std::abort();
    }
  }
  std::abort();
}

void set_line(char (&line)[256], std::string_view program, bool json, std::string_view code,
              std::string_view what) {
  const auto text =
      json ? fmt::format("{{\"error\":{{\"code\":\"{}\",\"message\":\"{}\",\"where\":\"\"}}}}\n",
                         code, what)
           : fmt::format("{}: error: {}\n", program, what);
  std::strncpy(line, text.c_str(), sizeof line - 1);
}

}  // namespace

void handle_signals(std::string_view program, bool json) {
  set_line(bus_line, program, json, "io", "a file became shorter while it was read");
  set_line(memory_line, program, json, "memory", "out of memory");
  signal(SIGPIPE, SIG_IGN);
  struct sigaction action{};
  action.sa_handler = on_stop;
  sigemptyset(&action.sa_mask);
  for (const int number : {SIGINT, SIGTERM}) {
    struct sigaction old{};
    // A shell starts background jobs with SIGINT ignored; that stays so.
    if (sigaction(number, nullptr, &old) == 0 && old.sa_handler != SIG_IGN)
      sigaction(number, &action, nullptr);
  }
  action.sa_handler = on_bus_error;
  sigaction(SIGBUS, &action, nullptr);
  std::set_terminate(on_terminate);
}

const std::atomic<bool>& stop_requested() { return stop; }
int stop_signal() { return stopped_by; }

}  // namespace gyre::cli
