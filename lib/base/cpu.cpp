#include "base/cpu.hpp"

#include <cstdlib>

namespace gyre {

std::string_view name_of(Cpu cpu) {
  switch (cpu) {
    case Cpu::avx512: return "avx512";
    case Cpu::avx2: return "avx2";
    case Cpu::scalar: break;
  }
  return "scalar";
}

std::optional<Cpu> parse_cpu(std::string_view name) {
  for (const auto cpu : {Cpu::scalar, Cpu::avx2, Cpu::avx512})
    if (name == name_of(cpu)) return cpu;
  return std::nullopt;
}

bool has(Cpu cpu) {
#if defined(__x86_64__)
  switch (cpu) {
    case Cpu::avx512:
      return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
             __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    case Cpu::avx2: return __builtin_cpu_supports("avx2");
    case Cpu::scalar: break;
  }
#endif
  return cpu == Cpu::scalar;
}

Cpu choose_cpu(std::string_view wanted) {
  if (const auto named = parse_cpu(wanted); named && has(*named)) return *named;
  for (const auto cpu : {Cpu::avx512, Cpu::avx2})
    if (has(cpu)) return cpu;
  return Cpu::scalar;
}

Cpu current_cpu() {
  static const Cpu chosen = [] {
    const auto* wanted = std::getenv("GYRE_CPU");
    return choose_cpu(wanted ? wanted : "");
  }();
  return chosen;
}

}  // namespace gyre
