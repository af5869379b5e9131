#include <string_view>

#include "expr/detail/form.hpp"
#include "expr/detail/literal.hpp"
#include "expr/detail/step.hpp"
#include "expr/detail/word_order.hpp"

namespace gyre::expr {
namespace {

/// A leaf that looks at two columns.
class PairStep : public LeafStep {
 public:
  PairStep(Reader& left, Reader& right, double cost) : LeafStep(cost), left_(left), right_(right) {}

 protected:
  Result<void> drop_nulls(RowRange rows, TileMask& keep) override {
    GYRE_TRY(keep_valid(left_, rows, keep));
    return keep_valid(right_, rows, keep);
  }

 private:
  Reader &left_, &right_;
};

/// Clears the bits of rows whose order(row), of left and right, is not one that the comparison asks for.
template <class OrderOf>
void keep_rows(Comparison comparison, TileMask& keep, OrderOf&& order) {
  const auto candidates = keep;
  candidates.for_each([&](std::size_t row) {
    if (!holds(comparison, order(row))) keep.clear(row);
  });
}

class MaskPairStep final : public PairStep {
 public:
  MaskPairStep(Comparison comparison, MaskReader& left, MaskReader& right)
      : PairStep(left, right, 0.4), comparison_(comparison), left_(left), right_(right) {}

 private:
  Result<void> test(RowRange rows, TileMask& keep) override {
    TileMask a, b;
    GYRE_TRY(left_.read(rows, a));
    GYRE_TRY(right_.read(rows, b));
    auto less = b, greater = a;
    less.subtract(a);
    greater.subtract(b);
    auto unequal = less;
    unequal |= greater;
    switch (comparison_) {
      case Comparison::equal: keep.subtract(unequal); break;
      case Comparison::not_equal: keep &= unequal; break;
      case Comparison::less: keep &= less; break;
      case Comparison::less_equal: keep.subtract(greater); break;
      case Comparison::greater: keep &= greater; break;
      case Comparison::greater_equal: keep.subtract(less); break;
    }
    return {};
  }
  Comparison comparison_;
  MaskReader &left_, &right_;
};

class TextPairStep final : public PairStep {
 public:
  TextPairStep(Comparison comparison, TextReader& left, TextReader& right, ReadContext& context)
      : PairStep(left, right, 40),
        comparison_(comparison),
        left_(left),
        right_(right),
        context_(context) {}

 private:
  Result<void> test(RowRange rows, TileMask& keep) override {
    arena_.reset();
    ReadContext::Scratch<std::string_view> a(context_, tile_rows);
    ReadContext::Scratch<std::string_view> b(context_, tile_rows);
    GYRE_TRY(left_.read(rows, keep, arena_, a.data()));
    GYRE_TRY(right_.read(rows, keep, arena_, b.data()));
    keep_rows(comparison_, keep, [&](std::size_t row) { return a[row] <=> b[row]; });
    return {};
  }
  Comparison comparison_;
  TextReader &left_, &right_;
  ReadContext& context_;
  ByteArena arena_;
};

/// Words that both sides store in the same way.
template <Word W>
class WordPairStep final : public PairStep {
 public:
  WordPairStep(Comparison comparison, const Form& form, Reader& left, Reader& right,
               ReadContext& context)
      : PairStep(left, right, 1 + 0.1 * sizeof(W)),
        comparison_(comparison),
        order_(form),
        left_(words_of<W>(left)),
        right_(words_of<W>(right)),
        context_(context) {}

 private:
  Result<void> test(RowRange rows, TileMask& keep) override {
    ReadContext::Scratch<W> a(context_, ReadContext::tile_room<W>);
    ReadContext::Scratch<W> b(context_, ReadContext::tile_room<W>);
    GYRE_TRY(left_.read(rows, a.data()));
    GYRE_TRY(right_.read(rows, b.data()));
    const auto compare_all = [&](auto passes) {
      for (std::uint64_t first = 0; first < rows.size(); first += 64) {
        auto& word = keep.word[first / 64];
        if (word == 0) continue;
        const auto count = std::min<std::uint64_t>(64, rows.size() - first);
        std::uint64_t bits = 0;
        for (std::uint64_t i = 0; i < count; ++i)
          bits |= std::uint64_t{passes(order_.key(a[first + i]), order_.key(b[first + i]))} << i;
        word &= bits;
      }
    };
    switch (comparison_) {
      case Comparison::equal: compare_all([](const W& x, const W& y) { return x == y; }); break;
      case Comparison::not_equal: compare_all([](const W& x, const W& y) { return x != y; }); break;
      case Comparison::less: compare_all([](const W& x, const W& y) { return x < y; }); break;
      case Comparison::less_equal:
        compare_all([](const W& x, const W& y) { return x <= y; });
        break;
      case Comparison::greater: compare_all([](const W& x, const W& y) { return x > y; }); break;
      case Comparison::greater_equal:
        compare_all([](const W& x, const W& y) { return x >= y; });
        break;
    }
    return {};
  }
  Comparison comparison_;
  WordOrder<W> order_;
  WordReader<W>&left_, &right_;
  ReadContext& context_;
};

/// Reads words of any width, widened as their form says.
Result<void> read_wide(Reader& reader, const Form& form, RowRange rows, ReadContext& context,
                       Int256* out) {
  return with_word(word_bytes(reader.shape()), [&]<class W>(W) -> Result<void> {
    ReadContext::Scratch<W> values(context, ReadContext::tile_room<W>);
    GYRE_TRY(words_of<W>(reader).read(rows, values.data()));
    for (std::uint64_t i = 0; i < rows.size(); ++i)
      out[i] = form.has_sign() ? sign_extend(values[i]) : zero_extend(values[i]);
    return {};
  });
}

/// Numbers of different types.
class NumberPairStep final : public PairStep {
 public:
  NumberPairStep(Comparison comparison, const Form& left_form, Reader& left, const Form& right_form,
                 Reader& right, ReadContext& context)
      : PairStep(left, right, 20),
        comparison_(comparison),
        left_form_(left_form),
        right_form_(right_form),
        left_(left),
        right_(right),
        context_(context) {}

 private:
  Result<void> test(RowRange rows, TileMask& keep) override {
    ReadContext::Scratch<Int256> a(context_, tile_rows);
    ReadContext::Scratch<Int256> b(context_, tile_rows);
    GYRE_TRY(read_wide(left_, left_form_, rows, context_, a.data()));
    GYRE_TRY(read_wide(right_, right_form_, rows, context_, b.data()));
    keep_rows(comparison_, keep,
              [&](std::size_t row) { return compare(left_form_, a[row], right_form_, b[row]); });
    return {};
  }
  Comparison comparison_;
  Form left_form_, right_form_;
  Reader &left_, &right_;
  ReadContext& context_;
};

}  // namespace

StepRef compare_step(Comparison comparison, const BoundColumn& left, Reader& left_reader,
                     const BoundColumn& right, Reader& right_reader, ReadContext& context) {
  const auto left_form = form_of(left.dtype), right_form = form_of(right.dtype);
  if (left_form.family == Form::Family::boolean)
    return std::make_unique<MaskPairStep>(comparison, masks_of(left_reader),
                                          masks_of(right_reader));
  if (left_form.family == Form::Family::text)
    return std::make_unique<TextPairStep>(comparison, texts_of(left_reader), texts_of(right_reader),
                                          context);
  if (!context.plain && left_form == right_form && left_reader.shape() == right_reader.shape())
    return with_word(word_bytes(left_reader.shape()), [&]<class W>(W) -> StepRef {
      return std::make_unique<WordPairStep<W>>(comparison, left_form, left_reader, right_reader,
                                               context);
    });
  return std::make_unique<NumberPairStep>(comparison, left_form, left_reader, right_form,
                                          right_reader, context);
}

}  // namespace gyre::expr
