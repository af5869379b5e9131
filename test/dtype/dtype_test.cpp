#include "dtype/dtype.hpp"

#include "dtype/samples.hpp"
#include "dtype/temporal.hpp"
#include "support/bytes.hpp"
#include "support/catch.hpp"

namespace gyre {
namespace {

TEST_CASE("dtype: two types are equal only if they are the same in all parts", "[dtype]") {
  const auto types = test::named_types(), again = test::named_types();
  for (std::size_t i = 0; i < types.size(); ++i)
    for (std::size_t k = 0; k < again.size(); ++k) {
      CAPTURE(types[i].text, again[k].text);
      CHECK((types[i].dtype == again[k].dtype) == (i == k));
    }
}

TEST_CASE(
    "dtype: nullability is a type's own, but null always has it and an extension its storage's",
    "[dtype]") {
  for (const auto& [text, dtype] : test::named_types()) {
    CAPTURE(text);
    CHECK(dtype.with_nullable(true).nullable());
    CHECK(dtype.with_nullable(false).nullable() == dtype.is(Kind::null));
    CHECK(dtype.with_nullable(!dtype.nullable()).with_nullable(dtype.nullable()) == dtype);
    if (dtype.is(Kind::extension)) CHECK(dtype.storage().nullable() == dtype.nullable());
  }
}

TEST_CASE("dtype: extension metadata is part of the type", "[dtype]") {
  const auto plain = DType::extension("x", DType::utf8(), {});
  CHECK(plain != DType::extension("x", DType::utf8(), test::bytes("00")));
  CHECK(DType::extension("x", DType::utf8(), test::bytes("00")) ==
        DType::extension("x", DType::utf8(), test::bytes("00")));
}

TEST_CASE("dtype: a field is found by its name, the first of two", "[dtype]") {
  const auto dtype =
      DType::structure({{"a", DType::utf8()}, {"b", DType::boolean()}, {"a", DType::null()}});
  CHECK(dtype.find_field("a") == 0);
  CHECK(dtype.find_field("b") == 1);
  CHECK(dtype.find_field("c") == 3);
}

TEST_CASE("dtype: words have the width of plain columns", "[dtype]") {
  CHECK(word_bytes(DType::primitive(PType::f16)) == 2);
  CHECK(word_bytes(DType::decimal(2, 0)) == 16);
  CHECK(word_bytes(DType::decimal(38, 0)) == 16);
  CHECK(word_bytes(DType::decimal(39, 0)) == 32);
  CHECK(word_bytes(temporal_dtype({Temporal::What::date, TimeUnit::days, ""})) == 4);
  CHECK(word_bytes(DType::utf8()) == 0);
}

TEST_CASE("temporal: metadata bytes are those of other writers", "[dtype][temporal]") {
  const auto metadata = [](Temporal::What what, TimeUnit unit, std::string zone) {
    return test::hex(temporal_dtype({what, unit, std::move(zone)}).extension_metadata().bytes());
  };
  CHECK(metadata(Temporal::What::timestamp, TimeUnit::microseconds, "") == "01 00 00");
  CHECK(metadata(Temporal::What::timestamp, TimeUnit::nanoseconds, "UTC") == "00 03 00 55 54 43");
  CHECK(metadata(Temporal::What::timestamp, TimeUnit::microseconds, "America/New_York")
            .starts_with("01 10 00 41 6d"));
  CHECK(metadata(Temporal::What::date, TimeUnit::days, "") == "04");
  CHECK(metadata(Temporal::What::time, TimeUnit::seconds, "") == "03");
}

TEST_CASE("temporal: a type says what it is, unless its parts contradict each other",
          "[dtype][temporal]") {
  const auto i32 = DType::primitive(PType::i32), i64 = DType::primitive(PType::i64);
  const auto of = [](std::string_view id, const DType& storage, std::string_view metadata) {
    return temporal_of(DType::extension(std::string(id), storage, test::bytes(metadata)));
  };
  CHECK(of("vortex.date", i32, "04") == Temporal{Temporal::What::date, TimeUnit::days, ""});
  CHECK(of("vortex.date", i64, "02 ff") ==
        Temporal{Temporal::What::date, TimeUnit::milliseconds, ""});
  CHECK(of("vortex.timestamp", i64, "00 03 00 55 54 43") ==
        Temporal{Temporal::What::timestamp, TimeUnit::nanoseconds, "UTC"});
  CHECK_FALSE(of("vortex.date", i64, "04"));
  CHECK_FALSE(of("vortex.date", i32, "03"));
  CHECK_FALSE(of("vortex.date", i32, ""));
  CHECK_FALSE(of("vortex.date", i32, "05"));
  CHECK_FALSE(of("vortex.time", i32, "04"));
  CHECK_FALSE(of("vortex.time", i32, "01"));
  CHECK_FALSE(of("vortex.timestamp", i64, "00 03"));
  CHECK_FALSE(of("vortex.timestamp", i64, "00 03 00 55 54"));
  CHECK_FALSE(of("vortex.timestamp", i64, "04 00 00"));
  CHECK_FALSE(of("vortex.clock", i64, "00"));
  CHECK_FALSE(temporal_of(i64));
}

}  // namespace
}  // namespace gyre
