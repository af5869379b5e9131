#pragma once

#include <string>
#include <vector>

#include "dtype/dtype.hpp"
#include "dtype/temporal.hpp"

namespace gyre::test {

/// A nullable type in a struct in a list, and so on: each kind of type at least once, with its text.
struct NamedType {
  std::string text;
  DType dtype;
};

inline std::vector<NamedType> named_types() {
  const auto i32 = DType::primitive(PType::i32);
  const auto u8 = DType::primitive(PType::u8);
  const auto point =
      DType::structure({{"x", DType::primitive(PType::f64)}, {"odd \"name\"", DType::utf8(true)}});
  return {
      {"null", DType::null()},
      {"bool", DType::boolean()},
      {"bool?", DType::boolean(true)},
      {"u8", u8},
      {"u16?", DType::primitive(PType::u16, true)},
      {"u32", DType::primitive(PType::u32)},
      {"u64", DType::primitive(PType::u64)},
      {"i8", DType::primitive(PType::i8)},
      {"i16", DType::primitive(PType::i16)},
      {"i32", i32},
      {"i64?", DType::primitive(PType::i64, true)},
      {"f16", DType::primitive(PType::f16)},
      {"f32", DType::primitive(PType::f32)},
      {"f64?", DType::primitive(PType::f64, true)},
      {"decimal(15,2)?", DType::decimal(15, 2, true)},
      {"decimal(76,-128)", DType::decimal(76, -128)},
      {"decimal(1,0)", DType::decimal(1, 0)},
      {"utf8", DType::utf8()},
      {"binary?", DType::binary(true)},
      {"variant", DType::variant()},
      {"date", temporal_dtype({Temporal::What::date, TimeUnit::days, ""})},
      {"date(ms)?", temporal_dtype({Temporal::What::date, TimeUnit::milliseconds, ""}, true)},
      {"time(s)", temporal_dtype({Temporal::What::time, TimeUnit::seconds, ""})},
      {"time(ns)?", temporal_dtype({Temporal::What::time, TimeUnit::nanoseconds, ""}, true)},
      {"timestamp(us)", temporal_dtype({Temporal::What::timestamp, TimeUnit::microseconds, ""})},
      {"timestamp(ns, UTC)?",
       temporal_dtype({Temporal::What::timestamp, TimeUnit::nanoseconds, "UTC"}, true)},
      {"timestamp(s, America/New_York)",
       temporal_dtype({Temporal::What::timestamp, TimeUnit::seconds, "America/New_York"})},
      {"timestamp(ms, +05:30)",
       temporal_dtype({Temporal::What::timestamp, TimeUnit::milliseconds, "+05:30"})},
      {"timestamp(ms, \"so (odd)\")",
       temporal_dtype({Temporal::What::timestamp, TimeUnit::milliseconds, "so (odd)"})},
      {"uuid?", DType::extension("vortex.uuid", DType::fixed_size_list(u8, 16, true), {})},
      {"json", DType::extension("vortex.json", DType::utf8(), {})},
      {"extension(geo.point, struct(x: f64, \"odd \"\"name\"\"\": utf8?))?",
       DType::extension("geo.point", point.with_nullable(true), {})},
      {"list(i32)", DType::list(i32)},
      {"list(i32?)?", DType::list(i32.with_nullable(true), true)},
      {"list(f32, 3)", DType::fixed_size_list(DType::primitive(PType::f32), 3)},
      {"list(bool, 4294967295)", DType::fixed_size_list(DType::boolean(), 0xffffffff)},
      {"struct()", DType::structure({})},
      {"struct(a: i32, \"\": u8, \"a.b\": list(struct(größe: utf8?)), \"1st\": null)?",
       DType::structure({{"a", i32},
                         {"", u8},
                         {"a.b", DType::list(DType::structure({{"größe", DType::utf8(true)}}))},
                         {"1st", DType::null()}},
                        true)},
      {"map(utf8, i64?)", DType::map(DType::utf8(), DType::primitive(PType::i64, true), false)},
      {"map(i32, list(u8), sorted)?", DType::map(i32, DType::list(u8), true, true)},
  };
}

}  // namespace gyre::test
