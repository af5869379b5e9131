#include "encodings/detail/pco_variable.hpp"

#include <algorithm>
#include <bit>

namespace gyre {

Result<PcoVariable> PcoVariable::read(PcoBits& bits, unsigned width_bits) {
  PcoVariable variable;
  variable.width_bits_ = width_bits;
  variable.log_ = static_cast<unsigned>(bits.read(4));
  const auto count = bits.read(15);
  const auto offset_field = static_cast<unsigned>(std::bit_width(width_bits));
  const auto size = std::uint64_t{1} << variable.log_;
  if (variable.log_ > most_log || count > size)
    return fail(Code::corrupt, "pco: {} bins in a table of {} states", count, size);
  if (count * (variable.log_ + width_bits + offset_field) > bits.left())
    return fail(Code::corrupt, "pco: {} bins in {} bits", count, bits.left());

  std::vector<Bin> bins;
  bins.reserve(std::max<std::size_t>(count, 1));
  std::uint64_t total = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto weight = static_cast<std::uint32_t>(bits.read(variable.log_) + 1);
    const auto lower = bits.read(width_bits);
    const auto offset_bits = static_cast<unsigned>(bits.read(offset_field));
    if (offset_bits > width_bits)
      return fail(Code::corrupt, "pco: an offset of {} bits in numbers of {}", offset_bits,
                  width_bits);
    bins.push_back({lower, weight, static_cast<std::uint8_t>(offset_bits)});
    variable.widest_offset_ = std::max(variable.widest_offset_, offset_bits);
    total += weight;
  }
  if (bins.empty()) {
    bins.push_back({0, 1, 0});
    total = 1;
  }
  if (total != size)
    return fail(Code::corrupt, "pco: weights of {} in all for {} states", total, size);
  variable.has_symbols_ = count > 1;
  variable.build(bins);
  return variable;
}

void PcoVariable::build(const std::vector<Bin>& bins) {
  const auto size = std::uint32_t{1} << log_;
  // Odd, so that every place is met once.
  const auto stride = (size * 3 / 5) | 1u;
  std::vector<std::uint32_t> symbols(size);
  std::uint32_t place = 0;
  for (std::uint32_t symbol = 0; symbol < bins.size(); ++symbol)
    for (std::uint32_t i = 0; i < bins[symbol].weight; ++i) {
      symbols[place] = symbol;
      place = (place + stride) & (size - 1);
    }

  std::vector<std::uint32_t> counts;
  for (const auto& bin : bins) counts.push_back(bin.weight);
  nodes_.reserve(size);
  for (const auto symbol : symbols) {
    const auto count = counts[symbol]++;
    const auto next_bits = log_ + 1 - static_cast<unsigned>(std::bit_width(count));
    nodes_.push_back({bins[symbol].lower, static_cast<std::uint16_t>((count << next_bits) - size),
                      static_cast<std::uint8_t>(next_bits), bins[symbol].offset_bits});
  }
}

PcoVariable::State PcoVariable::start(PcoBits& bits) const {
  State state;
  for (auto& one : state) one = static_cast<std::uint32_t>(bits.read(log_));
  return state;
}

void PcoVariable::decode_bins(PcoBits& bits, State& state, std::size_t count, std::uint64_t* lowers,
                              std::uint8_t* offset_bits) const {
  const auto* const nodes = nodes_.data();
  auto states = state;
  for (std::size_t i = 0; i < count; i += interleaved) {
    auto next = bits.peek();
    std::uint64_t used = 0;
    const auto some = std::min<std::size_t>(interleaved, count - i);
    const auto step = [&](std::size_t k) {
      const auto& node = nodes[states[k]];
      lowers[i + k] = node.lower;
      offset_bits[i + k] = node.offset_bits;
      states[k] =
          node.next_base + static_cast<std::uint32_t>(next & PcoBits::low_bits(node.next_bits));
      next >>= node.next_bits;
      used += node.next_bits;
    };
    if (some == interleaved) {
      for (std::size_t k = 0; k < interleaved; ++k) step(k);
    } else {
      for (std::size_t k = 0; k < some; ++k) step(k);
    }
    bits.skip(used);
  }
  state = states;
}

void PcoVariable::decode(PcoBits& bits, State& state, std::size_t count, std::uint64_t* out) const {
  std::array<std::uint8_t, batch> offset_bits;
  if (has_symbols_) {
    decode_bins(bits, state, count, out, offset_bits.data());
  } else {
    std::fill_n(out, count, nodes_[0].lower);
    std::fill_n(offset_bits.data(), count, nodes_[0].offset_bits);
  }
  if (widest_offset_ == 0) return;
  const auto mask = this->mask();
  if (widest_offset_ <= PcoBits::peek_bits) {
    for (std::size_t i = 0; i < count; ++i) {
      out[i] = (out[i] + (bits.peek() & PcoBits::low_bits(offset_bits[i]))) & mask;
      bits.skip(offset_bits[i]);
    }
  } else {
    for (std::size_t i = 0; i < count; ++i) out[i] = (out[i] + bits.read(offset_bits[i])) & mask;
  }
}

}  // namespace gyre
