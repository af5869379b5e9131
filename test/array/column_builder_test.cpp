#include "array/column_builder.hpp"

#include <string>

#include "support/catch.hpp"
#include "support/samples.hpp"

namespace gyre {
namespace {

TEST_CASE("bitmap builder: runs, bits and tiles end up in the order they came",
          "[array][builder]") {
  test::Random random(1);
  BitmapBuilder builder;
  std::vector<bool> expected;
  for (int step = 0; step < 400; ++step) {
    const auto rows = random.below(step % 10 == 0 ? 1025 : 70);
    const bool value = random.chance(50);
    if (step % 3 == 0) {
      builder.append_run(value, rows);
      expected.insert(expected.end(), rows, value);
    } else if (step % 3 == 1) {
      builder.append(value);
      expected.push_back(value);
    } else {
      TileMask mask;
      for (std::uint64_t row = 0; row < rows; ++row) mask.assign(row, random.chance(50));
      builder.append(mask, rows);
      for (std::uint64_t row = 0; row < rows; ++row) expected.push_back(mask.at(row));
    }
  }
  REQUIRE(builder.rows() == expected.size());
  const auto bitmap = builder.finish();
  REQUIRE(bitmap.size() == bitmap_bytes(expected.size()));
  for (std::size_t row = 0; row < expected.size(); ++row)
    if (bit_at(bitmap.data(), row) != expected[row]) FAIL("row " << row);
  for (auto bit = expected.size(); bit < bitmap.size() * 8; ++bit)
    CHECK_FALSE(bit_at(bitmap.data(), bit));
  CHECK(builder.rows() == 0);
}

TEST_CASE("validity builder: no null, no bitmap", "[array][builder]") {
  ValidityBuilder builder;
  builder.append_valid(5000);
  builder.append(TileMask::all(100), 100);
  CHECK(builder.size_bytes() == 0);
  Column column;
  builder.finish(column);
  CHECK(column.validity.empty());
  CHECK(column.null_count == 0);
}

TEST_CASE("validity builder: nulls are counted and found, wherever they come", "[array][builder]") {
  ValidityBuilder builder;
  for (int round = 0; round < 2; ++round) {  // it starts afresh
    builder.append_valid(13);
    builder.append_nulls(3);
    builder.append_valid(1000);
    auto some = TileMask::all(100);
    some.clear(50);
    builder.append(some, 100);
    builder.append_valid(7);
    CHECK(builder.rows() == 1123);
    CHECK(builder.null_count() == 4);
    Column column;
    builder.finish(column);
    CHECK(column.null_count == 4);
    REQUIRE(column.validity.size() == bitmap_bytes(1123));
    CHECK(count_bits(column.validity.bytes(), 1123) == 1119);
    for (const std::uint64_t row : {13, 14, 15, 1066}) CHECK_FALSE(column.is_valid(row));
    CHECK(builder.rows() == 0);
  }
}

TEST_CASE("text builder: every text comes back, short or long, copied or not", "[array][builder]") {
  TextBuilder builder;
  std::vector<std::optional<std::string>> expected;
  for (std::size_t size = 0; size < 40; ++size) {
    const std::string text(size, static_cast<char>('a' + size % 26));
    builder.append(text);
    expected.push_back(text);
    auto* at = builder.arena().reserve(size + 1);
    std::memset(at, 'z', size + 1);
    builder.arena().commit(size + 1);
    builder.append({reinterpret_cast<const char*>(at), size + 1});
    expected.push_back(std::string(size + 1, 'z'));
    builder.append_null();
    expected.push_back(std::nullopt);
  }
  const auto column = builder.finish(DType::utf8(true));
  REQUIRE(column.rows == expected.size());
  CHECK(column.null_count == 40);
  for (std::size_t row = 0; row < expected.size(); ++row) {
    CHECK(column.is_valid(row) == expected[row].has_value());
    CHECK(text_at(column, row) == expected[row].value_or(""));
  }
}

TEST_CASE("text builder: bytes that lie in its arena are not copied", "[array][builder]") {
  TextBuilder builder;
  const std::string text = "longer than twelve bytes";
  auto* at = builder.arena().reserve(text.size());
  std::memcpy(at, text.data(), text.size());
  builder.arena().commit(text.size());
  for (int i = 0; i < 10; ++i) builder.append({reinterpret_cast<const char*>(at), text.size()});
  const auto column = builder.finish(DType::utf8());
  REQUIRE(column.buffers.size() == 2);
  CHECK(column.buffers[1].size() == text.size());
  CHECK(text_at(column, 9) == text);
}

TEST_CASE("text builder: texts of one call share the bytes of equal pointers", "[array][builder]") {
  const std::string one = "the first of two long texts", two = "the second of two long texts";
  std::vector<std::string_view> texts;
  for (std::size_t i = 0; i < tile_rows; ++i) texts.push_back(i % 3 == 0 ? one : two);
  TextBuilder builder;
  auto valid = TileMask::all(tile_rows);
  valid.clear(5);
  builder.append(texts, valid);
  CHECK(builder.arena().size_bytes() == one.size() + two.size());
  const auto column = builder.finish(DType::utf8(true));
  CHECK(column.null_count == 1);
  CHECK(text_at(column, 5).empty());
  CHECK(text_at(column, 3) == one);
  CHECK(text_at(column, 1022) == two);
}

TEST_CASE("text builder: the same memory may hold other text in the next call",
          "[array][builder]") {
  TextBuilder builder;
  std::string reused = "what it said at first ...";
  const std::string_view view = reused;
  builder.append(std::span(&view, 1), TileMask::all(1));
  reused.replace(0, 4, "then");
  builder.append(std::span(&view, 1), TileMask::all(1));
  const auto column = builder.finish(DType::utf8());
  CHECK(text_at(column, 0) == "what it said at first ...");
  CHECK(text_at(column, 1) == "then it said at first ...");
}

TEST_CASE("text view: twelve bytes fit, thirteen do not", "[array][builder]") {
  const auto inlined = TextView::of("123456789012", 3, 4);
  CHECK(inlined.size == 12);
  CHECK(std::memcmp(&inlined,
                    "\x0c\0\0\0"
                    "123456789012",
                    16) == 0);
  const auto outside = TextView::of("1234567890123", 3, 4);
  CHECK(outside.size == 13);
  CHECK(std::string_view(outside.prefix, 4) == "1234");
  CHECK(outside.buffer == 3);
  CHECK(outside.offset == 4);
}

}  // namespace
}  // namespace gyre
