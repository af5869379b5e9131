#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace gyre::cli {

/// Text for a descriptor, mostly standard output, gathered into large writes.
class Output {
 public:
  explicit Output(int descriptor, std::string name)
      : descriptor_(descriptor), name_(std::move(name)) {}

  /// After a failed write nothing more is written; flush tells.
  void write(std::string_view text);
  void line(std::string_view text) {
    write(text);
    write("\n");
  }
  /// Errors   Code::cancelled: whoever reads has closed the pipe; Code::io
  Result<void> flush();

 private:
  void send();

  int descriptor_;
  std::string name_;
  std::string pending_;
  Result<void> state_;
};

}  // namespace gyre::cli
