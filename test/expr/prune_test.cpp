#include "expr/prune.hpp"

#include <cmath>
#include <limits>

#include <map>

#include "support/must.hpp"

using namespace gyre;
using namespace gyre::expr;

namespace {

DType schema() {
  return DType::structure(
      {{"x", DType::primitive(PType::i32, true)},
       {"y", DType::primitive(PType::i64)},
       {"f", DType::primitive(PType::f64, true)},
       {"s", DType::utf8(true)},
       {"b", DType::boolean()},
       {"nest", DType::structure({{"a", DType::primitive(PType::i32)}}, true)}});
}

Scalar integer(PType ptype, std::int64_t value) {
  return {DType::primitive(ptype), {Int256::of(value)}};
}

/// Statistics by column name, exact unless said otherwise.
class Known {
 public:
  Statistics& of(std::string name, std::uint64_t rows = 10) {
    auto& statistics = statistics_[std::move(name)];
    statistics.rows = rows;
    statistics.min_exact = statistics.max_exact = true;
    return statistics;
  }
  Outcomes ask(std::string_view text) const {
    const auto predicate = test::must(parse_predicate(text, schema()));
    return possible(predicate, [&](std::size_t column) -> const Statistics* {
      const auto found = statistics_.find(predicate.columns()[column].name);
      return found == statistics_.end() ? nullptr : &found->second;
    });
  }
  bool may(std::string_view text) const { return ask(text).may_be_true(); }
  bool must(std::string_view text) const { return ask(text).must_be_true(); }

 private:
  std::map<std::string, Statistics, std::less<>> statistics_;
};

Known integers(std::optional<std::uint64_t> nulls) {
  Known known;
  auto& x = known.of("x");
  x.min = integer(PType::i32, 10);
  x.max = integer(PType::i32, 20);
  x.null_count = nulls;
  return known;
}

Known floats(double low, double high, std::optional<std::uint64_t> nans) {
  Known known;
  auto& f = known.of("f");
  f.min = Scalar::of(low);
  f.max = Scalar::of(high);
  f.null_count = 0;
  f.nan_count = nans;
  return known;
}

Known texts(std::string low, std::string high, bool exact) {
  Known known;
  auto& s = known.of("s");
  s.min = Scalar::of(std::move(low));
  s.max = Scalar::of(std::move(high));
  s.min_exact = s.max_exact = exact;
  s.null_count = 0;
  return known;
}

}  // namespace

TEST_CASE("prune: bounds rule out what lies beside them", "[expr][prune]") {
  const auto known = integers(0);
  CHECK_FALSE(known.may("x > 20"));
  CHECK(known.may("x >= 20"));
  CHECK_FALSE(known.may("x < 10"));
  CHECK_FALSE(known.may("x = 21"));
  CHECK(known.may("x = 15"));
  CHECK(known.may("x <> 10"));
  CHECK_FALSE(known.may("x in (1, 9, 21, 3000000000)"));
  CHECK(known.may("x in (1, 9, 11)"));
  CHECK_FALSE(known.may("x between 21 and 30"));
  CHECK_FALSE(known.may("not (x between 5 and 25)"));
  CHECK_FALSE(known.may("x > 15 and x < 5"));
  CHECK_FALSE(known.may("x > 25 and y = 3"));
  CHECK(known.may("x > 25 or y = 3"));
  CHECK_FALSE(known.may("x > 25 or x < 5.5"));
  CHECK_FALSE(known.may("x is null"));
  CHECK_FALSE(known.may("(x > 25) is true"));
  CHECK_FALSE(known.may("(x > 5) is null"));
  CHECK_FALSE(known.may("x = null"));
}

TEST_CASE("prune: bounds prove that all rows pass, unless there may be nulls", "[expr][prune]") {
  CHECK(integers(0).must("x >= 10"));
  CHECK(integers(0).must("x < 21 and x is not null"));
  CHECK_FALSE(integers(0).must("x > 10"));
  CHECK_FALSE(integers(1).must("x >= 10"));
  CHECK_FALSE(integers(std::nullopt).must("x >= 10"));
  CHECK(integers(1).must("x >= 10 or x is null") == false);  // no proof: the parts are asked apart
  CHECK(integers(10).must("x is null"));
  CHECK_FALSE(integers(9).must("x is null"));
  CHECK(integers(1).ask("x >= 10") == Outcomes{true, false, true});
}

TEST_CASE("prune: a column of nulls answers nothing but its nulls", "[expr][prune]") {
  Known known;
  known.of("x").null_count = 10;
  CHECK(known.ask("x > 5") == Outcomes{false, false, true});
  CHECK(known.ask("x = y") == Outcomes{false, false, true});
  CHECK(known.ask("x <> 5 and y = 1") == Outcomes{false, true, true});
  CHECK_FALSE(known.may("x is not null"));
}

TEST_CASE("prune: NaN is above every bound and must be counted", "[expr][prune]") {
  CHECK(floats(1, 3, std::nullopt).may("f > 100"));
  CHECK(floats(1, 3, 1).may("f > 100"));
  CHECK_FALSE(floats(1, 3, 0).may("f > 100"));
  CHECK_FALSE(floats(1, 3, 1).may("f < 1"));
  CHECK_FALSE(floats(1, 3, std::nullopt).may("f < 1"));
  CHECK(floats(3, 3, 1).may("f <> 3"));
  CHECK_FALSE(floats(3, 3, 0).may("f <> 3"));
  CHECK(floats(3, 3, std::nullopt).may("not (f < 10)"));
  CHECK_FALSE(floats(1, 3, 0).may("f = 'nan'"));
  CHECK_FALSE(floats(1, 3, 1).must("f <= 3"));
  CHECK(floats(1, 3, 0).must("f <= 3"));
  CHECK(floats(1, 3, 4).must("f >= 1"));
  CHECK(floats(1, 3, 10).must("f = 'nan'"));
  Known all_nan;
  auto& f = all_nan.of("f");
  f.null_count = 2;
  f.nan_count = 8;
  CHECK(all_nan.ask("f < 5") == Outcomes{false, true, true});
  CHECK(all_nan.ask("f is not null").may_be_true());
}

TEST_CASE("prune: bounds that are zero stand for both zeros", "[expr][prune]") {
  CHECK(floats(-0.0, -0.0, 0).may("f = 0.0"));
  CHECK(floats(0.0, 5.0, 0).may("f = -0.0"));
  CHECK(floats(0.0, 5.0, 0).may("f <= -0.0"));
  CHECK_FALSE(floats(0.0, 5.0, 0).may("f < -0.0"));
  CHECK(floats(-5.0, -0.0, 0).must("f <= 0.0"));
}

TEST_CASE("prune: a NaN among the bounds says nothing", "[expr][prune]") {
  const auto nan = std::nan("");
  CHECK(floats(nan, nan, 0).may("f = 1"));
  CHECK(floats(1, nan, 0).may("f = 100"));
  CHECK_FALSE(floats(1, nan, 0).may("f < 1"));
}

TEST_CASE("prune: texts are cut short below and raised above", "[expr][prune]") {
  const auto known = texts("ab", "cd", false);
  CHECK_FALSE(known.may("s < 'ab'"));
  CHECK(known.may("s = 'abc'"));
  CHECK(known.may("s = 'cd'"));
  CHECK_FALSE(known.may("s > 'cd'"));
  CHECK_FALSE(known.may("s = 'zz'"));
  CHECK(known.must("s >= 'ab'"));
  CHECK(texts("ab", "ab", false).may("s <> 'ab'"));
  CHECK_FALSE(texts("ab", "ab", true).may("s <> 'ab'"));
  CHECK_FALSE(texts("\x80", "\xff", true).may("s < 'z'"));
}

TEST_CASE("prune: statistics that make no sense count as absent", "[expr][prune]") {
  Known known;
  auto& x = known.of("x");
  x.min = integer(PType::i32, 20);
  x.max = integer(PType::i32, 10);
  CHECK(known.may("x = 15"));
  CHECK(known.may("x = 50"));
  x.min = Scalar::of(std::string("a"));
  x.max = integer(PType::i64, 10);
  CHECK(known.may("x = 50"));
  x.min = Scalar::null(DType::primitive(PType::i32, true));
  x.max = std::nullopt;
  CHECK(known.may("x = 50"));
  x.null_count = 11;
  CHECK(known.may("x = 50"));
  CHECK(known.may("x is null"));
  CHECK(texts("b", "a", true).may("s = 'c'"));
}

TEST_CASE("prune: two columns compare by their bounds", "[expr][prune]") {
  auto known = integers(0);
  CHECK(known.may("x < y"));
  auto& y = known.of("y");
  y.min = integer(PType::i64, 21);
  y.max = integer(PType::i64, 99);
  CHECK(known.must("x < y"));
  CHECK_FALSE(known.may("x >= y"));
  CHECK_FALSE(known.may("x = y"));
  y.min = integer(PType::i64, 20);
  CHECK(known.may("x = y"));
  CHECK(known.must("x <= y"));
  CHECK_FALSE(known.must("x < y"));
  auto& f = known.of("f");
  f.min = f.max = Scalar::of(9.5);
  f.null_count = 0;
  CHECK(known.may("f > y"));
  f.nan_count = 0;
  CHECK_FALSE(known.may("f > y"));
  CHECK(known.must("x > f"));
}

TEST_CASE("prune: nulls of a struct reach its fields, though their statistics do not say so",
          "[expr][prune]") {
  Known known;
  auto& a = known.of("nest.a");
  a.min = integer(PType::i32, 1);
  a.max = integer(PType::i32, 5);
  a.null_count = 0;
  CHECK(known.may("nest.a is null"));
  CHECK_FALSE(known.must("nest.a > 0"));
  CHECK_FALSE(known.may("nest.a > 5"));
}

TEST_CASE("prune: without statistics only constants are sure", "[expr][prune]") {
  const Known known;
  CHECK(known.ask("x > 5") == Outcomes{true, true, true});
  CHECK(known.ask("y > 5") == Outcomes{true, true, false});
  CHECK(known.ask("b") == Outcomes{true, true, false});
  CHECK(known.must("1 = 1"));
  CHECK_FALSE(known.may("x > 5 and null"));
  CHECK(known.ask("x = x") == Outcomes{true, true, true});
}

TEST_CASE("prune: booleans have bounds too", "[expr][prune]") {
  Known known;
  auto& b = known.of("b");
  b.min = b.max = Scalar::of(false);
  CHECK_FALSE(known.may("b"));
  CHECK(known.must("not b"));
  CHECK(known.must("b = false"));
}
