#include "encodings/detail/pco_join.hpp"

#include <bit>
#include <type_traits>

#include "base/half.hpp"

namespace gyre {
namespace {

template <class W>
constexpr W middle = static_cast<W>(W{1} << (sizeof(W) * 8 - 1));

/// The bits of a float by its place in the order of all, and back.
template <class W>
constexpr W float_bits(W ordered) {
  return static_cast<W>((ordered & middle<W>) != 0 ? ordered ^ middle<W> : ~ordered);
}
template <class W>
constexpr W ordered_bits(W bits) {
  return static_cast<W>((bits & middle<W>) != 0 ? ~bits : bits ^ middle<W>);
}

/// What multiplies floats of one width, given and taken as bits.
template <class W>
struct Floats {
  using Float = std::conditional_t<sizeof(W) == 8, double, float>;
  static constexpr unsigned digits = sizeof(W) == 8 ? 53 : sizeof(W) == 4 ? 24 : 11;

  static Float value(W bits) {
    if constexpr (sizeof(W) == 2) {
      return half_to_float(bits);
    } else {
      return std::bit_cast<Float>(bits);
    }
  }
  /// Rounds halves; products of two of them are exact before that.
  static W bits(Float value) {
    if constexpr (sizeof(W) == 2) {
      return float_to_half(value);
    } else {
      return std::bit_cast<W>(value);
    }
  }

  /// The float that a multiplier stands for: whole numbers as long as floats hold them all, then one float after another.
  static Float of_multiplier(W ordered) {
    constexpr W exact = W{1} << digits;
    const bool negative = ordered < middle<W>;
    const auto number = static_cast<W>(negative ? middle<W> - 1 - ordered : ordered - middle<W>);
    const auto magnitude =
        number < exact ? static_cast<Float>(number)
                       : value(static_cast<W>(bits(static_cast<Float>(exact)) + (number - exact)));
    return negative ? -magnitude : magnitude;
  }
};

template <class W>
void join_float_mult(W base, std::span<const std::uint64_t> primary,
                     std::span<const std::uint64_t> secondary, W* out) {
  using F = Floats<W>;
  const auto factor = F::value(float_bits(base));
  for (std::size_t i = 0; i < primary.size(); ++i) {
    const auto product = F::bits(F::of_multiplier(static_cast<W>(primary[i])) * factor);
    out[i] = static_cast<W>(ordered_bits(product) + static_cast<W>(secondary[i]) + middle<W>);
  }
}

template <class W>
void join_float_quant(unsigned low_bits, std::span<const std::uint64_t> primary,
                      std::span<const std::uint64_t> secondary, W* out) {
  const auto most = static_cast<W>((std::uint64_t{1} << low_bits) - 1);
  const auto first_positive = static_cast<W>(middle<W> >> low_bits);
  for (std::size_t i = 0; i < primary.size(); ++i) {
    const auto high = static_cast<W>(primary[i]), low = static_cast<W>(secondary[i]);
    // Low bits of negative floats count from the other end.
    const auto ordered_low = high >= first_positive ? low : static_cast<W>(most - low);
    out[i] = static_cast<W>(static_cast<W>(std::uint64_t{high} << low_bits) + ordered_low);
  }
}

/// Latents to numbers in their unsigned order.
template <class W>
Result<void> join_ordered(const PcoChunk& chunk, std::span<const std::uint64_t> primary,
                          std::span<const std::uint64_t> secondary, W* out) {
  using Mode = PcoChunk::Mode;
  switch (chunk.mode) {
    case Mode::classic:
      for (std::size_t i = 0; i < primary.size(); ++i) out[i] = static_cast<W>(primary[i]);
      break;
    case Mode::int_mult:
      for (std::size_t i = 0; i < primary.size(); ++i)
        out[i] = static_cast<W>(primary[i] * chunk.base + secondary[i]);
      break;
    case Mode::float_mult:
      join_float_mult(static_cast<W>(chunk.base), primary, secondary, out);
      break;
    case Mode::float_quant: join_float_quant(chunk.quantum_bits, primary, secondary, out); break;
    case Mode::dictionary: {
      const auto size = chunk.dictionary.size();
      for (std::size_t i = 0; i < primary.size(); ++i) {
        if (primary[i] >= size)
          return fail(Code::corrupt, "pco: number {} of a dictionary of {}", primary[i], size);
        out[i] = static_cast<W>(chunk.dictionary[primary[i]]);
      }
      break;
    }
  }
  return {};
}

}  // namespace

template <Word W>
Result<void> join_latents(const PcoChunk& chunk, PType ptype,
                          std::span<const std::uint64_t> primary,
                          std::span<const std::uint64_t> secondary, W* out) {
  GYRE_TRY(join_ordered(chunk, primary, secondary, out));
  if (is_signed(ptype))
    for (std::size_t i = 0; i < primary.size(); ++i) out[i] = static_cast<W>(out[i] ^ middle<W>);
  else if (is_float(ptype))
    for (std::size_t i = 0; i < primary.size(); ++i) out[i] = float_bits(out[i]);
  return {};
}

template Result<void> join_latents(const PcoChunk&, PType, std::span<const std::uint64_t>,
                                   std::span<const std::uint64_t>, std::uint16_t*);
template Result<void> join_latents(const PcoChunk&, PType, std::span<const std::uint64_t>,
                                   std::span<const std::uint64_t>, std::uint32_t*);
template Result<void> join_latents(const PcoChunk&, PType, std::span<const std::uint64_t>,
                                   std::span<const std::uint64_t>, std::uint64_t*);

}  // namespace gyre
