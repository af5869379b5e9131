#include "cli/progress_line.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include "cli/human.hpp"
#include "cli/terminal.hpp"

namespace gyre::cli {
namespace {

using namespace std::chrono_literals;

void write_error(std::string_view text) {
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

ProgressLine::ProgressLine(const Progress& progress, bool show)
    : progress_(progress), terminal_(is_terminal(STDERR_FILENO)) {
  if (show) thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

ProgressLine::~ProgressLine() = default;

void ProgressLine::run(const std::stop_token& stop) {
  bool shown = false;
  std::unique_lock lock(mutex_);
  for (auto wait = terminal_ ? 300ms : 1000ms;; wait = terminal_ ? 100ms : 1000ms) {
    changed_.wait_for(lock, stop, wait, [] { return false; });
    if (stop.stop_requested()) break;
    const auto line = text();
    if (terminal_)
      write_error(fmt::format("\r{}\x1b[K", cut_to(line, terminal_columns(STDERR_FILENO, 80) - 1)));
    else
      write_error(line + "\n");
    shown = true;
  }
  if (shown && terminal_) write_error("\r\x1b[K");
}

std::string ProgressLine::text() const {
  const auto done = progress_.done_bytes.load(), total = progress_.total_bytes.load();
  const auto seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  std::string out;
  if (total > 0) {
    const auto percent = 100.0 * static_cast<double>(done) / static_cast<double>(total);
    out = fmt::format("{:4.0f}%  {} of {}", std::min(percent, 100.0), human_bytes(done),
                      human_bytes(total));
  } else {
    out = human_bytes(done);
  }
  out += fmt::format("  {}/s",
                     human_bytes(static_cast<std::uint64_t>(static_cast<double>(done) / seconds)));
  if (const auto rows = progress_.rows.load(); rows > 0)
    out += fmt::format("  {} rows", grouped(rows));
  return out;
}

}  // namespace gyre::cli
