#include "cli/output.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace gyre::cli {
namespace {

constexpr std::size_t write_bytes = 64 << 10;

}  // namespace

void Output::write(std::string_view text) {
  if (!state_) return;
  pending_ += text;
  if (pending_.size() >= write_bytes) send();
}

Result<void> Output::flush() {
  send();
  return state_;
}

void Output::send() {
  std::string_view left = pending_;
  while (state_ && !left.empty()) {
    const auto written = ::write(descriptor_, left.data(), left.size());
    if (written >= 0) {
      left.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      state_ = fail(errno == EPIPE ? Code::cancelled : Code::io, "{}: cannot write: {}", name_,
                    std::strerror(errno));
    }
  }
  pending_.clear();
}

}  // namespace gyre::cli
