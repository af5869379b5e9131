#pragma once

#include <string>

#include "base/result.hpp"

namespace gyre {

/// Something in a file that is not as it should be.
struct Fault {
  Code code = Code::corrupt;
  std::string where;  ///< "footer", "segment 7", "layout of column a.b"; empty: the file as a whole
  std::string what;
  bool serious = true;  ///< false: a reader can go on as if it were right
};

/// The fault as an error: "footer: no list of segments".
inline Error error_of(const Fault& fault) {
  return {fault.code, fault.where.empty() ? fault.what : fault.where + ": " + fault.what};
}

}  // namespace gyre
