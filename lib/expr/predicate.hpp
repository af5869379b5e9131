#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "dtype/dtype.hpp"
#include "expr/cut_set.hpp"
#include "expr/syntax.hpp"

namespace gyre::expr {

/// A column that an expression looks at.
struct BoundColumn {
  std::vector<std::size_t> path;  ///< field of the schema, field of that struct, …
  std::string name;               ///< as an expression spells it: s.a
  DType dtype;                    ///< of the last field
  bool nullable = false;          ///< the field, or a struct around it
  bool in_nullable =
      false;  ///< a struct around it, whose nulls the field's own statistics leave out
};

struct Node;

/// True, false, or with no value null, on every row.
struct Constant {
  std::optional<bool> value;
};
/// All parts, by Kleene's logic.
struct AllOf {
  std::vector<Node> parts;
};
/// At least one part, by Kleene's logic.
struct AnyOf {
  std::vector<Node> parts;
};
/// Whether a condition is true; null counts as false. Never null itself.
struct IsTrue {
  std::unique_ptr<Node> condition;
  bool negated;
};
/// Whether a condition is null. Never null itself.
struct IsUnknown {
  std::unique_ptr<Node> condition;
  bool negated;
};
/// Whether a column is null, of any type. Never null itself.
struct IsNull {
  std::size_t column;
  bool negated;
};
/// Whether a column's value is in a set; null where the column is.
///
/// Integers, decimals and times are in the set as they are stored, widened; booleans as 0 and 1; floats by float_order of
/// their bits, so that NaN is above all and both zeros are one.
struct InNumbers {
  std::size_t column;
  NumberSet set;
};
/// The same for utf8 and binary.
struct InTexts {
  std::size_t column;
  TextSet set;
};
/// Compares two columns by value, whatever their types; null where either is.
struct CompareColumns {
  std::size_t left, right;
  Comparison comparison;
};

/// A condition with three values. There is no "not": it has been pushed into the leaves, which loses nothing, as all of
/// them can be turned around and null stays null.
struct Node {
  std::variant<Constant, AllOf, AnyOf, IsTrue, IsUnknown, IsNull, InNumbers, InTexts,
               CompareColumns>
      held;
};

/// A condition whose columns and types are known. Immutable; copies share it.
class Predicate {
 public:
  /// True for every row.
  Predicate() : Predicate({Constant{true}}, {}) {}
  Predicate(Node root, std::vector<BoundColumn> columns);

  const Node& root() const { return state_->root; }
  /// Columns it looks at, each once; nodes name them by their place here.
  std::span<const BoundColumn> columns() const { return state_->columns; }

 private:
  struct State {
    Node root;
    std::vector<BoundColumn> columns;
  };
  std::shared_ptr<const State> state_;
};

/// Looks up the columns of an expression that is true or false, checks its types, and turns each literal into the type of
/// the column it meets. Columns are found by their exact names; a name in quotes is one name whatever dots are in it.
///
/// Numbers compare by their exact value, but a literal next to a float column is first rounded to the column's type.
/// Texts next to numbers and times are read as such; a time without a zone is UTC where instants are compared.
///
/// schema   a struct
/// Errors   Code::invalid_argument: no such column, types that do not compare, a text that is no date; Code::unsupported:
///          something that cannot be evaluated yet. One line: "expression: at 9: …"
Result<Predicate> bind(const Syntax& syntax, const DType& schema);

/// The column that an expression names; for select lists.
/// Errors   Code::invalid_argument: there is no such column; Code::unsupported: the expression is more than a name
Result<BoundColumn> bind_column(const Syntax& syntax, const DType& schema);

/// Reads and binds.
Result<Predicate> parse_predicate(std::string_view text, const DType& schema);

}  // namespace gyre::expr
