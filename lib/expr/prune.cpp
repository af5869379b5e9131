#include "expr/prune.hpp"

#include <cmath>

#include "expr/detail/form.hpp"
#include "expr/detail/literal.hpp"

namespace gyre::expr {
namespace {

/// Whether a column may have values, and nulls.
struct Presence {
  bool values, nulls;
};

Presence presence_of(const BoundColumn& column, const Statistics* statistics) {
  if (statistics == nullptr || !statistics->null_count ||
      *statistics->null_count > statistics->rows)
    return {true, column.nullable};
  return {*statistics->null_count < statistics->rows,
          *statistics->null_count > 0 || column.in_nullable};
}

/// A bound, if it is one of the column's type.
const Value* bound_of(const BoundColumn& column, const std::optional<Scalar>& bound) {
  if (!bound || bound->is_null()) return nullptr;
  const auto physical = [](const DType& dtype) { return dtype.physical().with_nullable(false); };
  if (physical(bound->dtype) != physical(column.dtype)) return nullptr;
  return &bound->value;
}

/// Two bounds that were cut short cannot be equal, unless the cut was wrong.
bool is_suspect(const Statistics& statistics) {
  return !statistics.min_exact || !statistics.max_exact;
}

/// Words between which all values lie that are no NaN; absent: unknown.
struct WordBounds {
  std::optional<Int256> low, high;
  bool some_numbers = true;  ///< there may be values that are no NaN
  bool some_nans = false;
};

std::optional<Int256> word_in(const Value* value, const Form& form) {
  if (value == nullptr) return std::nullopt;
  if (const auto* flag = std::get_if<bool>(&value->held)) return Int256::of(std::uint64_t{*flag});
  const auto* word = std::get_if<Int256>(&value->held);
  if (word == nullptr) return std::nullopt;
  if (form.floating() && std::isnan(float_value(form.ptype, *word))) return std::nullopt;
  return *word;
}

WordBounds word_bounds(const BoundColumn& column, const Statistics* statistics) {
  const auto form = form_of(column.dtype);
  WordBounds bounds;
  bounds.some_nans = form.floating();
  if (statistics == nullptr) return bounds;
  if (form.floating() && statistics->nan_count) {
    bounds.some_nans = *statistics->nan_count > 0;
    if (statistics->null_count && *statistics->null_count <= statistics->rows)
      bounds.some_numbers = *statistics->nan_count != statistics->rows - *statistics->null_count;
  }
  bounds.low = word_in(bound_of(column, statistics->min), form);
  bounds.high = word_in(bound_of(column, statistics->max), form);
  if (!bounds.low || !bounds.high) return bounds;
  const auto low = order_of(form, *bounds.low), high = order_of(form, *bounds.high);
  if (low > high) bounds.low = bounds.high = std::nullopt;
  if (low == high && is_suspect(*statistics)) bounds.high = std::nullopt;
  return bounds;
}

struct TextBounds {
  std::optional<std::string_view> low, high;
};

TextBounds text_bounds(const BoundColumn& column, const Statistics* statistics) {
  TextBounds bounds;
  if (statistics == nullptr) return bounds;
  const auto text_in = [](const Value* value) -> std::optional<std::string_view> {
    const auto* text = value == nullptr ? nullptr : std::get_if<std::string>(&value->held);
    return text == nullptr ? std::nullopt : std::optional<std::string_view>(*text);
  };
  bounds.low = text_in(bound_of(column, statistics->min));
  bounds.high = text_in(bound_of(column, statistics->max));
  if (!bounds.low || !bounds.high) return bounds;
  if (*bounds.low > *bounds.high) return {};
  if (*bounds.low == *bounds.high && is_suspect(*statistics)) bounds.high = std::nullopt;
  return bounds;
}

/// Which orders the values of two columns may have.
struct Orders {
  bool less = true, equal = true, greater = true;

  /// From how the least of one compares to the greatest of the other; absent: unknown.
  static Orders of(std::optional<std::strong_ordering> left_low_to_right_high,
                   std::optional<std::strong_ordering> left_high_to_right_low) {
    Orders orders;
    if (left_low_to_right_high) {
      orders.less = *left_low_to_right_high < 0;
      orders.equal = *left_low_to_right_high <= 0;
    }
    if (left_high_to_right_low) {
      orders.greater = *left_high_to_right_low > 0;
      orders.equal = orders.equal && *left_high_to_right_low >= 0;
    }
    return orders;
  }

  bool may_hold(Comparison comparison) const {
    return (less && holds(comparison, std::strong_ordering::less)) ||
           (equal && holds(comparison, std::strong_ordering::equal)) ||
           (greater && holds(comparison, std::strong_ordering::greater));
  }
};

struct Ask {
  const Predicate& predicate;
  const StatisticsOf& statistics;

  Outcomes operator()(const Constant& constant) const {
    return {constant.value == true, constant.value == false, !constant.value.has_value()};
  }

  Outcomes operator()(const AllOf& list) const {
    Outcomes all{true, false, false};
    bool may_miss_false = true;
    for (const auto& part : list.parts) {
      const auto outcomes = of(part);
      all.has_true = all.has_true && outcomes.has_true;
      all.has_false = all.has_false || outcomes.has_false;
      all.has_null = all.has_null || outcomes.has_null;
      may_miss_false = may_miss_false && (outcomes.has_true || outcomes.has_null);
    }
    all.has_null = all.has_null && may_miss_false;
    return all;
  }

  Outcomes operator()(const AnyOf& list) const {
    Outcomes any{false, true, false};
    bool may_miss_true = true;
    for (const auto& part : list.parts) {
      const auto outcomes = of(part);
      any.has_true = any.has_true || outcomes.has_true;
      any.has_false = any.has_false && outcomes.has_false;
      any.has_null = any.has_null || outcomes.has_null;
      may_miss_true = may_miss_true && (outcomes.has_false || outcomes.has_null);
    }
    any.has_null = any.has_null && may_miss_true;
    return any;
  }

  Outcomes operator()(const IsTrue& test) const {
    const auto outcomes = of(*test.condition);
    return flag(outcomes.has_true, outcomes.has_false || outcomes.has_null, test.negated);
  }
  Outcomes operator()(const IsUnknown& test) const {
    const auto outcomes = of(*test.condition);
    return flag(outcomes.has_null, outcomes.has_true || outcomes.has_false, test.negated);
  }
  Outcomes operator()(const IsNull& test) const {
    const auto presence = presence_of(column(test.column), statistics(test.column));
    return flag(presence.nulls, presence.values, test.negated);
  }

  Outcomes operator()(const InNumbers& leaf) const {
    const auto* known = statistics(leaf.column);
    const auto presence = presence_of(column(leaf.column), known);
    if (!presence.values) return {false, false, presence.nulls};
    const auto form = form_of(column(leaf.column).dtype);
    const auto bounds = word_bounds(column(leaf.column), known);
    const auto range = order_range(form);
    const auto low = std::optional(bounds.low ? order_of(form, *bounds.low) : range.first);
    const auto high = std::optional(bounds.high ? order_of(form, *bounds.high) : range.last);
    const auto outside = leaf.set.complement();
    Outcomes outcomes{false, false, presence.nulls};
    if (bounds.some_numbers) {
      outcomes.has_true = leaf.set.meets(low, high);
      outcomes.has_false = outside.meets(low, high);
    }
    if (bounds.some_nans) {
      outcomes.has_true = outcomes.has_true || leaf.set.contains(range.last);
      outcomes.has_false = outcomes.has_false || outside.contains(range.last);
    }
    return outcomes;
  }

  Outcomes operator()(const InTexts& leaf) const {
    const auto* known = statistics(leaf.column);
    const auto presence = presence_of(column(leaf.column), known);
    if (!presence.values) return {false, false, presence.nulls};
    const auto bounds = text_bounds(column(leaf.column), known);
    return {leaf.set.meets(bounds.low, bounds.high),
            leaf.set.complement().meets(bounds.low, bounds.high), presence.nulls};
  }

  Outcomes operator()(const CompareColumns& leaf) const {
    const auto left = presence_of(column(leaf.left), statistics(leaf.left));
    const auto right = presence_of(column(leaf.right), statistics(leaf.right));
    Outcomes outcomes{false, false, left.nulls || right.nulls};
    if (!left.values || !right.values) return outcomes;
    const auto orders = form_of(column(leaf.left).dtype).family == Form::Family::text
                            ? orders_of_texts(leaf)
                            : orders_of_numbers(leaf);
    outcomes.has_true = orders.may_hold(leaf.comparison);
    outcomes.has_false = orders.may_hold(opposite(leaf.comparison));
    return outcomes;
  }

  Outcomes of(const Node& node) const { return std::visit(*this, node.held); }

 private:
  const BoundColumn& column(std::size_t index) const { return predicate.columns()[index]; }

  static Outcomes flag(bool may_be, bool may_not_be, bool negated) {
    return negated ? Outcomes{may_not_be, may_be, false} : Outcomes{may_be, may_not_be, false};
  }

  Orders orders_of_numbers(const CompareColumns& leaf) const {
    const auto left_form = form_of(column(leaf.left).dtype);
    const auto right_form = form_of(column(leaf.right).dtype);
    const auto left = word_bounds(column(leaf.left), statistics(leaf.left));
    const auto right = word_bounds(column(leaf.right), statistics(leaf.right));
    if (left.some_nans || right.some_nans) return {};
    const auto order = [&](const std::optional<Int256>& a, const std::optional<Int256>& b) {
      return a && b ? std::optional(compare(left_form, *a, right_form, *b)) : std::nullopt;
    };
    return Orders::of(order(left.low, right.high), order(left.high, right.low));
  }

  Orders orders_of_texts(const CompareColumns& leaf) const {
    const auto left = text_bounds(column(leaf.left), statistics(leaf.left));
    const auto right = text_bounds(column(leaf.right), statistics(leaf.right));
    const auto order = [](const auto& a, const auto& b) -> std::optional<std::strong_ordering> {
      if (!a || !b) return std::nullopt;
      return *a <=> *b;
    };
    return Orders::of(order(left.low, right.high), order(left.high, right.low));
  }
};

}  // namespace

Outcomes possible(const Predicate& predicate, const StatisticsOf& statistics) {
  return Ask{predicate, statistics}.of(predicate.root());
}

}  // namespace gyre::expr
