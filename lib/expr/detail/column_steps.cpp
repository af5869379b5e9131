#include <bit>
#include <cstring>

#include "dtype/text.hpp"
#include "expr/detail/form.hpp"
#include "expr/detail/step.hpp"
#include "expr/detail/wide.hpp"
#include "expr/detail/word_order.hpp"

namespace gyre::expr {
namespace {

/// A leaf that looks at one column.
class ColumnStep : public LeafStep {
 public:
  ColumnStep(Reader& reader, double cost) : LeafStep(cost), reader_(reader) {}

 protected:
  Result<void> drop_nulls(RowRange rows, TileMask& keep) override {
    return keep_valid(reader_, rows, keep);
  }

 private:
  Reader& reader_;
};

/// True on every row that is not null.
class ValidStep final : public ColumnStep {
 public:
  explicit ValidStep(Reader& reader) : ColumnStep(reader, 0.1) {}

 private:
  Result<void> test(RowRange, TileMask&) override { return {}; }
};

/// False on every row that is not null.
class NeverStep final : public ColumnStep {
 public:
  explicit NeverStep(Reader& reader) : ColumnStep(reader, 0.1) {}

 private:
  Result<void> test(RowRange, TileMask& keep) override {
    keep = {};
    return {};
  }
};

/// The booleans that are `wanted`.
class MaskStep final : public ColumnStep {
 public:
  MaskStep(MaskReader& reader, bool wanted)
      : ColumnStep(reader, 0.2), reader_(reader), wanted_(wanted) {}

 private:
  Result<void> test(RowRange rows, TileMask& keep) override {
    TileMask values;
    GYRE_TRY(reader_.read(rows, values));
    if (wanted_)
      keep &= values;
    else
      keep.subtract(values);
    return {};
  }
  MaskReader& reader_;
  bool wanted_;
};

/// The words in a few intervals, or with `inverted` those outside of them.
template <Word W>
class IntervalStep final : public ColumnStep {
 public:
  IntervalStep(WordReader<W>& reader, std::vector<Test<W>> tests, bool inverted)
      : ColumnStep(reader, (0.2 + 0.05 * sizeof(W)) * static_cast<double>(tests.size())),
        reader_(reader),
        tests_(std::move(tests)),
        inverted_(inverted) {}

 private:
  Result<void> test(RowRange rows, TileMask& keep) override {
    auto outside = keep;
    for (const auto& interval : tests_) {
      if (outside.none()) break;
      auto inside = outside;
      GYRE_TRY(reader_.select(rows, interval, inside));
      outside.subtract(inside);
    }
    if (inverted_)
      keep = outside;
    else
      keep.subtract(outside);
    return {};
  }
  WordReader<W>& reader_;
  std::vector<Test<W>> tests_;
  bool inverted_;
};

/// The words in a set, looked up one by one.
template <Word W>
class LookupStep final : public ColumnStep {
 public:
  LookupStep(WordReader<W>& reader, const NumberSet& set, WordOrder<W> order, ReadContext& context)
      : ColumnStep(reader, 5),
        reader_(reader),
        order_(order),
        inside_first_(set.starts_inside()),
        context_(context) {
    for (const auto& cut : set.cuts()) cuts_.push_back(order.key_of_order(cut));
  }

 private:
  Result<void> test(RowRange rows, TileMask& keep) override {
    ReadContext::Scratch<W> values(context_, ReadContext::tile_room<W>);
    GYRE_TRY(reader_.read(rows, values.data()));
    const auto candidates = keep;
    candidates.for_each([&](std::size_t row) {
      const auto after = std::ranges::upper_bound(cuts_, order_.key(values[row])) - cuts_.begin();
      if (inside_first_ == (after % 2 != 0)) keep.clear(row);
    });
    return {};
  }
  WordReader<W>& reader_;
  WordOrder<W> order_;
  bool inside_first_;
  std::vector<W> cuts_;
  ReadContext& context_;
};

/// The texts in a set.
class TextStep final : public ColumnStep {
 public:
  TextStep(TextReader& reader, TextSet set, ReadContext& context)
      : ColumnStep(reader, 20), reader_(reader), set_(std::move(set)), context_(context) {
    const auto& cuts = set_.cuts();
    is_one_text_ = cuts.size() == 2 && cuts[0].text == cuts[1].text;
  }

 private:
  Result<void> test(RowRange rows, TileMask& keep) override {
    arena_.reset();
    ReadContext::Scratch<std::string_view> values(context_, tile_rows);
    GYRE_TRY(reader_.read(rows, keep, arena_, values.data()));
    const auto candidates = keep;
    if (is_one_text_) {
      const std::string_view text = set_.cuts()[0].text;
      candidates.for_each([&](std::size_t row) {
        if ((values[row] == text) == set_.starts_inside()) keep.clear(row);
      });
    } else {
      candidates.for_each([&](std::size_t row) {
        if (!set_.contains(values[row])) keep.clear(row);
      });
    }
    return {};
  }
  TextReader& reader_;
  TextSet set_;
  ReadContext& context_;
  ByteArena arena_;
  bool is_one_text_;
};

/// The intervals inside of a set whose cuts all lie in first + 1 .. last.
template <Word W>
std::vector<Test<W>> intervals(const NumberSet& set, const OrderRange& range, Order order) {
  std::vector<Test<W>> tests;
  const auto& cuts = set.cuts();
  for (std::size_t i = set.starts_inside() ? 0 : 1; i <= cuts.size(); i += 2) {
    const auto low = i == 0 ? range.first : cuts[i - 1];
    const auto high = i == cuts.size() ? range.last : previous(cuts[i]);
    if constexpr (std::is_same_v<W, Int256>)
      tests.push_back({low, high, order});
    else
      tests.push_back(
          {truncate<W>(low), static_cast<W>(truncate<W>(high) - truncate<W>(low)), order});
  }
  return tests;
}

template <Word W>
StepRef words_step(const InNumbers& leaf, const Form& form, Reader& reader, ReadContext& context) {
  const auto order = WordOrder<W>(form);
  const auto range = order.range();
  auto set = leaf.set;
  if (range.last != widest) set = set.clipped(range.first, next(range.last));
  if (set.is_all()) return std::make_unique<ValidStep>(reader);
  if (set.is_empty()) return std::make_unique<NeverStep>(reader);
  auto& words = words_of<W>(reader);
  constexpr std::size_t most_cuts = 8;
  if (context.plain || set.cuts().size() > most_cuts)
    return std::make_unique<LookupStep<W>>(words, set, order, context);
  const auto kind = form.floating() ? Order::floating : Order::plain;
  auto inside = intervals<W>(set, range, kind);
  auto outside = intervals<W>(set.complement(), range, kind);
  const bool inverted = outside.size() < inside.size();
  return std::make_unique<IntervalStep<W>>(words, std::move(inverted ? outside : inside), inverted);
}

}  // namespace

StepRef numbers_step(const InNumbers& leaf, const BoundColumn& column, Reader& reader,
                     ReadContext& context) {
  const auto form = form_of(column.dtype);
  if (form.family == Form::Family::boolean) {
    const bool no = leaf.set.contains(Int256{});
    const bool yes = leaf.set.contains(Int256::of(std::uint64_t{1}));
    if (yes && no) return std::make_unique<ValidStep>(reader);
    if (!yes && !no) return std::make_unique<NeverStep>(reader);
    return std::make_unique<MaskStep>(masks_of(reader), yes);
  }
  return with_word(word_bytes(reader.shape()), [&]<class W>(W) -> StepRef {
    return words_step<W>(leaf, form, reader, context);
  });
}

StepRef texts_step(const InTexts& leaf, const BoundColumn&, Reader& reader, ReadContext& context) {
  if (leaf.set.is_all()) return std::make_unique<ValidStep>(reader);
  if (leaf.set.is_empty()) return std::make_unique<NeverStep>(reader);
  return std::make_unique<TextStep>(texts_of(reader), leaf.set, context);
}

Result<void> check_shape(const BoundColumn& column, const Reader& reader) {
  const auto form = form_of(column.dtype);
  const auto bytes = word_bytes(reader.shape());
  bool fits = false;
  if (form.family == Form::Family::boolean)
    fits = reader.shape() == Shape::mask;
  else if (form.family == Form::Family::text)
    fits = reader.shape() == Shape::text;
  else if (form.has_words())
    fits = form.decimal ? bytes != 0 : bytes == byte_width(form.ptype);
  if (fits) return {};
  return fail(Code::corrupt, "column {}: values of another kind than {}", column.name,
              to_text(column.dtype));
}

}  // namespace gyre::expr
