#include <immintrin.h>

#include "encodings/detail/unpack_kernels.hpp"
#include "encodings/detail/unpack_variants.hpp"

namespace gyre::avx512 {
namespace {

struct Isa {
  static constexpr std::size_t vector_bytes = 64;
  static constexpr bool has_vector_test = true;
  static constexpr bool signed_compare = false;

  template <class W, class Vector>
  [[gnu::always_inline]] static std::uint64_t at_most(Vector left, Vector right) {
    const auto a = (__m512i)left, b = (__m512i)right;
    if constexpr (sizeof(W) == 1)
      return _mm512_cmple_epu8_mask(a, b);
    else if constexpr (sizeof(W) == 2)
      return _mm512_cmple_epu16_mask(a, b);
    else if constexpr (sizeof(W) == 4)
      return _mm512_cmple_epu32_mask(a, b);
    else
      return _mm512_cmple_epu64_mask(a, b);
  }
};

}  // namespace

const UnpackTable& unpack_table() {
  static constexpr auto table = unpack_kernels::table_of<Isa>(Cpu::avx512);
  return table;
}

}  // namespace gyre::avx512
