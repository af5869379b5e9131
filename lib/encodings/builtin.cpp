#include "encodings/builtin.hpp"

#include <array>

namespace gyre {
namespace {

constexpr std::array<const Encoding*, 0> rows{};

}  // namespace

std::span<const Encoding* const> builtin_encodings() { return rows; }

}  // namespace gyre
