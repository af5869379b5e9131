#include "encodings/detail/pco_page.hpp"

#include <algorithm>

namespace gyre {
namespace {

/// One variable of a page while it is read: state, then what the batches add.
struct Stream {
  /// Makes room for the latents of `count` values, of which `state_count` (in all, whatever the count) come first.
  /// Result: nothing where the page is too short.
  bool start(const PcoVariable& of, PcoBits& bits, std::uint64_t count, std::uint64_t state_count,
             bool keeps_state, std::vector<std::uint64_t>& to) {
    variable = &of;
    left = count - std::min(count, state_count);
    const auto kept = keeps_state ? state_count : 0;
    if (kept * of.width_bits() > bits.left()) return false;
    to.resize(kept + left);
    for (std::uint64_t i = 0; i < kept; ++i) to[i] = bits.read(of.width_bits());
    next = to.data() + kept;
    state = of.start(bits);
    return !bits.overran();
  }
  bool read_batch(PcoBits& bits) {
    const auto count = std::min<std::uint64_t>(left, PcoVariable::batch);
    variable->decode(bits, state, count, next);
    next += count;
    left -= count;
    return !bits.overran();
  }

  const PcoVariable* variable = nullptr;
  PcoVariable::State state{};
  std::uint64_t* next = nullptr;
  std::uint64_t left = 0;
};

std::unexpected<Error> too_short(std::span<const std::byte> bytes, std::uint64_t count) {
  return fail(Code::corrupt, "pco: a page of {} bytes is too short for {} values", bytes.size(),
              count);
}

}  // namespace

Result<void> PcoPage::read(const PcoChunk& chunk, std::span<const std::byte> bytes,
                           std::uint64_t count) {
  bits_.assign(bytes);
  count_ = count;
  const auto& delta = chunk.delta;
  Stream lookbacks, primary, secondary;
  bool fits = !chunk.lookbacks ||
              lookbacks.start(*chunk.lookbacks, bits_, count, delta.state_count, false, lookbacks_);
  fits = fits && primary.start(chunk.primary, bits_, count, delta.state_count, true, primary_);
  if (fits && chunk.secondary)
    fits =
        secondary.start(*chunk.secondary, bits_, count, chunk.secondary_state(), true, secondary_);
  if (!fits) return too_short(bytes, count);
  bits_.align();

  for (std::uint64_t done = 0; done < count; done += PcoVariable::batch) {
    fits = !chunk.lookbacks || lookbacks.read_batch(bits_);
    fits = fits && primary.read_batch(bits_);
    if (fits && chunk.secondary) fits = secondary.read_batch(bits_);
    if (!fits) return too_short(bytes, count);
  }
  if (bits_.left() >= 8)
    return fail(Code::corrupt, "pco: a page of {} bytes is too long for {} values", bytes.size(),
                count);

  GYRE_TRY(delta.undo(chunk.primary, lookbacks_, primary_));
  if (chunk.secondary && delta.secondary_too)
    GYRE_TRY(delta.undo(*chunk.secondary, lookbacks_, secondary_));
  return {};
}

}  // namespace gyre
