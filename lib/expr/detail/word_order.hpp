#pragma once

#include "array/test_interval.hpp"
#include "expr/detail/form.hpp"
#include "expr/detail/wide.hpp"

namespace gyre::expr {

/// How words of one width sort by the values they stand for.
template <Word W>
class WordOrder {
 public:
  explicit WordOrder(const Form& form)
      : decimal_(form.decimal), floating_(form.floating()), form_(form) {
    if constexpr (!std::is_same_v<W, Int256>)
      if (form.has_sign() && !floating_) flip_ = static_cast<W>(W{1} << (sizeof(W) * 8 - 1));
  }

  /// A number that sorts as the word's value: unsigned, but for 256 bits.
  W key(W word) const {
    if constexpr (std::is_same_v<W, Int256>) {
      return word;
    } else {
      if constexpr (sizeof(W) > 1 && sizeof(W) <= 8)
        if (floating_) return float_order(word);
      return word ^ flip_;
    }
  }
  /// The key of what order_of gives for a word; the value is in range().
  W key_of_order(const Int256& order) const {
    if constexpr (std::is_same_v<W, Int256>)
      return order;
    else
      return truncate<W>(order) ^ flip_;
  }
  /// What order_of may give for words of this width.
  OrderRange range() const {
    if (!decimal_) return order_range(form_);
    if constexpr (std::is_same_v<W, Int256>) return {lowest, widest};
    const auto end = shifted_left(Int256::of(std::uint64_t{1}), sizeof(W) * 8 - 1);
    return {negated(end), previous(end)};
  }

 private:
  bool decimal_, floating_;
  Form form_;
  W flip_{};
};

}  // namespace gyre::expr
