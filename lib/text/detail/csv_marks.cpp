#include "text/detail/csv_marks.hpp"

#include "base/cpu.hpp"

namespace gyre {
namespace {

FindMarks choose() {
#if defined(GYRE_TEXT_X86)
  switch (current_cpu()) {
    case Cpu::avx512: return avx512::find_marks;
    case Cpu::avx2: return avx2::find_marks;
    case Cpu::scalar: break;
  }
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
