#include "base/result.hpp"

#include <cstdio>
#include <cstdlib>

#include "base/assert.hpp"

namespace gyre {

std::string_view name_of(Code code) {
  switch (code) {
    case Code::corrupt: return "corrupt";
    case Code::unsupported: return "unsupported";
    case Code::invalid_argument: return "invalid_argument";
    case Code::not_found: return "not_found";
    case Code::io: return "io";
    case Code::network: return "network";
    case Code::cancelled: return "cancelled";
  }
  return "unknown";
}

void assertion_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: broken promise: %s\n", file, line, condition);
  std::abort();
}

}  // namespace gyre
