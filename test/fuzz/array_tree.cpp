#include "array/encoding.hpp"
#include "encodings/builtin.hpp"
#include "fuzz/read_checks.hpp"
#include "fuzz/tree_input.hpp"

// A tree of arrays of any encodings, below each other in any way: whatever opens is read in every way.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gyre;
  static const EncodingTable encodings(builtin_encodings());
  const auto tree = fuzz::read_tree({data, size});
  const auto array = open_array(tree.root, tree.dtype, tree.rows, encodings);
  if (array) fuzz::check_ways_to_read(*array);
  return 0;
}
