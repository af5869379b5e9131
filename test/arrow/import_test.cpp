#include "arrow/import.hpp"

#include "array/take_rows.hpp"
#include "arrow/handmade.hpp"
#include "dtype/text.hpp"
#include "support/catch.hpp"
#include "support/equal.hpp"
#include "support/must.hpp"
#include "support/samples.hpp"

using namespace gyre;
using test::Handmade;

namespace {

template <class T>
using Optionals = std::vector<std::optional<T>>;

Result<Column> imported(Handmade made) {
  auto kept = std::make_unique<Handmade>(std::move(made));
  const auto& schema = kept->schema();
  return arrow::import_array(Handmade::hand_over(std::move(kept)), schema);
}

Column import(Handmade made) { return test::must(imported(std::move(made))); }

Error refused(Handmade made) {
  const auto column = imported(std::move(made));
  REQUIRE_FALSE(column);
  return column.error();
}

Handmade numbers(const std::vector<std::int32_t>& values, std::int64_t offset = 0) {
  Handmade made("i", static_cast<std::int64_t>(values.size()) - offset, offset);
  made.no_buffer().buffer(values);
  return made;
}

Handmade texts(std::vector<std::int32_t> offsets, std::string_view bytes) {
  Handmade made("u", static_cast<std::int64_t>(offsets.size()) - 1);
  made.no_buffer().buffer(offsets).buffer(bytes);
  return made;
}

const auto i32 = DType::primitive(PType::i32, true);

}  // namespace

TEST_CASE("import: texts of any layout become views", "[arrow]") {
  const Optionals<std::string> wanted{"", "ab", std::nullopt, "a text that is not short", "ü"};
  const std::string bytes = "aba text that is not shortü";
  const auto valid = std::vector<std::uint8_t>{0b11011};
  SECTION("32-bit offsets, with bytes behind a null") {
    Handmade made("u", 5);
    made.buffer(valid).buffer(std::vector<std::int32_t>{1, 1, 3, 5, 29, 31});
    made.buffer(
        "xab\xff\xff"
        "a text that is not shortü");
    CHECK(test::columns_equal(import(std::move(made)), test::text_column(wanted)));
  }
  SECTION("64-bit offsets") {
    Handmade made("U", 5);
    made.buffer(valid).buffer(std::vector<std::int64_t>{0, 0, 2, 2, 26, 28}).buffer(bytes);
    CHECK(test::columns_equal(import(std::move(made)), test::text_column(wanted)));
  }
  SECTION("fixed size") {
    Handmade made("w:13", 2, 1);
    made.no_buffer().buffer("skipped______0123456789abcABCDEFGHIJKLM");
    CHECK(test::columns_equal(
        import(std::move(made)),
        test::text_column({"0123456789abc", "ABCDEFGHIJKLM"}, DType::binary(true))));
  }
  SECTION("a dictionary") {
    Handmade made("c", 5);
    made.buffer(valid).buffer(std::vector<std::int8_t>{0, 1, 99, 2, 3});
    made.dictionary(texts({0, 0, 2, 26, 28}, bytes));
    CHECK(test::columns_equal(import(std::move(made)), test::text_column(wanted)));
  }
}

TEST_CASE("import: lists of any layout become lists with offsets from 0", "[arrow]") {
  const auto elements = std::vector<std::int32_t>{1, 2, 3, 4, 5, 6};
  const auto wanted = [](const Optionals<std::uint64_t>& sizes, const Optionals<int>& values) {
    return test::list_column(sizes, test::column_of<int>(values, i32), DType::list(i32, true));
  };
  SECTION("32-bit offsets that begin behind elements") {
    Handmade made("+l", 3, 1);
    made.no_buffer()
        .buffer(std::vector<std::int32_t>{0, 1, 3, 3, 5})
        .child("item", numbers(elements));
    CHECK(test::columns_equal(import(std::move(made)), wanted({2, 0, 2}, {2, 3, 4, 5})));
  }
  SECTION("views in any order, one over another") {
    Handmade made("+vl", 4);
    made.buffer(std::vector<std::uint8_t>{0b1011});
    made.buffer(std::vector<std::int32_t>{3, 0, 77, 2})
        .buffer(std::vector<std::int32_t>{2, 3, 9, 0});
    made.child("item", numbers(elements));
    CHECK(test::columns_equal(import(std::move(made)),
                              wanted({2, 3, std::nullopt, 0}, {4, 5, 1, 2, 3})));
  }
  SECTION("a fixed size") {
    Handmade made("+w:2", 2, 1);
    made.no_buffer().child("item", numbers(elements));
    CHECK(test::columns_equal(import(std::move(made)),
                              test::list_column({2, 2}, test::column_of<int>({3, 4, 5, 6}, i32),
                                                DType::fixed_size_list(i32, 2, true))));
  }
}

TEST_CASE("import: decimals of any width come at the width that columns have", "[arrow]") {
  const auto wanted = test::column_of<int>({-7, 1234}, DType::decimal(9, 2, true));
  const auto made = [](std::string_view format, const auto& values) {
    Handmade array(std::string(format), 2);
    array.no_buffer().buffer(values);
    return array;
  };
  CHECK(test::columns_equal(import(made("d:9,2,32", std::vector<std::int32_t>{-7, 1234})), wanted));
  CHECK(test::columns_equal(import(made("d:9,2,64", std::vector<std::int64_t>{-7, 1234})), wanted));
  CHECK(test::columns_equal(import(made("d:9,2", std::vector<i128>{-7, 1234})), wanted));
  const std::vector<Int256> wide{Int256::of(std::int64_t{-7}), Int256::of(std::int64_t{1234})};
  CHECK(test::columns_equal(import(made("d:9,2,256", wide)), wanted));
  CHECK(refused(made("d:9,2,256", std::vector<Int256>{Int256::make(0, 0, 1, 0), {}})).code ==
        Code::corrupt);
}

TEST_CASE("import: runs are laid out, from the middle of one on too", "[arrow]") {
  Handmade made("+r", 5, 2);
  made.child("run_ends", numbers({3, 4, 9})).child("values", texts({0, 1, 2, 3}, "abc"));
  CHECK(test::columns_equal(import(std::move(made)), test::text_column({"a", "b", "c", "c", "c"})));
}

TEST_CASE("import: a dictionary of structs of lists is taken apart", "[arrow]") {
  Handmade lists("+L", 2);
  lists.no_buffer().buffer(std::vector<std::int64_t>{0, 2, 3}).child("item", numbers({1, 2, 3}));
  Handmade structs("+s", 2);
  structs.buffer(std::vector<std::uint8_t>{0b11}).child("l", std::move(lists));
  Handmade made("I", 3);
  made.no_buffer().buffer(std::vector<std::uint32_t>{1, 0, 1}).dictionary(std::move(structs));
  const auto list = DType::list(i32, true);
  const auto wanted = test::struct_column(
      {{"l", list}}, {test::list_column({1, 2, 1}, test::column_of<int>({3, 1, 2, 3}, i32), list)},
      3);
  auto imported = import(std::move(made));
  CHECK(imported.dtype.nullable());
  imported.dtype = wanted.dtype;
  CHECK(test::columns_equal(imported, wanted));
}

TEST_CASE("import: a field without nulls may have some below a null struct only", "[arrow]") {
  const auto made = [](std::uint8_t parent, std::uint8_t child) {
    Handmade field("i", 3);
    field.buffer(std::vector<std::uint8_t>{child}).buffer(std::vector<std::int32_t>{1, 2, 3});
    field.not_nullable();
    Handmade rows("+s", 3);
    rows.buffer(std::vector<std::uint8_t>{parent}).child("x", std::move(field));
    return rows;
  };
  const auto imported = import(made(0b101, 0b101));
  CHECK(imported.null_count == 1);
  CHECK(imported.children[0].null_count == 0);
  CHECK(refused(made(0b111, 0b101)).message == "x: row 1: null in a field that is not nullable");
}

TEST_CASE("import: arrays that lie are refused", "[arrow]") {
  const auto is_corrupt = [](Handmade made) {
    return refused(std::move(made)).code == Code::corrupt;
  };
  CHECK(is_corrupt(texts({0, 3, 1}, "abc")));
  CHECK(is_corrupt(texts({-1, 3}, "abc")));
  CHECK(is_corrupt(texts({0, 1}, "\xff")));
  CHECK(is_corrupt(texts({0, 1, 2}, "\xc3\xbc")));  // whole, but cut in the middle of a character

  Handmade codes("c", 2);
  codes.no_buffer().buffer(std::vector<std::int8_t>{0, 4}).dictionary(texts({0, 1}, "a"));
  CHECK(is_corrupt(std::move(codes)));

  Handmade negative("c", 1);
  negative.no_buffer().buffer(std::vector<std::int8_t>{-1}).dictionary(texts({0, 1}, "a"));
  CHECK(is_corrupt(std::move(negative)));

  Handmade list("+l", 1);
  list.no_buffer().buffer(std::vector<std::int32_t>{0, 9}).child("item", numbers({1, 2}));
  CHECK(is_corrupt(std::move(list)));

  Handmade view("+vl", 1);
  view.no_buffer().buffer(std::vector<std::int32_t>{1}).buffer(std::vector<std::int32_t>{2});
  view.child("item", numbers({1, 2}));
  CHECK(is_corrupt(std::move(view)));

  Handmade runs("+r", 5);
  runs.child("run_ends", numbers({3, 2})).child("values", numbers({1, 2}));
  CHECK(is_corrupt(std::move(runs)));

  Handmade short_field("+s", 3);
  short_field.no_buffer().child("x", numbers({1, 2}));
  CHECK(is_corrupt(std::move(short_field)));

  Handmade no_values("i", 3);
  no_values.no_buffer().no_buffer();
  CHECK(is_corrupt(std::move(no_values)));
}

TEST_CASE("import: views that point outside, or lie about their text, are refused", "[arrow]") {
  const std::string bytes = "a text that is not short";
  const auto view_of = [&](TextView view) {
    Handmade made("vu", 1);
    made.no_buffer().buffer(std::vector<TextView>{view}).buffer(bytes);
    made.buffer(std::vector<std::int64_t>{static_cast<std::int64_t>(bytes.size())});
    return made;
  };
  const auto good = TextView::of(bytes, 0, 0);
  CHECK(text_at(import(view_of(good)), 0) == bytes);
  auto view = good;
  view.offset = 1;
  CHECK(refused(view_of(view)).code == Code::corrupt);
  view = good;
  view.buffer = 1;
  CHECK(refused(view_of(view)).code == Code::corrupt);
  view = good;
  view.prefix[1] = 'x';
  CHECK(refused(view_of(view)).code == Code::corrupt);
}

TEST_CASE("import: types that Vortex lacks are named with their place", "[arrow]") {
  for (const std::string format : {"tDs", "tiM", "+ud:0"}) {
    Handmade rows("+s", 0);
    rows.no_buffer().child("when", Handmade(format, 0));
    const auto schema = arrow::import_schema(rows.schema());
    REQUIRE_FALSE(schema);
    CHECK(schema.error().code == Code::unsupported);
    CHECK(schema.error().message.starts_with("when: Vortex has no type for Arrow's "));
  }
  for (const std::string format : {"", "x", "d:", "d:40", "d:5,2,7", "tsq:", "+w:", "w:-1", "+l"})
    CHECK_FALSE(arrow::import_schema(Handmade(format, 0).schema()));
}

TEST_CASE("take_rows: gives rows in any order, again, and null", "[array]") {
  const auto column = test::text_column({"a", std::nullopt, "a text that is not short"});
  const std::vector<std::uint32_t> rows{2, 0, no_row, 1, 2};
  CHECK(test::columns_equal(test::must(take_rows(column, rows)),
                            test::text_column({"a text that is not short", "a", std::nullopt,
                                               std::nullopt, "a text that is not short"})));
}
