#include "encodings/detail/unpack.hpp"

#include <array>
#include <cstdlib>
#include <vector>

#include "support/catch.hpp"
#include "support/samples.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

constexpr Cpu all_cpus[] = {Cpu::scalar, Cpu::avx2, Cpu::avx512};

template <class W>
std::vector<W> random_block(unsigned width, Random& random) {
  std::vector<W> values;
  for (std::size_t i = 0; i < block_values; ++i)
    values.push_back(width == 0 ? W{0} : static_cast<W>(random.next() >> (64 - width)));
  return values;
}

template <class W>
std::vector<std::byte> packed(const std::vector<W>& values, unsigned width) {
  std::vector<std::byte> bytes(block_bytes(width));
  pack_block(values.data(), width, bytes.data());
  return bytes;
}

/// A bit of a packed block by the definition of the layout, apart from the code under test.
template <class W>
bool packed_bit(const std::vector<std::byte>& bytes, unsigned width, std::size_t index,
                unsigned bit) {
  constexpr std::size_t mirrored[] = {0, 4, 2, 6, 1, 5, 3, 7};
  constexpr std::size_t lanes = block_values / (8 * sizeof(W));
  for (std::size_t row = 0; row < 8 * sizeof(W); ++row)
    for (std::size_t lane = 0; lane < lanes; ++lane)
      if (mirrored[row / 8] * 16 + row % 8 * 128 + lane == index) {
        const auto at = row * width + bit;
        const auto word = lanes * (at / (8 * sizeof(W))) + lane, in_word = at % (8 * sizeof(W));
        return (bytes[word * sizeof(W) + in_word / 8] >> (in_word % 8) & std::byte{1}) !=
               std::byte{0};
      }
  FAIL("no place for value " << index);
  return false;
}

}  // namespace

TEMPLATE_TEST_CASE("unpack: packed bits lie where the layout says", "[encodings][unpack]",
                   std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t) {
  using W = TestType;
  Random random(7);
  for (const unsigned width : {1u, 3u, 7u, static_cast<unsigned>(8 * sizeof(W) - 1),
                               static_cast<unsigned>(8 * sizeof(W))}) {
    const auto values = random_block<W>(width, random);
    const auto bytes = packed(values, width);
    for (const std::size_t index : {0, 1, 15, 16, 63, 64, 127, 128, 500, 1000, 1023})
      for (unsigned bit = 0; bit < width; ++bit)
        if (packed_bit<W>(bytes, width, index, bit) != ((values[index] >> bit & 1) != 0))
          FAIL("value " << index << ", bit " << bit << " of " << width);
  }
}

TEMPLATE_TEST_CASE("unpack: every variant gives back what was packed, at every width",
                   "[encodings][unpack][simd]", std::uint8_t, std::uint16_t, std::uint32_t,
                   std::uint64_t) {
  using W = TestType;
  for (const auto cpu : all_cpus) {
    if (!has(cpu)) continue;
    INFO(name_of(cpu));
    const auto& table = unpack_table(cpu);
    CHECK(name_of(table.cpu) == name_of(cpu));
    Random random(11);
    for (unsigned width = 0; width <= 8 * sizeof(W); ++width) {
      const auto values = random_block<W>(width, random);
      auto bytes = packed(values, width);
      // Away from every alignment, with nothing to read before and behind.
      std::vector<std::byte> shifted(bytes.size() + 1);
      std::ranges::copy(bytes, shifted.begin() + 1);
      std::vector<W> out(block_values);
      const auto reference = static_cast<W>(random.next());
      table.of<W>().add(shifted.data() + 1, width, reference, out.data());
      for (std::size_t i = 0; i < block_values; ++i) {
        if (out[i] != static_cast<W>(values[i] + reference))
          FAIL("width " << width << ", value " << i);
        if (unpack_value<W>(bytes.data(), width, static_cast<unsigned>(i)) != values[i])
          FAIL("width " << width << ", single value " << i);
      }
    }
  }
}

TEMPLATE_TEST_CASE("unpack: every variant finds the values inside an interval",
                   "[encodings][unpack][simd]", std::uint8_t, std::uint16_t, std::uint32_t,
                   std::uint64_t) {
  using W = TestType;
  for (const auto cpu : all_cpus) {
    if (!has(cpu)) continue;
    INFO(name_of(cpu));
    Random random(13);
    for (unsigned width = 0; width <= 8 * sizeof(W); ++width) {
      const auto values = random_block<W>(width, random);
      const auto bytes = packed(values, width);
      const auto some = values[random.below(block_values)],
                 other = values[random.below(block_values)];
      const std::pair<W, W> tests[] = {{some, 0},
                                       {some, static_cast<W>(other - some)},
                                       {static_cast<W>(some + 1), static_cast<W>(~W{1})},
                                       {0, static_cast<W>(~W{0})},
                                       {static_cast<W>(~W{0} / 2), static_cast<W>(~W{0} / 2)}};
      for (const auto& [low, span] : tests) {
        std::array<std::uint64_t, 16> bits{};
        bits.fill(0x5555);
        unpack_table(cpu).of<W>().test(bytes.data(), width, low, span, bits.data());
        for (std::size_t i = 0; i < block_values; ++i)
          if ((bits[i / 64] >> i % 64 & 1) != (static_cast<W>(values[i] - low) <= span))
            FAIL("width " << width << ", value " << i);
      }
    }
  }
}

TEST_CASE("unpack: the variant that runs is the one that GYRE_CPU names",
          "[encodings][unpack][simd]") {
  const auto* wanted = std::getenv("GYRE_CPU");
  CHECK(name_of(unpack_table().cpu) == name_of(choose_cpu(wanted ? wanted : "")));
  for (const auto cpu : all_cpus) {
    if (!has(cpu)) continue;
    CHECK(name_of(choose_cpu(name_of(cpu))) == name_of(cpu));
    CHECK(choose_cpu("") >= cpu);  // the best there is
  }
  CHECK(choose_cpu("z80") == choose_cpu(""));
  CHECK(has(Cpu::scalar));
}
