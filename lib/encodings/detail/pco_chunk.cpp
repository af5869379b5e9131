#include "encodings/detail/pco_chunk.hpp"

namespace gyre {
namespace {

constexpr unsigned oldest_version = 2, newest_version = 4;
/// From this version on, a second number follows.
constexpr unsigned first_with_minor = 4;
/// Of positions in a dictionary, and of lookbacks.
constexpr unsigned index_bits = 32;

Result<unsigned> read_version(std::span<const std::byte> header) {
  if (header.empty()) return fail(Code::corrupt, "pco: no version");
  const auto version = std::to_integer<unsigned>(header[0]);
  if (version < oldest_version || version > newest_version)
    return fail(Code::unsupported, "pco: version {}, expected {} to {}", version, oldest_version,
                newest_version);
  if (version >= first_with_minor && header.size() < 2)
    return fail(Code::corrupt, "pco: a version cut short");
  return version;
}

}  // namespace

Result<PcoChunk> PcoChunk::read(std::span<const std::byte> header, std::span<const std::byte> part,
                                PType ptype) {
  const auto version = GYRE_TRY(read_version(header));
  const auto width_bits = byte_width(ptype) * 8;
  PcoBits bits(part);
  PcoChunk chunk;
  GYRE_TRY(chunk.read_mode(bits, ptype));
  chunk.delta = GYRE_TRY(PcoDelta::read(bits, version));
  if (chunk.delta.kind == PcoDelta::Kind::lookback)
    chunk.lookbacks = GYRE_TRY(PcoVariable::read(bits, index_bits));
  const bool indexed = chunk.mode == Mode::dictionary;
  chunk.primary = GYRE_TRY(PcoVariable::read(bits, indexed ? index_bits : width_bits));
  if (chunk.mode != Mode::classic && !indexed)
    chunk.secondary = GYRE_TRY(PcoVariable::read(bits, width_bits));
  if (bits.overran() || bits.left() >= 8)
    return fail(Code::corrupt, "pco: a chunk described in {} bytes, of which {} bits are left",
                part.size(), bits.left());
  return chunk;
}

Result<void> PcoChunk::read_mode(PcoBits& bits, PType ptype) {
  const auto width_bits = byte_width(ptype) * 8;
  const auto number = bits.read(4);
  if (number > static_cast<unsigned>(Mode::dictionary))
    return fail(Code::unsupported, "pco: mode {}", number);
  mode = static_cast<Mode>(number);
  const bool floats = mode == Mode::float_mult || mode == Mode::float_quant;
  if ((mode == Mode::int_mult && is_float(ptype)) || (floats && !is_float(ptype)))
    return fail(Code::corrupt, "pco: mode {} is not for such numbers", number);
  switch (mode) {
    case Mode::classic: break;
    case Mode::int_mult:
    case Mode::float_mult: base = bits.read(width_bits); break;
    case Mode::float_quant:
      quantum_bits = static_cast<unsigned>(bits.read(8));
      if (quantum_bits >= width_bits)
        return fail(Code::corrupt, "pco: {} low bits in numbers of {}", quantum_bits, width_bits);
      break;
    case Mode::dictionary: {
      const auto count = bits.read(25);
      bits.align();
      if (count * width_bits > bits.left())
        return fail(Code::corrupt, "pco: {} numbers in {} bits", count, bits.left());
      dictionary.reserve(count);
      for (std::uint64_t i = 0; i < count; ++i) dictionary.push_back(bits.read(width_bits));
      break;
    }
  }
  return {};
}

}  // namespace gyre
