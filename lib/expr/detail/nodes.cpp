#include "expr/detail/nodes.hpp"

#include <algorithm>
#include <utility>

#include "expr/detail/literal.hpp"

namespace gyre::expr {
namespace {

bool is_constant(const Node& node, std::optional<bool> value) {
  const auto* constant = std::get_if<Constant>(&node.held);
  return constant != nullptr && constant->value == value;
}

/// Moves the parts of nested lists of the same kind up into one list.
template <class List>
void flatten(Node node, std::vector<Node>& into) {
  if (auto* list = std::get_if<List>(&node.held)) {
    for (auto& part : list->parts) flatten<List>(std::move(part), into);
  } else {
    into.push_back(std::move(node));
  }
}

/// Joins the sets of each column at the place of the first of them.
template <class Leaf, class Join>
void join_sets(std::vector<Node>& parts, Join join) {
  using Set = decltype(Leaf::set);
  std::vector<std::pair<std::size_t, std::vector<Set>>> groups;  // place of the first, all sets
  std::vector<Node> kept;
  for (auto& part : parts) {
    auto* leaf = std::get_if<Leaf>(&part.held);
    if (leaf == nullptr) {
      kept.push_back(std::move(part));
      continue;
    }
    auto group = groups.begin();
    while (group != groups.end() && std::get<Leaf>(kept[group->first].held).column != leaf->column)
      ++group;
    if (group != groups.end()) {
      group->second.push_back(std::move(leaf->set));
    } else {
      groups.push_back({kept.size(), {}});
      groups.back().second.push_back(std::move(leaf->set));
      kept.push_back(std::move(part));
    }
  }
  for (auto& [place, sets] : groups) std::get<Leaf>(kept[place].held).set = join(std::move(sets));
  parts = std::move(kept);
}

/// `decisive` settles the whole list, its opposite settles nothing.
template <class List>
Node combined(std::vector<Node> given, bool decisive) {
  std::vector<Node> parts;
  for (auto& node : given) flatten<List>(std::move(node), parts);
  const auto join = [&](auto sets) {
    if (decisive) return unite(std::move(sets));
    for (auto& set : sets) set = set.complement();
    return unite(std::move(sets)).complement();
  };
  join_sets<InNumbers>(parts, join);
  join_sets<InTexts>(parts, join);

  std::vector<Node> kept;
  bool has_null = false;
  for (auto& part : parts) {
    if (is_constant(part, decisive)) return {Constant{decisive}};
    if (is_constant(part, !decisive)) continue;
    if (is_constant(part, std::nullopt) && std::exchange(has_null, true)) continue;
    kept.push_back(std::move(part));
  }
  if (kept.empty()) return {Constant{!decisive}};
  if (kept.size() == 1) return std::move(kept.front());
  return {List{std::move(kept)}};
}

std::vector<Node> negations(std::vector<Node> parts) {
  for (auto& part : parts) part = negation(std::move(part));
  return parts;
}

struct Negate {
  Node operator()(Constant& constant) const {
    return {Constant{constant.value ? std::optional(!*constant.value) : std::nullopt}};
  }
  Node operator()(AllOf& list) const { return any_of(negations(std::move(list.parts))); }
  Node operator()(AnyOf& list) const { return all_of(negations(std::move(list.parts))); }
  Node operator()(IsTrue& test) const { return {IsTrue{std::move(test.condition), !test.negated}}; }
  Node operator()(IsUnknown& test) const {
    return {IsUnknown{std::move(test.condition), !test.negated}};
  }
  Node operator()(IsNull& test) const { return {IsNull{test.column, !test.negated}}; }
  Node operator()(InNumbers& leaf) const { return {InNumbers{leaf.column, leaf.set.complement()}}; }
  Node operator()(InTexts& leaf) const { return {InTexts{leaf.column, leaf.set.complement()}}; }
  Node operator()(CompareColumns& leaf) const {
    return {CompareColumns{leaf.left, leaf.right, opposite(leaf.comparison)}};
  }
};

/// Calls `body` with each column number of a tree.
template <class Body>
void for_each_column(Node& node, Body& body) {
  struct Visit {
    Body& body;
    void operator()(Constant&) const {}
    void operator()(AllOf& list) const { parts(list.parts); }
    void operator()(AnyOf& list) const { parts(list.parts); }
    void operator()(IsTrue& test) const { for_each_column(*test.condition, body); }
    void operator()(IsUnknown& test) const { for_each_column(*test.condition, body); }
    void operator()(IsNull& leaf) const { body(leaf.column); }
    void operator()(InNumbers& leaf) const { body(leaf.column); }
    void operator()(InTexts& leaf) const { body(leaf.column); }
    void operator()(CompareColumns& leaf) const {
      body(leaf.left);
      body(leaf.right);
    }
    void parts(std::vector<Node>& nodes) const {
      for (auto& part : nodes) for_each_column(part, body);
    }
  };
  std::visit(Visit{body}, node.held);
}

bool is_never_null(const Node& node) {
  const auto all_are = [](const std::vector<Node>& parts) {
    return std::ranges::all_of(parts, is_never_null);
  };
  if (const auto* list = std::get_if<AllOf>(&node.held)) return all_are(list->parts);
  if (const auto* list = std::get_if<AnyOf>(&node.held)) return all_are(list->parts);
  if (const auto* constant = std::get_if<Constant>(&node.held)) return constant->value.has_value();
  return std::holds_alternative<IsTrue>(node.held) ||
         std::holds_alternative<IsUnknown>(node.held) || std::holds_alternative<IsNull>(node.held);
}

}  // namespace

Node all_of(std::vector<Node> parts) { return combined<AllOf>(std::move(parts), false); }
Node any_of(std::vector<Node> parts) { return combined<AnyOf>(std::move(parts), true); }

Node negation(Node node) { return std::visit(Negate{}, node.held); }

Node is_true(Node node, bool negated) {
  if (is_never_null(node)) return negated ? negation(std::move(node)) : std::move(node);
  if (is_constant(node, std::nullopt)) return {Constant{negated}};
  return {IsTrue{std::make_unique<Node>(std::move(node)), negated}};
}

Node is_unknown(Node node, bool negated) {
  if (is_never_null(node)) return {Constant{negated}};
  if (is_constant(node, std::nullopt)) return {Constant{!negated}};
  return {IsUnknown{std::make_unique<Node>(std::move(node)), negated}};
}

void drop_unused(Node& root, std::vector<BoundColumn>& columns) {
  std::vector<bool> used(columns.size());
  const auto note = [&](std::size_t column) { used[column] = true; };
  for_each_column(root, note);
  std::vector<std::size_t> place(columns.size());
  std::vector<BoundColumn> kept;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    place[i] = kept.size();
    if (used[i]) kept.push_back(std::move(columns[i]));
  }
  const auto renumber = [&](std::size_t& column) { column = place[column]; };
  for_each_column(root, renumber);
  columns = std::move(kept);
}

}  // namespace gyre::expr
