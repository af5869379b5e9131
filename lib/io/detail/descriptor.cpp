#include "io/detail/descriptor.hpp"

#include <cerrno>
#include <cstring>

namespace gyre::io::detail {

std::unexpected<Error> failed(std::string_view what, std::string_view path) {
  const int number = errno;
  const auto code = number == ENOENT || number == ENOTDIR ? Code::not_found : Code::io;
  return fail(code, "{}: cannot {}: {}", path, what, std::strerror(number));
}

}  // namespace gyre::io::detail
