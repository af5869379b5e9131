#include <algorithm>
#include <utility>

#include "dtype/text.hpp"
#include "expr/detail/lexer.hpp"
#include "expr/detail/literal.hpp"
#include "expr/detail/nodes.hpp"
#include "expr/detail/resolve.hpp"
#include "expr/predicate.hpp"

namespace gyre::expr {
namespace {

using What = Syntax::What;
using Family = Form::Family;

std::string_view feature_name(const Syntax& syntax) {
  switch (syntax.what) {
    case What::like: return syntax.flag ? "ilike" : "like";
    case What::arithmetic:
    case What::minus: return "arithmetic";
    case What::cast: return "cast";
    case What::case_when: return "case";
    case What::call: return syntax.text;
    default: return "this";
  }
}

std::unexpected<Error> unsupported(const Syntax& syntax) {
  return fail(Code::unsupported, "expression: at {}: not supported yet: {}", syntax.position,
              feature_name(syntax));
}

class Binder {
 public:
  explicit Binder(const DType& schema) : schema_(schema) {}

  Result<Node> condition(const Syntax& syntax) {
    switch (syntax.what) {
      case What::column: return boolean_column(syntax);
      case What::null: return Node{Constant{}};
      case What::boolean: return Node{Constant{syntax.flag}};
      case What::negation: return negation(GYRE_TRY(condition(syntax.children[0])));
      case What::all_of: return expr::all_of(GYRE_TRY(conditions(syntax)));
      case What::any_of: return expr::any_of(GYRE_TRY(conditions(syntax)));
      case What::comparison: return comparison(syntax);
      case What::is_null: return null_test(syntax);
      case What::is_true:
        return expr::is_true(GYRE_TRY(condition(syntax.children[0])), syntax.negated);
      case What::is_false:
        return expr::is_true(negation(GYRE_TRY(condition(syntax.children[0]))), syntax.negated);
      case What::in: return in(syntax);
      case What::between: return between(syntax);
      case What::number:
      case What::text:
      case What::bytes:
      case What::date:
      case What::time:
      case What::timestamp:
      case What::star:
        return fail(Code::invalid_argument, "expression: at {}: expected a condition, found {}",
                    syntax.position, syntax.what == What::star ? "*" : kind_name(syntax));
      default: return unsupported(syntax);
    }
  }

  std::vector<BoundColumn> take_columns() { return std::move(columns_); }

 private:
  Result<std::vector<Node>> conditions(const Syntax& syntax) {
    std::vector<Node> parts;
    parts.reserve(syntax.children.size());
    for (const auto& child : syntax.children) parts.push_back(GYRE_TRY(condition(child)));
    return parts;
  }

  /// The number of a column, each path once.
  Result<std::size_t> column(const Syntax& syntax) {
    auto bound = GYRE_TRY(resolve(syntax, schema_));
    const auto found = std::ranges::find(columns_, bound.path, &BoundColumn::path);
    const auto index = static_cast<std::size_t>(found - columns_.begin());
    if (found == columns_.end()) columns_.push_back(std::move(bound));
    return index;
  }
  Form form(std::size_t column) const { return form_of(columns_[column].dtype); }

  /// A set that has all or none of a column's values needs no column, unless there may be nulls.
  template <class Leaf, class Set>
  Node leaf(std::size_t column, Set set) const {
    if (!columns_[column].nullable && (set.is_empty() || set.is_all()))
      return {Constant{set.is_all()}};
    return {Leaf{column, std::move(set)}};
  }

  Result<Node> boolean_column(const Syntax& syntax) {
    const auto index = GYRE_TRY(column(syntax));
    const auto family = form(index).family;
    if (family == Family::null) return Node{Constant{}};
    if (family != Family::boolean)
      return fail(Code::invalid_argument,
                  "expression: at {}: expected a condition, found column {} ({})", syntax.position,
                  columns_[index].name, to_text(columns_[index].dtype));
    return Node{InNumbers{index, NumberSet::from(Int256::of(std::uint64_t{1}))}};
  }

  Result<Node> null_test(const Syntax& syntax) {
    const auto& child = syntax.children[0];
    if (child.is_literal()) return Node{Constant{(child.what == What::null) != syntax.negated}};
    if (child.what != What::column) return is_unknown(GYRE_TRY(condition(child)), syntax.negated);
    const auto index = GYRE_TRY(column(child));
    if (form(index).family == Family::null) return Node{Constant{!syntax.negated}};
    if (!columns_[index].nullable) return Node{Constant{syntax.negated}};
    return Node{IsNull{index, syntax.negated}};
  }

  Result<Node> in(const Syntax& syntax) {
    std::vector<Node> parts;
    for (std::size_t i = 1; i < syntax.children.size(); ++i)
      parts.push_back(GYRE_TRY(compare(syntax.children[0], Comparison::equal, syntax.children[i])));
    auto node = expr::any_of(std::move(parts));
    return syntax.negated ? negation(std::move(node)) : std::move(node);
  }

  Result<Node> between(const Syntax& syntax) {
    const auto& value = syntax.children[0];
    std::vector<Node> parts;
    parts.push_back(GYRE_TRY(compare(value, Comparison::greater_equal, syntax.children[1])));
    parts.push_back(GYRE_TRY(compare(value, Comparison::less_equal, syntax.children[2])));
    auto node = expr::all_of(std::move(parts));
    return syntax.negated ? negation(std::move(node)) : std::move(node);
  }

  Result<Node> comparison(const Syntax& syntax) {
    const auto &left = syntax.children[0], &right = syntax.children[1];
    const bool equality =
        syntax.comparison == Comparison::equal || syntax.comparison == Comparison::not_equal;
    for (const auto* flag : {&left, &right}) {
      const auto& other = flag == &left ? right : left;
      if (flag->what != What::boolean || !equality || !is_condition(other)) continue;
      auto node = GYRE_TRY(condition(other));
      const bool same = flag->flag == (syntax.comparison == Comparison::equal);
      return same ? std::move(node) : negation(std::move(node));
    }
    return compare(left, syntax.comparison, right);
  }

  static bool is_condition(const Syntax& syntax) {
    return syntax.what >= What::negation && syntax.what <= What::between;
  }

  /// Compares columns and literals.
  Result<Node> compare(const Syntax& left, Comparison comparison, const Syntax& right) {
    for (const auto* side : {&left, &right}) {
      if (side->is_literal() || side->what == What::column) continue;
      if (side->what == What::star)
        return fail(Code::invalid_argument, "expression: at {}: expected a value, found *",
                    side->position);
      if (is_condition(*side))
        return fail(Code::unsupported,
                    "expression: at {}: not supported yet: a condition as a value", side->position);
      return unsupported(*side);
    }
    if (left.is_literal() && right.is_literal()) return compare_literals(left, comparison, right);
    if (left.is_literal()) return compare_with_literal(right, mirrored(comparison), left);
    if (right.is_literal()) return compare_with_literal(left, comparison, right);
    return compare_columns(left, comparison, right);
  }

  Result<Node> compare_with_literal(const Syntax& column_syntax, Comparison comparison,
                                    const Syntax& literal) {
    const auto index = GYRE_TRY(column(column_syntax));
    const auto family = form(index).family;
    if (literal.what == What::null || family == Family::null) return Node{Constant{}};
    if (family == Family::other)
      return fail(Code::invalid_argument, "expression: at {}: cannot compare {} ({}) with {}",
                  column_syntax.position, columns_[index].name, to_text(columns_[index].dtype),
                  kind_name(literal));
    if (family == Family::text)
      return leaf<InTexts>(index, GYRE_TRY(texts_that(comparison, literal, columns_[index])));
    return leaf<InNumbers>(index, GYRE_TRY(numbers_that(comparison, literal, columns_[index])));
  }

  Result<Node> compare_columns(const Syntax& left, Comparison comparison, const Syntax& right) {
    const auto a = GYRE_TRY(column(left));
    const auto b = GYRE_TRY(column(right));
    const auto form_a = form(a), form_b = form(b);
    if (form_a.family == Family::null || form_b.family == Family::null) return Node{Constant{}};
    if (form_a.family != form_b.family || form_a.family == Family::other)
      return fail(Code::invalid_argument, "expression: at {}: cannot compare {} ({}) with {} ({})",
                  left.position, columns_[a].name, to_text(columns_[a].dtype), columns_[b].name,
                  to_text(columns_[b].dtype));
    return Node{CompareColumns{a, b, comparison}};
  }

  static Result<Node> compare_literals(const Syntax& left, Comparison comparison,
                                       const Syntax& right) {
    if (left.what == What::null || right.what == What::null) return Node{Constant{}};
    const auto order = order_of_literals(left, right);
    if (!order)
      return fail(Code::invalid_argument, "expression: at {}: cannot compare {} with {}",
                  left.position, kind_name(left), kind_name(right));
    return Node{Constant{holds(comparison, *order)}};
  }

  static std::optional<std::strong_ordering> order_of_literals(const Syntax& left,
                                                               const Syntax& right) {
    const auto bytes = [](What what) { return what == What::text || what == What::bytes; };
    if (bytes(left.what) && bytes(right.what)) return left.text <=> right.text;
    if (left.what == What::boolean && right.what == What::boolean) return left.flag <=> right.flag;
    if (left.what == What::number || right.what == What::number) {
      const auto a = parse_number(left.text), b = parse_number(right.text);
      if (!a || !b) return std::nullopt;
      return *a <=> *b;
    }
    if (left.what == What::boolean || right.what == What::boolean) return std::nullopt;
    const auto is_time = left.what == What::time || right.what == What::time;
    const auto misfit = [&](What what) {
      return what == What::bytes || (what != What::text && (what == What::time) != is_time);
    };
    if (misfit(left.what) || misfit(right.what)) return std::nullopt;
    const auto family = is_time ? Family::time_of_day : Family::instant;
    const auto a = nanoseconds_of(left, family), b = nanoseconds_of(right, family);
    if (!a || !b) return std::nullopt;
    return *a <=> *b;
  }

  const DType& schema_;
  std::vector<BoundColumn> columns_;
};

}  // namespace

Predicate::Predicate(Node root, std::vector<BoundColumn> columns)
    : state_(std::make_shared<const State>(State{std::move(root), std::move(columns)})) {}

Result<Predicate> bind(const Syntax& syntax, const DType& schema) {
  if (!schema.is(Kind::structure))
    return fail(Code::invalid_argument,
                "expression: there are no columns to look at: the data is {}", to_text(schema));
  Binder binder(schema);
  auto root = GYRE_TRY(binder.condition(syntax));
  auto columns = binder.take_columns();
  drop_unused(root, columns);
  return Predicate(std::move(root), std::move(columns));
}

Result<BoundColumn> bind_column(const Syntax& syntax, const DType& schema) {
  if (syntax.what == What::column) return resolve(syntax, schema);
  return fail(Code::unsupported, "expression: at {}: not supported yet: more than a column's name",
              syntax.position);
}

Result<Predicate> parse_predicate(std::string_view text, const DType& schema) {
  return bind(GYRE_TRY(parse(text)), schema);
}

}  // namespace gyre::expr
