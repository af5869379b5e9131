#include <immintrin.h>

#include "text/detail/csv_marks.hpp"

namespace gyre::avx2 {
namespace {

class Bytes {
 public:
  explicit Bytes(const char* text)
      : low_(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(text))),
        high_(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(text + 32))) {}
  std::uint64_t equal(char c) const {
    const auto wanted = _mm256_set1_epi8(c);
    const auto bits = [&](__m256i part) {
      return std::uint64_t{
          static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(part, wanted)))};
    };
    return bits(low_) | bits(high_) << 32;
  }

 private:
  __m256i low_, high_;
};

}  // namespace

void find_marks(const char* text, std::size_t blocks, const CsvMarks& marks, CsvFound* found) {
  find_marks_with<Bytes>(text, blocks, marks, found);
}

}  // namespace gyre::avx2
