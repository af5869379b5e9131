#include "encodings/detail/unpack_kernels.hpp"
#include "encodings/detail/unpack_variants.hpp"

namespace gyre::baseline {
namespace {

struct Isa {
  static constexpr std::size_t vector_bytes = 16;
  static constexpr bool has_vector_test = false;
};

}  // namespace

const UnpackTable& unpack_table() {
  static constexpr auto table = unpack_kernels::table_of<Isa>(Cpu::scalar);
  return table;
}

}  // namespace gyre::baseline
