#include <immintrin.h>

#include "text/detail/csv_marks.hpp"

namespace gyre::avx512 {
namespace {

class Bytes {
 public:
  explicit Bytes(const char* text) : all_(_mm512_loadu_si512(text)) {}
  std::uint64_t equal(char c) const { return _mm512_cmpeq_epi8_mask(all_, _mm512_set1_epi8(c)); }

 private:
  __m512i all_;
};

}  // namespace

void find_marks(const char* text, std::size_t blocks, const CsvMarks& marks, CsvFound* found) {
  find_marks_with<Bytes>(text, blocks, marks, found);
}

}  // namespace gyre::avx512
