#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace gyre {

/// Sets of instructions that have code of their own.
enum class Cpu : std::uint8_t {
  scalar,  ///< what the compiler was told to assume of every machine
  avx2,
  avx512,  ///< F, BW, DQ and VL
};

/// "scalar", "avx2", "avx512": as GYRE_CPU spells them.
std::string_view name_of(Cpu cpu);
std::optional<Cpu> parse_cpu(std::string_view name);

/// Whether this machine, and this build, has it.
bool has(Cpu cpu);

/// The best that this machine has, or `wanted` where it is the name of one that it has.
Cpu choose_cpu(std::string_view wanted);

/// Chosen when first asked, from the environment's GYRE_CPU; the same for the whole run.
Cpu current_cpu();

}  // namespace gyre
