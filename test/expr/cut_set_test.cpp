#include "expr/cut_set.hpp"
#include "support/catch.hpp"

using namespace gyre;
using namespace gyre::expr;

namespace {

Int256 number(int value) { return Int256::of(std::int64_t{value}); }

/// The set of those of 0 .. 5 whose bit is set.
NumberSet set_of(unsigned bits) {
  NumberSet set;
  for (int i = 0; i < 6; ++i)
    if ((bits >> i & 1) != 0) set = set | NumberSet::between(number(i), number(i + 1));
  return set;
}
unsigned bits_of(const NumberSet& set) {
  unsigned bits = 0;
  for (int i = 0; i < 6; ++i) bits |= unsigned{set.contains(number(i))} << i;
  return bits;
}

}  // namespace

TEST_CASE("cut set: and, or and not are those of its members", "[expr][cut_set]") {
  for (unsigned a = 0; a < 64; ++a) {
    REQUIRE(bits_of(set_of(a)) == a);
    CHECK(bits_of(set_of(a).complement()) == (~a & 63));
    for (unsigned b = 0; b < 64; ++b) {
      REQUIRE(bits_of(set_of(a) | set_of(b)) == (a | b));
      REQUIRE(bits_of(set_of(a) & set_of(b)) == (a & b));
    }
  }
  CHECK((set_of(63) & set_of(63).complement()).is_empty());
  CHECK((set_of(63) | set_of(63).complement()).is_all());
}

TEST_CASE("cut set: meets finds a member between two ends", "[expr][cut_set]") {
  for (unsigned bits = 0; bits < 64; ++bits)
    for (int low = 0; low < 6; ++low)
      for (int high = low; high < 6; ++high) {
        const unsigned between = ((1u << (high + 1)) - 1) & ~((1u << low) - 1);
        REQUIRE(set_of(bits).meets(std::optional(number(low)), std::optional(number(high))) ==
                ((bits & between) != 0));
      }
  CHECK(NumberSet::from(number(3)).meets<Int256>(std::nullopt, std::nullopt));
  CHECK_FALSE(NumberSet::from(number(3)).meets(std::optional<Int256>(), std::optional(number(2))));
  CHECK_FALSE(NumberSet().meets<Int256>(std::nullopt, std::nullopt));
}

TEST_CASE("cut set: clipping keeps the members in range and drops cuts outside",
          "[expr][cut_set]") {
  const auto set = set_of(0b101010);
  const auto clipped = set.clipped(number(1), number(4));
  CHECK(clipped.contains(number(1)));
  CHECK_FALSE(clipped.contains(number(2)));
  CHECK(clipped.contains(number(3)));
  CHECK(clipped.cuts().size() == 2);
  CHECK(NumberSet::below(number(9)).clipped(number(0), number(9)).is_all());
  CHECK(NumberSet::from(number(9)).clipped(number(0), number(9)).is_empty());
}

TEST_CASE("cut set: many sets unite as one after the other", "[expr][cut_set]") {
  std::vector<NumberSet> sets;
  for (int i = 0; i < 101; ++i)
    sets.push_back(NumberSet::between(number(3 * i), number(3 * i + 1)));
  const auto all = unite(sets);
  CHECK(all.cuts().size() == 202);
  CHECK(all.contains(number(300)));
  CHECK_FALSE(all.contains(number(301)));
  CHECK(unite(std::vector<NumberSet>{}).is_empty());
}

TEST_CASE("cut set: texts are cut before or behind one, by bytes", "[expr][cut_set]") {
  const TextCut before{"b", false}, behind{"b", true};
  CHECK(TextSet::between(before, behind).contains(std::string_view("b")));
  CHECK_FALSE(TextSet::between(before, behind).contains(std::string_view("b\0", 2)));
  CHECK(TextSet::from(behind).contains(std::string_view("ba")));
  CHECK(TextSet::below(before).contains(std::string_view("a\xff")));
  CHECK(TextSet::from(behind).contains(std::string_view("\x80")));
  CHECK(TextSet::below(before).contains(std::string_view()));
}
