#include "expr/evaluate.hpp"

#include <algorithm>

#include "expr/detail/step.hpp"

namespace gyre::expr {
namespace {

class ConstantStep final : public LeafStep {
 public:
  explicit ConstantStep(std::optional<bool> value) : LeafStep(0), value_(value) {}

 private:
  Result<void> drop_nulls(RowRange, TileMask& keep) override {
    if (!value_) keep = {};
    return {};
  }
  Result<void> test(RowRange, TileMask& keep) override {
    if (!*value_) keep = {};
    return {};
  }
  std::optional<bool> value_;
};

class FailingStep final : public LeafStep {
 public:
  explicit FailingStep(Error error) : LeafStep(0), error_(std::move(error)) {}

 private:
  Result<void> test(RowRange, TileMask&) override { return std::unexpected(error_); }
  Error error_;
};

class IsNullStep final : public LeafStep {
 public:
  IsNullStep(Reader& reader, bool negated) : LeafStep(0.1), reader_(reader), negated_(negated) {}

 private:
  Result<void> test(RowRange rows, TileMask& keep) override {
    auto valid = keep;
    GYRE_TRY(keep_valid(reader_, rows, valid));
    if (negated_)
      keep = valid;
    else
      keep.subtract(valid);
    return {};
  }
  Reader& reader_;
  bool negated_;
};

class IsTrueStep final : public LeafStep {
 public:
  IsTrueStep(StepRef condition, bool negated)
      : LeafStep(condition->cost()), condition_(std::move(condition)), negated_(negated) {}

 private:
  Result<void> test(RowRange rows, TileMask& keep) override {
    auto yes = keep;
    GYRE_TRY(condition_->select(rows, yes));
    if (negated_)
      keep.subtract(yes);
    else
      keep = yes;
    return {};
  }
  StepRef condition_;
  bool negated_;
};

class IsUnknownStep final : public LeafStep {
 public:
  IsUnknownStep(StepRef condition, bool negated)
      : LeafStep(condition->cost()), condition_(std::move(condition)), negated_(negated) {}

 private:
  Result<void> test(RowRange rows, TileMask& keep) override {
    TileMask yes, no;
    GYRE_TRY(condition_->divide(rows, keep, yes, no));
    yes |= no;
    if (negated_)
      keep = yes;
    else
      keep.subtract(yes);
    return {};
  }
  StepRef condition_;
  bool negated_;
};

double total_cost(const std::vector<StepRef>& parts) {
  double total = 0;
  for (const auto& part : parts) total += part->cost();
  return total;
}

/// Asks the parts that drop most rows for their cost first, going by what they dropped so far.
class AllOfStep final : public Step {
 public:
  explicit AllOfStep(std::vector<StepRef> parts) : Step(total_cost(parts)) {
    for (auto& part : parts) parts_.push_back({std::move(part), 2, 1});
    sort();
  }

  Result<void> select(RowRange rows, TileMask& keep) override {
    if (++calls_ % calls_per_sort == 0) sort();
    for (auto& part : parts_) {
      const auto before = keep.count();
      if (before == 0) break;
      GYRE_TRY(part.step->select(rows, keep));
      part.asked += static_cast<double>(before);
      part.dropped += static_cast<double>(before - keep.count());
    }
    return {};
  }

  Result<void> divide(RowRange rows, const TileMask& wanted, TileMask& yes, TileMask& no) override {
    yes = wanted;
    no = {};
    for (auto& part : parts_) {
      auto left = wanted;
      left.subtract(no);
      if (left.none()) break;
      TileMask part_yes, part_no;
      GYRE_TRY(part.step->divide(rows, left, part_yes, part_no));
      yes &= part_yes;
      no |= part_no;
    }
    yes.subtract(no);
    return {};
  }

 private:
  static constexpr unsigned calls_per_sort = 16;

  struct Part {
    StepRef step;
    double asked, dropped;  // rows; at first as if half of a few had gone
    double rank() const { return step->cost() * asked / std::max(dropped, 1e-3 * asked); }
  };

  void sort() {
    std::ranges::sort(parts_, {}, [](const Part& part) { return part.rank(); });
  }

  std::vector<Part> parts_;
  unsigned calls_ = 0;
};

class AnyOfStep final : public Step {
 public:
  explicit AnyOfStep(std::vector<StepRef> parts)
      : Step(total_cost(parts)), parts_(std::move(parts)) {
    std::ranges::sort(parts_, {}, [](const StepRef& part) { return part->cost(); });
  }

  Result<void> select(RowRange rows, TileMask& keep) override {
    auto left = keep;
    for (auto& part : parts_) {
      if (left.none()) break;
      auto yes = left;
      GYRE_TRY(part->select(rows, yes));
      left.subtract(yes);
    }
    keep.subtract(left);
    return {};
  }

  Result<void> divide(RowRange rows, const TileMask& wanted, TileMask& yes, TileMask& no) override {
    yes = {};
    no = wanted;
    for (auto& part : parts_) {
      auto left = wanted;
      left.subtract(yes);
      if (left.none()) break;
      TileMask part_yes, part_no;
      GYRE_TRY(part->divide(rows, left, part_yes, part_no));
      yes |= part_yes;
      no &= part_no;
    }
    no.subtract(yes);
    return {};
  }

 private:
  std::vector<StepRef> parts_;
};

struct Compile {
  const Predicate& predicate;
  std::span<Reader* const> readers;
  ReadContext& context;

  StepRef operator()(const Constant& constant) const { return constant_step(constant.value); }
  StepRef operator()(const AllOf& list) const {
    return std::make_unique<AllOfStep>(steps(list.parts));
  }
  StepRef operator()(const AnyOf& list) const {
    return std::make_unique<AnyOfStep>(steps(list.parts));
  }
  StepRef operator()(const IsTrue& test) const {
    return std::make_unique<IsTrueStep>(step(*test.condition), test.negated);
  }
  StepRef operator()(const IsUnknown& test) const {
    return std::make_unique<IsUnknownStep>(step(*test.condition), test.negated);
  }
  StepRef operator()(const IsNull& test) const {
    return std::make_unique<IsNullStep>(*readers[test.column], test.negated);
  }
  StepRef operator()(const InNumbers& leaf) const {
    if (auto early = without_values({leaf.column})) return early;
    return numbers_step(leaf, column(leaf.column), *readers[leaf.column], context);
  }
  StepRef operator()(const InTexts& leaf) const {
    if (auto early = without_values({leaf.column})) return early;
    return texts_step(leaf, column(leaf.column), *readers[leaf.column], context);
  }
  StepRef operator()(const CompareColumns& leaf) const {
    if (auto early = without_values({leaf.left, leaf.right})) return early;
    return compare_step(leaf.comparison, column(leaf.left), *readers[leaf.left], column(leaf.right),
                        *readers[leaf.right], context);
  }

  StepRef step(const Node& node) const { return std::visit(*this, node.held); }
  std::vector<StepRef> steps(const std::vector<Node>& nodes) const {
    std::vector<StepRef> result;
    for (const auto& node : nodes) result.push_back(step(node));
    return result;
  }
  const BoundColumn& column(std::size_t index) const { return predicate.columns()[index]; }

  /// A step for columns that are all null, or of which a reader cannot be right; else nothing.
  StepRef without_values(std::initializer_list<std::size_t> columns) const {
    for (const auto index : columns) {
      if (readers[index]->shape() == Shape::null) return constant_step(std::nullopt);
      if (auto checked = check_shape(column(index), *readers[index]); !checked)
        return failing_step(std::move(checked).error());
    }
    return nullptr;
  }
};

}  // namespace

Result<void> LeafStep::select(RowRange rows, TileMask& keep) {
  if (keep.none()) return {};
  GYRE_TRY(drop_nulls(rows, keep));
  if (keep.none()) return {};
  return test(rows, keep);
}

Result<void> LeafStep::divide(RowRange rows, const TileMask& wanted, TileMask& yes, TileMask& no) {
  no = wanted;
  if (!no.none()) GYRE_TRY(drop_nulls(rows, no));
  yes = no;
  if (!yes.none()) GYRE_TRY(test(rows, yes));
  no.subtract(yes);
  return {};
}

Result<void> LeafStep::drop_nulls(RowRange, TileMask&) { return {}; }

Result<void> keep_valid(Reader& reader, RowRange rows, TileMask& keep) {
  if (reader.all_valid()) return {};
  TileMask valid;
  GYRE_TRY(reader.validity(rows, valid));
  keep &= valid;
  return {};
}

StepRef constant_step(std::optional<bool> value) { return std::make_unique<ConstantStep>(value); }
StepRef failing_step(Error error) { return std::make_unique<FailingStep>(std::move(error)); }

Evaluator::Evaluator(const Predicate& predicate, std::span<Reader* const> columns,
                     ReadContext& context)
    : predicate_(predicate), root_(Compile{predicate_, columns, context}.step(predicate_.root())) {
  GYRE_ASSERT(columns.size() == predicate_.columns().size());
}
Evaluator::~Evaluator() = default;
Evaluator::Evaluator(Evaluator&&) noexcept = default;

Result<void> Evaluator::evaluate(RowRange rows, TileMask& keep) {
  return root_->select(rows, keep);
}

}  // namespace gyre::expr
