#include "encodings/null.hpp"

#include "encodings/nodes.hpp"

using namespace gyre;
using namespace gyre::test;

TEST_CASE("null: answers every question as its plain form does", "[encodings][null]") {
  for (const auto& plain : samples(DType::null())) check_encoder(null_encoding, plain);
}

TEST_CASE("null: a node of another type or with children is refused", "[encodings][null]") {
  check_refused(node("vortex.null", {}, {}), DType::utf8(true), 3, Code::corrupt);
  check_refused(node("vortex.null", {}, {}, {node("vortex.null", {}, {})}), DType::null(), 3,
                Code::corrupt);
}
