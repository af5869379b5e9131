#pragma once

#include <unistd.h>

#include <string>
#include <utility>

#include "base/result.hpp"

namespace gyre::io::detail {

/// Owns a file descriptor; -1 is none.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    close();
    number_ = std::exchange(other.number_, -1);
    return *this;
  }
  int number() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

/// "a.vortex: cannot open: No such file or directory", with the code that errno asks for.
std::unexpected<Error> failed(std::string_view what, std::string_view path);

}  // namespace gyre::io::detail
