#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace gyre {

/// Numbers distinct values 0, 1, 2 … in the order in which they are first seen. Fewer than 2^31 of them.
template <class Value>
class Distinct {
 public:
  Distinct() : slots_(64, 0) {}

  /// The number of a value, size() before the call if it is new. Texts are not copied.
  std::uint32_t number_of(const Value& value) {
    auto at = hash(value) & (slots_.size() - 1);
    for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1))
      if (values_[slots_[at] - 1] == value) return slots_[at] - 1;
    values_.push_back(value);
    slots_[at] = static_cast<std::uint32_t>(values_.size());
    if (values_.size() * 2 > slots_.size()) grow();
    return static_cast<std::uint32_t>(values_.size() - 1);
  }
  std::size_t size() const { return values_.size(); }

 private:
  static std::size_t hash(const Value& value) {
    if constexpr (std::is_integral_v<Value>) {
      auto mixed = std::uint64_t{value} * 0x9e3779b97f4a7c15;
      mixed ^= mixed >> 32;
      return mixed * 0xbf58476d1ce4e5b9 >> 16;
    } else {
      return std::hash<Value>()(value);
    }
  }
  void grow() {
    slots_.assign(slots_.size() * 2, 0);
    for (std::size_t i = 0; i < values_.size(); ++i) {
      auto at = hash(values_[i]) & (slots_.size() - 1);
      while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = static_cast<std::uint32_t>(i + 1);
    }
  }

  std::vector<Value> values_;
  std::vector<std::uint32_t>
      slots_;  // number + 1, 0: free; a power of two of them, half full at most
};

}  // namespace gyre
