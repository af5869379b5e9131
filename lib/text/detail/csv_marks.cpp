#include "text/detail/csv_marks.hpp"

#include <cstdlib>
#include <string_view>

namespace gyre {
namespace {

FindMarks choose() {
#if defined(GYRE_TEXT_X86)
  const auto* named = std::getenv("GYRE_CPU");
  const std::string_view wanted = named != nullptr ? named : "";
  if (wanted == "scalar") return baseline::find_marks;
  if (__builtin_cpu_supports("avx512bw") && wanted != "avx2") return avx512::find_marks;
  if (__builtin_cpu_supports("avx2")) return avx2::find_marks;
#endif
  return baseline::find_marks;
}

}  // namespace

void baseline::find_marks(const char* text, std::size_t blocks, const CsvMarks& marks,
                          CsvFound* found) {
  find_marks_with<Bytes64>(text, blocks, marks, found);
}

FindMarks best_find_marks() {
  static const FindMarks chosen = choose();
  return chosen;
}

}  // namespace gyre
