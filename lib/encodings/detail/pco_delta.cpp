#include "encodings/detail/pco_delta.hpp"

#include <algorithm>

namespace gyre {
namespace {

/// Before format 3, neighbours were the only kind.
constexpr unsigned first_with_kinds = 3;

/// A signed number of `width` bits, as pco orders them: the least one is 0.
std::uint64_t read_signed(PcoBits& bits, unsigned width) {
  return bits.read(width) - (std::uint64_t{1} << (width - 1));
}

}  // namespace

Result<PcoDelta> PcoDelta::read(PcoBits& bits, unsigned major_version) {
  PcoDelta delta;
  if (major_version < first_with_kinds) {
    delta.state_count = static_cast<std::uint32_t>(bits.read(3));
    delta.kind = delta.state_count == 0 ? Kind::none : Kind::consecutive;
    return delta;
  }
  const auto kind = bits.read(4);
  if (kind > static_cast<unsigned>(Kind::conv1))
    return fail(Code::unsupported, "pco: differences of kind {}", kind);
  delta.kind = static_cast<Kind>(kind);
  switch (delta.kind) {
    case Kind::none: break;
    case Kind::consecutive:
      delta.state_count = static_cast<std::uint32_t>(bits.read(3));
      delta.secondary_too = bits.read(1) != 0;
      if (delta.state_count == 0)
        return fail(Code::corrupt, "pco: differences that are taken 0 times");
      break;
    case Kind::lookback:
      delta.window = std::uint64_t{1} << (bits.read(5) + 1);
      delta.state_count = std::uint32_t{1} << bits.read(4);
      delta.secondary_too = bits.read(1) != 0;
      if (delta.state_count > delta.window)
        return fail(Code::corrupt, "pco: a state of {} in a window of {}", delta.state_count,
                    delta.window);
      break;
    case Kind::conv1:
      delta.quantization = static_cast<unsigned>(bits.read(5));
      delta.bias = read_signed(bits, 64);
      delta.state_count = static_cast<std::uint32_t>(bits.read(5) + 1);
      for (std::uint32_t i = 0; i < delta.state_count; ++i)
        delta.weights.push_back(read_signed(bits, 32));
      break;
  }
  return delta;
}

Result<void> PcoDelta::undo(const PcoVariable& variable, std::span<const std::uint64_t> lookbacks,
                            std::span<std::uint64_t> latents) const {
  if (kind == Kind::none) return {};
  const auto mask = variable.mask(), middle = variable.middle();
  for (auto& difference : latents.subspan(state_count)) difference += middle;
  switch (kind) {
    case Kind::none: break;
    case Kind::consecutive:
      for (auto start = state_count; start-- > 0;) {
        std::uint64_t sum = 0;
        for (auto& latent : latents.subspan(start)) latent = sum += latent;
      }
      for (auto& latent : latents) latent &= mask;
      break;
    case Kind::lookback: return undo_lookback(mask, lookbacks, latents);
    case Kind::conv1: undo_conv1(mask, latents); break;
  }
  return {};
}

Result<void> PcoDelta::undo_lookback(std::uint64_t mask, std::span<const std::uint64_t> lookbacks,
                                     std::span<std::uint64_t> latents) const {
  for (std::size_t i = 0; i < lookbacks.size(); ++i) {
    const auto back = lookbacks[i];
    const auto at = i + state_count;
    if (back == 0 || back > window)
      return fail(Code::corrupt, "pco: a lookback of {} in a window of {}", back, window);
    // The window before the state holds zeros.
    const auto before = back <= at ? latents[at - back] : 0;
    latents[at] = (latents[at] + before) & mask;
  }
  return {};
}

void PcoDelta::undo_conv1(std::uint64_t mask, std::span<std::uint64_t> latents) const {
  for (std::size_t at = state_count; at < latents.size(); ++at) {
    auto sum = bias;
    for (std::size_t k = 0; k < weights.size(); ++k)
      sum += weights[k] * latents[at - state_count + k];
    const auto predicted = std::max(static_cast<std::int64_t>(sum), std::int64_t{0});
    latents[at] = (latents[at] + (static_cast<std::uint64_t>(predicted) >> quantization)) & mask;
  }
}

}  // namespace gyre
