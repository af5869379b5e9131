#include "array/tile_mask.hpp"

#include <vector>

#include "support/catch.hpp"
#include "support/samples.hpp"

namespace gyre {
namespace {

TileMask mask_of(const std::vector<bool>& bits) {
  TileMask mask;
  for (std::size_t row = 0; row < bits.size(); ++row) mask.assign(row, bits[row]);
  return mask;
}

std::vector<bool> noise(test::Random& random, unsigned percent) {
  std::vector<bool> bits;
  for (std::uint64_t row = 0; row < tile_rows; ++row) bits.push_back(random.chance(percent));
  return bits;
}

TEST_CASE("tile mask: all sets the first rows and no others", "[array][tile_mask]") {
  for (const std::uint64_t rows : {0, 1, 63, 64, 65, 1000, 1023, 1024}) {
    const auto mask = TileMask::all(rows);
    CHECK(mask.count() == rows);
    CHECK(mask.is_all(rows));
    CHECK(mask.none() == (rows == 0));
    if (rows > 0) CHECK(mask.at(rows - 1));
    if (rows < tile_rows) CHECK_FALSE(mask.at(rows));
  }
}

TEST_CASE("tile mask: a range sets its rows and no others", "[array][tile_mask]") {
  for (const RowRange rows :
       {RowRange{0, 1024}, {0, 0}, {63, 65}, {64, 128}, {5, 9}, {100, 1000}}) {
    TileMask mask;
    mask.set(rows);
    CHECK(mask.count() == rows.size());
    for (std::uint64_t row = 0; row < tile_rows; ++row)
      if (mask.at(row) != (row >= rows.first && row < rows.last)) FAIL("row " << row);
  }
}

TEST_CASE("tile mask: shifts move every row by the same distance", "[array][tile_mask]") {
  test::Random random(3);
  const auto bits = noise(random, 50);
  for (const std::uint64_t by : {0, 1, 63, 64, 65, 500, 1023}) {
    std::vector<bool> down(tile_rows), up(tile_rows);
    for (std::uint64_t row = 0; row + by < tile_rows; ++row) {
      down[row] = bits[row + by];
      up[row + by] = bits[row];
    }
    CHECK(mask_of(bits).shifted_down(by) == mask_of(down));
    CHECK(mask_of(bits).shifted_up(by) == mask_of(up));
  }
}

TEST_CASE("tile mask: packed keeps the bits of the kept rows, in order", "[array][tile_mask]") {
  test::Random random(4);
  for (const unsigned percent : {0, 1, 50, 99, 100}) {
    const auto bits = noise(random, 50), kept = noise(random, percent);
    std::vector<bool> packed;
    for (std::uint64_t row = 0; row < tile_rows; ++row)
      if (kept[row]) packed.push_back(bits[row]);
    CHECK(mask_of(bits).packed(mask_of(kept)) == mask_of(packed));
  }
}

TEST_CASE("tile mask: a bitmap is read from any bit on", "[array][tile_mask]") {
  test::Random random(5);
  std::vector<std::byte> bitmap(300);
  for (auto& byte : bitmap) byte = static_cast<std::byte>(random.next());
  for (const std::uint64_t first : {0, 1, 7, 8, 65, 1000})
    for (const std::uint64_t rows : {0, 1, 63, 64, 65, 1023, 1024}) {
      std::vector<bool> expected;
      for (std::uint64_t row = 0; row < rows; ++row)
        expected.push_back(bit_at(bitmap.data(), first + row));
      CHECK(TileMask::from_bitmap(bitmap.data(), first, rows) == mask_of(expected));
    }
}

TEST_CASE("tile mask: set bits are visited once each, rising", "[array][tile_mask]") {
  test::Random random(6);
  const auto bits = noise(random, 20);
  std::vector<bool> seen(tile_rows);
  std::uint64_t next = 0;
  mask_of(bits).for_each([&](std::uint64_t row) {
    CHECK(row >= next);
    next = row + 1;
    seen[row] = true;
  });
  CHECK(seen == bits);
}

}  // namespace
}  // namespace gyre
