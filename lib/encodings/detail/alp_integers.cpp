#include "encodings/detail/alp_integers.hpp"

#include <bit>
#include <limits>
#include <optional>

#include "encodings/detail/alp_decoder.hpp"

namespace gyre {
namespace {

/// From floats to integers, where those give back the same bits.
template <class W>
class Encoder {
 public:
  using Float = typename AlpFloats<W>::Float;
  using Integer = typename AlpFloats<W>::Integer;

  Encoder(unsigned e, unsigned f)
      : power_(AlpFloats<W>::powers[e]),
        inverse_(AlpFloats<W>::inverse_powers[f]),
        decoder_(e, f) {}

  /// Nothing where no integer stands for these bits.
  std::optional<W> encode(W word) const {
    const auto scaled = std::bit_cast<Float>(word) * power_ * inverse_;
    // Adding and taking off this number rounds to the nearest integer; larger ones have no fraction, and are left alone.
    if (!(scaled > -limit && scaled < limit)) return std::nullopt;
    const auto rounded = (scaled + rounding) - rounding;
    const auto encoded = static_cast<W>(static_cast<Integer>(rounded));
    return decoder_.decode(encoded) == word ? std::optional(encoded) : std::nullopt;
  }

 private:
  static constexpr Float rounding =
      sizeof(W) == 8 ? static_cast<Float>(0x1.8p52) : static_cast<Float>(0x1.8p23);
  static constexpr Float limit =
      sizeof(W) == 8 ? static_cast<Float>(0x1p51) : static_cast<Float>(0x1p22);

  Float power_, inverse_;
  AlpDecoder<W> decoder_;
};

struct Exponents {
  unsigned e = 0, f = 0;
};

/// The exponents that make the least of some values, spread over the column; 0 and 0 where none help.
template <class W>
Exponents find_exponents(const Column& plain) {
  constexpr std::uint64_t most_samples = 64;
  constexpr unsigned most_exponent = sizeof(W) == 8 ? 18 : 10;
  constexpr std::uint64_t exception_bits = 8 * sizeof(W) + 16;
  const auto words = plain.buffers[0].as<W>();
  std::vector<W> sample;
  for (std::uint64_t i = 0; i < most_samples; ++i) {
    const auto row = i * plain.rows / most_samples;
    if (plain.is_valid(row)) sample.push_back(words[row]);
  }
  Exponents best;
  auto best_bits = sample.size() * 8 * sizeof(W);
  for (unsigned e = most_exponent + 1; e-- > 0;)
    for (unsigned f = 0; f <= e; ++f) {
      const Encoder<W> encoder(e, f);
      using Integer = typename AlpFloats<W>::Integer;
      Integer least = std::numeric_limits<Integer>::max(),
              most = std::numeric_limits<Integer>::min();
      std::uint64_t exceptions = 0;
      for (const auto word : sample) {
        const auto encoded = encoder.encode(word);
        exceptions += encoded ? 0 : 1;
        if (!encoded) continue;
        least = std::min(least, static_cast<Integer>(*encoded));
        most = std::max(most, static_cast<Integer>(*encoded));
      }
      const auto span =
          least > most ? W{0} : static_cast<W>(static_cast<W>(most) - static_cast<W>(least));
      const auto bits =
          sample.size() * static_cast<unsigned>(std::bit_width(span)) + exceptions * exception_bits;
      // Of equals the smaller numbers.
      if (bits < best_bits || (bits == best_bits && e - f < best.e - best.f)) {
        best = {e, f};
        best_bits = bits;
      }
    }
  return best;
}

template <class W>
AlpIntegers integers_of(const Column& plain) {
  const auto [e, f] = find_exponents<W>(plain);
  const Encoder<W> encoder(e, f);
  const auto words = plain.buffers[0].as<W>();
  auto values = MutableBuffer::uninitialized(plain.rows * sizeof(W));
  const auto out = values.as<W>();
  AlpIntegers integers{e, f, {}, {}};
  std::optional<W> filler;  // what stands where nothing counts: does not widen the range
  for (std::uint64_t row = 0; row < plain.rows; ++row) {
    const bool valid = plain.is_valid(row);
    const auto encoded = valid ? encoder.encode(words[row]) : std::nullopt;
    if (encoded && !filler) filler = encoded;
    if (valid && !encoded) integers.exceptions.push_back(static_cast<std::uint32_t>(row));
    out[row] = encoded.value_or(filler.value_or(W{0}));
  }
  // Rows before the first integer have not seen it.
  for (std::uint64_t row = 0; filler && row < plain.rows; ++row) {
    if (plain.is_valid(row) && encoder.encode(words[row])) break;
    out[row] = *filler;
  }
  auto& column = integers.column;
  column.dtype = DType::primitive(sizeof(W) == 8 ? PType::i64 : PType::i32, plain.dtype.nullable());
  column.rows = plain.rows;
  column.validity = plain.validity;
  column.null_count = plain.null_count;
  column.buffers.push_back(std::move(values).freeze());
  return integers;
}

}  // namespace

AlpIntegers AlpIntegers::of(const Column& plain) {
  return with_float_word(plain.dtype, [&]<class W>(W) { return integers_of<W>(plain); });
}

}  // namespace gyre
