#pragma once

#include "encodings/detail/unpack.hpp"

/// One file and one namespace for each set of instructions; unpack.cpp chooses among them.
namespace gyre::baseline {
const UnpackTable& unpack_table();
}
namespace gyre::avx2 {
const UnpackTable& unpack_table();
}
namespace gyre::avx512 {
const UnpackTable& unpack_table();
}
