#include "encodings/datetimeparts.hpp"

#include "dtype/temporal.hpp"
#include "encodings/nodes.hpp"

using namespace gyre;
using namespace gyre::test;

namespace {

DType timestamps(TimeUnit unit, bool nullable = true) {
  return temporal_dtype({Temporal::What::timestamp, unit, "UTC"}, nullable);
}

struct PartTypes {
  PType days = PType::i64, seconds = PType::i64, subseconds = PType::i64;
};

/// Parts as writers make them: divided toward zero, so that all are negative where the value is.
EncodedArray parts_node(const Column& plain, PartTypes types = {}) {
  const auto per_second_units = per_second(temporal_of(plain.dtype)->unit);
  std::vector<std::optional<std::int64_t>> days;
  std::vector<std::int64_t> seconds, subseconds;
  for (std::uint64_t row = 0; row < plain.rows; ++row) {
    const auto value = plain.is_valid(row) ? plain.buffers[0].as<std::int64_t>()[row] : 0;
    const auto whole = value / per_second_units;
    days.push_back(plain.is_valid(row) ? std::optional(whole / 86'400) : std::nullopt);
    seconds.push_back(whole % 86'400);
    subseconds.push_back(value % per_second_units);
  }
  const auto number = [](PType ptype) { return static_cast<std::uint64_t>(ptype); };
  return node("vortex.datetimeparts",
              numbers({number(types.days), number(types.seconds), number(types.subseconds)}), {},
              {plain_node(column_of(days, DType::primitive(types.days, plain.dtype.nullable()))),
               integers(seconds, types.seconds), integers(subseconds, types.subseconds)});
}

}  // namespace

TEST_CASE("datetimeparts: answers every question as its plain form does",
          "[encodings][datetimeparts]") {
  const auto unit = GENERATE(TimeUnit::seconds, TimeUnit::nanoseconds);
  for (const auto& plain : samples(timestamps(unit))) check_conformance(parts_node(plain), plain);
}

TEST_CASE("datetimeparts: parts may be of any integer type", "[encodings][datetimeparts]") {
  const auto types = GENERATE(
      PartTypes{PType::u16, PType::u32, PType::u16}, PartTypes{PType::i32, PType::i64, PType::i16},
      PartTypes{PType::u64, PType::u64, PType::u64}, PartTypes{PType::i16, PType::i32, PType::u8});
  const auto plain =
      column_of<std::int64_t>({86'400'000, 0, {}, 86'399'001, 1'000'000'123, 1'700'000'000'007},
                              timestamps(TimeUnit::milliseconds));
  check_conformance(parts_node(plain, types), plain);
}

TEST_CASE("datetimeparts: times before 1970 have negative parts", "[encodings][datetimeparts]") {
  const auto plain = column_of<std::int64_t>({-1, -86'400'001, -1'000, INT64_MIN, INT64_MAX},
                                             timestamps(TimeUnit::milliseconds, false));
  check_conformance(parts_node(plain), plain);
  check_conformance(parts_node(slice(plain, 0, 3), {PType::i8, PType::i32, PType::i16}),
                    slice(plain, 0, 3));
}

TEST_CASE("datetimeparts: parts of one value are constants", "[encodings][datetimeparts]") {
  const auto dtype = timestamps(TimeUnit::seconds);
  const auto plain = column_of<std::int64_t>({86'400, {}, 3 * 86'400}, dtype);
  auto array = parts_node(plain);
  const Value zero{Int256::of(std::int64_t{0})};
  for (const std::size_t part : {1u, 2u})
    array.children[part] = constant_node(zero, DType::primitive(PType::i64));
  check_conformance(array, plain);
  array.children[0] = constant_node({}, DType::primitive(PType::i64, true));
  check_conformance(array, sample(dtype, 3, Pattern::small, Nulls::all));
}

TEST_CASE("datetimeparts: what does not fit in 64 bits wraps", "[encodings][datetimeparts]") {
  const auto dtype = timestamps(TimeUnit::nanoseconds, false);
  const auto array = node(
      "vortex.datetimeparts", numbers({7, 7, 7}), {},
      {integers({INT64_MAX}, PType::i64), integers({0}, PType::i64), integers({0}, PType::i64)});
  const auto wrapped = static_cast<std::int64_t>(0 - std::uint64_t{86'400'000'000'000});
  check_conformance(array, column_of<std::int64_t>({wrapped}, dtype));
}

TEST_CASE("datetimeparts: a node that lies is refused", "[encodings][datetimeparts]") {
  auto dtype = timestamps(TimeUnit::seconds, false);
  auto lie = parts_node(column_of<std::int64_t>({1, 2, 3}, dtype));
  SECTION("no days") { lie.children.erase(lie.children.begin()); }
  SECTION("a fourth part") { lie.children.push_back(lie.children[0]); }
  SECTION("metadata cut short") { lie.metadata = lie.metadata.slice(0, 1); }
  SECTION("float seconds") { lie.metadata = numbers({7, 10, 7}); }
  SECTION("types that the parts are not of") {
    lie.metadata = numbers({7, 7});
    lie.children[2].buffers.clear();
  }
  SECTION("fewer seconds than rows") { lie.children[1] = integers({1, 2}, PType::i64); }
  SECTION("fewer days than rows") { lie.children[0] = integers({1, 2}, PType::i64); }
  SECTION("null days") { lie.children[0] = constant_node({}, DType::primitive(PType::i64, true)); }
  SECTION("null seconds") {
    lie.children[1] = constant_node({}, DType::primitive(PType::i64, true));
  }
  SECTION("integers") { dtype = DType::primitive(PType::i64); }
  SECTION("dates") { dtype = temporal_dtype({Temporal::What::date, TimeUnit::days, {}}); }
  SECTION("times") { dtype = temporal_dtype({Temporal::What::time, TimeUnit::seconds, {}}); }
  check_refused(lie, dtype, 3, Code::corrupt);
}
