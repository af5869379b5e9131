#include <immintrin.h>

#include "encodings/detail/unpack_kernels.hpp"
#include "encodings/detail/unpack_variants.hpp"

namespace gyre::avx2 {
namespace {

struct Isa {
  static constexpr std::size_t vector_bytes = 32;
  static constexpr bool has_vector_test = true;
  static constexpr bool signed_compare = true;

  template <class W, class Vector>
  [[gnu::always_inline]] static std::uint64_t at_most(Vector left, Vector right) {
    const auto a = (__m256i)left, b = (__m256i)right;
    constexpr auto all =
        static_cast<std::uint32_t>((std::uint64_t{1} << (vector_bytes / sizeof(W))) - 1);
    std::uint32_t above = 0;
    if constexpr (sizeof(W) == 1) {
      above = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpgt_epi8(a, b)));
    } else if constexpr (sizeof(W) == 2) {
      const auto greater = _mm256_cmpgt_epi16(a, b);
      above = static_cast<std::uint32_t>(_mm_movemask_epi8(
          _mm_packs_epi16(_mm256_castsi256_si128(greater), _mm256_extracti128_si256(greater, 1))));
    } else if constexpr (sizeof(W) == 4) {
      above = static_cast<std::uint32_t>(_mm256_movemask_ps((__m256)_mm256_cmpgt_epi32(a, b)));
    } else {
      above = static_cast<std::uint32_t>(_mm256_movemask_pd((__m256d)_mm256_cmpgt_epi64(a, b)));
    }
    return ~above & all;
  }
};

}  // namespace

const UnpackTable& unpack_table() {
  static constexpr auto table = unpack_kernels::table_of<Isa>(Cpu::avx2);
  return table;
}

}  // namespace gyre::avx2
