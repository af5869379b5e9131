#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/words.hpp"

namespace gyre::expr {

/// A cut of numbers lies right before its number.
inline bool reached(const Int256& cut, const Int256& value) { return cut <= value; }

/// A cut of texts lies right before its text, or right behind it: texts have no next one of any use. Order is by bytes.
struct TextCut {
  std::string text;
  bool behind = false;
  auto operator<=>(const TextCut&) const = default;
  bool operator==(const TextCut&) const = default;
};
inline bool reached(const TextCut& cut, std::string_view value) {
  return cut.behind ? cut.text < value : cut.text <= value;
}

/// A set of values of an ordered type, kept as the cuts between the values inside and the values outside. However a
/// condition on one column was written, this is what it comes to; and, or, not are set operations.
///
/// Cut   a place in the order; reached(cut, value) says that the value is not before it
template <class Cut>
class CutSet {
 public:
  CutSet() = default;  ///< empty
  static CutSet all() { return CutSet(true, {}); }
  static CutSet below(Cut cut) { return CutSet(true, {std::move(cut)}); }
  static CutSet from(Cut cut) { return CutSet(false, {std::move(cut)}); }
  /// first must not be behind last.
  static CutSet between(Cut first, Cut last) {
    if (!(first < last)) return {};
    return CutSet(false, {std::move(first), std::move(last)});
  }

  bool is_empty() const { return !starts_inside_ && cuts_.empty(); }
  bool is_all() const { return starts_inside_ && cuts_.empty(); }
  /// Whether the values before all cuts are inside; membership changes at each cut.
  bool starts_inside() const { return starts_inside_; }
  const std::vector<Cut>& cuts() const { return cuts_; }

  template <class Value>
  bool contains(const Value& value) const {
    return inside_after(cuts_reached(value));
  }

  /// Whether a value of low .. high, both inclusive, may be inside; an absent end is open.
  template <class Value>
  bool meets(const std::optional<Value>& low, const std::optional<Value>& high) const {
    const auto first = low ? cuts_reached(*low) : 0;
    const auto last = high ? cuts_reached(*high) : cuts_.size();
    return inside_after(first) || last > first;
  }

  CutSet complement() const { return CutSet(!starts_inside_, cuts_); }
  CutSet operator|(const CutSet& other) const {
    return merged(other, [](bool a, bool b) { return a || b; });
  }
  CutSet operator&(const CutSet& other) const {
    return merged(other, [](bool a, bool b) { return a && b; });
  }

  /// The same set for values that all lie behind `floor` or on it, and before `end`.
  CutSet clipped(const Cut& floor, const Cut& end) const {
    const auto first = std::upper_bound(cuts_.begin(), cuts_.end(), floor);
    const auto last = std::lower_bound(first, cuts_.end(), end);
    return CutSet(inside_after(static_cast<std::size_t>(first - cuts_.begin())),
                  std::vector<Cut>(first, last));
  }

  bool operator==(const CutSet&) const = default;

 private:
  CutSet(bool starts_inside, std::vector<Cut> cuts)
      : starts_inside_(starts_inside), cuts_(std::move(cuts)) {}

  bool inside_after(std::size_t cuts) const { return starts_inside_ != (cuts % 2 != 0); }

  template <class Value>
  std::size_t cuts_reached(const Value& value) const {
    const auto end = std::partition_point(cuts_.begin(), cuts_.end(),
                                          [&](const Cut& cut) { return reached(cut, value); });
    return static_cast<std::size_t>(end - cuts_.begin());
  }

  template <class Combine>
  CutSet merged(const CutSet& other, Combine combine) const {
    CutSet result(combine(starts_inside_, other.starts_inside_), {});
    bool inside = result.starts_inside_;
    for (std::size_t a = 0, b = 0; a < cuts_.size() || b < other.cuts_.size();) {
      const bool take_a =
          b == other.cuts_.size() || (a < cuts_.size() && cuts_[a] <= other.cuts_[b]);
      const bool take_b = !take_a || (b < other.cuts_.size() && cuts_[a] == other.cuts_[b]);
      const auto& cut = take_a ? cuts_[a] : other.cuts_[b];
      a += take_a;
      b += take_b;
      if (combine(inside_after(a), other.inside_after(b)) == inside) continue;
      inside = !inside;
      result.cuts_.push_back(cut);
    }
    return result;
  }

  bool starts_inside_ = false;
  std::vector<Cut> cuts_;
};

/// The union of many sets, without looking at any of them too often.
template <class Cut>
CutSet<Cut> unite(std::vector<CutSet<Cut>> sets) {
  if (sets.empty()) return {};
  for (std::size_t step = 1; step < sets.size(); step *= 2)
    for (std::size_t i = 0; i + step < sets.size(); i += 2 * step)
      sets[i] = sets[i] | sets[i + step];
  return std::move(sets.front());
}

using NumberSet = CutSet<Int256>;
using TextSet = CutSet<TextCut>;

}  // namespace gyre::expr
