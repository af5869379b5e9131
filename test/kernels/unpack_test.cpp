#include "kernels/unpack.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "encodings/detail/unpack.hpp"
#include "kernels/host/grid.hpp"
#include "support/catch.hpp"

// Three ways from packed bytes to values are held against each other: `plain_unpack` here, which
// reads one bit after another as the layout is defined; the kernel on the emulated grid
// (`run_kernel`); and whoever else unpacks, as one more function of that signature.

using namespace gyre::kernels;
using host::Order;

namespace {

// The definition, sharing nothing with the kernel: where value i of a tile lies.
struct Place {
  std::size_t row, lane;
};

template <class T>
Place place_of(std::size_t i) {
  static constexpr std::array<std::size_t, 8> order{0, 4, 2, 6, 1, 5, 3, 7};
  const std::size_t lanes = 1024 / (8 * sizeof(T));
  const auto lane = i % lanes;
  const auto group = (i % 128 - lane) / 16;
  return {order[group] * 8 + i / 128, lane};
}

// Calls visit(word of the tile, bit of the word, value, bit of the value) for every bit that a tile
// holds.
template <class T, class Visit>
void for_each_bit(std::size_t width, Visit visit) {
  const std::size_t word_bits = 8 * sizeof(T);
  const std::size_t lanes = 1024 / word_bits;
  for (std::size_t i = 0; i < 1024; ++i) {
    const auto [row, lane] = place_of<T>(i);
    for (std::size_t bit = 0; bit < width; ++bit) {
      const auto at = row * width + bit;
      visit(lanes * (at / word_bits) + lane, at % word_bits, i, bit);
    }
  }
}

template <class T>
std::vector<T> plain_pack(const std::vector<T>& values, std::size_t width) {
  const auto words = 128 * width / sizeof(T);
  std::vector<T> packed(values.size() / 1024 * words);
  for (std::size_t tile = 0; tile < values.size() / 1024; ++tile)
    for_each_bit<T>(width, [&](auto word, auto word_bit, auto value, auto bit) {
      const auto set = static_cast<T>(values[tile * 1024 + value] >> bit & 1);
      auto& to = packed[tile * words + word];
      to = static_cast<T>(to | static_cast<T>(set << word_bit));
    });
  return packed;
}

template <class T>
std::vector<T> plain_unpack(const std::vector<T>& packed, std::size_t width, std::size_t tiles) {
  const auto words = 128 * width / sizeof(T);
  std::vector<T> values(tiles * 1024);
  for (std::size_t tile = 0; tile < tiles; ++tile)
    for_each_bit<T>(width, [&](auto word, auto word_bit, auto value, auto bit) {
      const auto set = static_cast<T>(packed[tile * words + word] >> word_bit & 1);
      auto& to = values[tile * 1024 + value];
      to = static_cast<T>(to | static_cast<T>(set << bit));
    });
  return values;
}

template <class T>
std::vector<T> run_kernel(const std::vector<T>& packed, std::size_t width, std::size_t tiles,
                          T reference, Order order) {
  std::vector<T> values(tiles * 1024);
  const auto shape = UnpackFor<T>::shape(static_cast<std::uint32_t>(tiles));
  const auto report = host::launch(shape, order, UnpackFor<T>{}, packed.data(), values.data(),
                                   static_cast<std::uint32_t>(width), reference);
  REQUIRE(report.message() == "ok");
  return values;
}

template <class T>
std::vector<T> run_cpu(const std::vector<T>& packed, std::size_t width, std::size_t tiles,
                       T reference, gyre::Cpu cpu) {
  std::vector<T> values(tiles * 1024);
  const auto* bytes = reinterpret_cast<const std::byte*>(packed.data());
  const auto& cpu_kernels = gyre::unpack_table(cpu).template of<T>();
  for (std::size_t tile = 0; tile < tiles; ++tile)
    cpu_kernels.add(bytes + tile * gyre::block_bytes(static_cast<unsigned>(width)),
                    static_cast<unsigned>(width), reference, values.data() + tile * 1024);
  return values;
}

template <class T>
class Random {
 public:
  explicit Random(std::uint64_t seed) : bits_(seed) {}

  T word() { return static_cast<T>(bits_()); }

  /// Words that each use `width` bits at most.
  std::vector<T> words(std::size_t count, std::size_t width) {
    std::vector<T> made(count);
    for (auto& one : made) one = width == 0 ? T{0} : static_cast<T>(bits_() >> (64 - width));
    return made;
  }

 private:
  std::mt19937_64 bits_;
};

template <class T>
std::vector<T> plus(std::vector<T> values, T reference) {
  for (auto& value : values) value = static_cast<T>(value + reference);
  return values;
}

}  // namespace

TEMPLATE_TEST_CASE("unpack: every width comes back, in every order of threads", "[kernels][unpack]",
                   std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t) {
  const std::size_t tiles = 3;
  const auto seed = GENERATE(1U, 20230901U);
  for (std::size_t width = 0; width <= 8 * sizeof(TestType); ++width) {
    INFO("width " << width);
    Random<TestType> random(seed + width);
    const auto values = random.words(tiles * 1024, width);
    const auto packed = plain_pack(values, width);
    REQUIRE(plain_unpack(packed, width, tiles) == values);
    for (const auto order : host::every_order)
      CHECK(run_kernel<TestType>(packed, width, tiles, 0, order) == values);
  }
}

TEMPLATE_TEST_CASE("unpack: a frame of reference is added modulo the type's size",
                   "[kernels][unpack]", std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t) {
  const auto top = static_cast<TestType>(~TestType{0});
  Random<TestType> random(7);
  for (std::size_t width = 0; width <= 8 * sizeof(TestType); ++width) {
    const auto values = random.words(2 * 1024, width);
    const auto packed = plain_pack(values, width);
    const auto middle = static_cast<TestType>(top / 2 + 1);
    for (const TestType reference : {TestType{1}, middle, top, random.word()}) {
      INFO("width " << width << ", reference " << +reference);
      CHECK(run_kernel(packed, width, 2, reference, Order::shuffled) == plus(values, reference));
    }
  }
}

TEMPLATE_TEST_CASE("unpack: any bytes are a packed tile", "[kernels][unpack]", std::uint8_t,
                   std::uint16_t, std::uint32_t, std::uint64_t) {
  for (std::size_t width = 0; width <= 8 * sizeof(TestType); ++width) {
    INFO("width " << width);
    Random<TestType> random(99 + width);
    const auto packed = random.words(2 * 128 * width / sizeof(TestType), 8 * sizeof(TestType));
    CHECK(run_kernel<TestType>(packed, width, 2, 0, Order::descending) ==
          plain_unpack(packed, width, 2));
  }
}

TEMPLATE_TEST_CASE("unpack: the kernel and the CPU's reader agree on any bytes",
                   "[kernels][unpack][simd]", std::uint8_t, std::uint16_t, std::uint32_t,
                   std::uint64_t) {
  const auto cpu = GENERATE(gyre::Cpu::scalar, gyre::Cpu::avx2, gyre::Cpu::avx512);
  if (!gyre::has(cpu)) return;
  for (std::size_t width = 0; width <= 8 * sizeof(TestType); ++width) {
    INFO(gyre::name_of(cpu) << ", width " << width);
    Random<TestType> random(1000 + width);
    const auto packed = random.words(3 * 128 * width / sizeof(TestType), 8 * sizeof(TestType));
    const auto reference = random.word();
    CHECK(run_kernel(packed, width, 3, reference, Order::shuffled) ==
          run_cpu(packed, width, 3, reference, cpu));
  }
}

TEST_CASE("unpack: at full width a tile is the rows of the lanes, not the values in order",
          "[kernels][unpack]") {
  std::vector<std::uint64_t> packed(1024);
  for (std::size_t i = 0; i < 1024; ++i) packed[i] = i;
  const auto values = run_kernel<std::uint64_t>(packed, 64, 1, 0, Order::ascending);
  CHECK(values[0] == 0);
  CHECK(values[15] == 15);
  CHECK(values[16] == 4 * 8 * 16);  // the second group of 16 is row 32
  CHECK(values[128] == 16);         // row 1
  CHECK(values[1023] == 1023);
}

TEST_CASE("unpack: the eight values of a thread are 128 apart", "[kernels][unpack]") {
  Random<std::uint16_t> random(3);
  const auto expected = random.words(1024, 11);
  const auto packed = plain_pack(expected, 11);
  for (std::uint32_t thread = 0; thread < tile_threads; ++thread) {
    std::uint16_t values[thread_values];
    unpack_thread(packed.data(), 11, thread, values);
    for (std::uint32_t k = 0; k < thread_values; ++k)
      CHECK(values[k] == expected[thread + 128 * k]);
  }
}
