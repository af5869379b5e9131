#pragma once

#include <string>
#include <string_view>

namespace gyre::test {

/// A text around which 16 bytes may be read, digits all of them.
class Roomy {
 public:
  explicit Roomy(std::string_view text) : bytes_(room, '9') {
    bytes_.append(text).append(room, '9');
  }
  operator std::string_view() const {
    return std::string_view(bytes_).substr(room, bytes_.size() - 2 * room);
  }

 private:
  static constexpr std::size_t room = 16;
  std::string bytes_;
};

}  // namespace gyre::test
