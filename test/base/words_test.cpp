#include "base/words.hpp"

#include "support/catch.hpp"

namespace gyre {
namespace {

TEST_CASE("words: signed order holds across limbs and signs", "[base][words]") {
  const Int256 ascending[] = {
      Int256::make(0, 0, 0, std::uint64_t{1} << 63),
      Int256::of(static_cast<i128>(-1) * (std::int64_t{1} << 62) * 4),
      Int256::of(std::int64_t{-2}),
      Int256::of(std::int64_t{-1}),
      Int256{},
      Int256::of(std::uint64_t{1}),
      Int256::of(~std::uint64_t{0}),
      Int256::make(0, 1, 0, 0),
      Int256::make(0, 0, 0, 1),
  };
  for (std::size_t i = 0; i < std::size(ascending); ++i)
    for (std::size_t k = 0; k < std::size(ascending); ++k) {
      CAPTURE(i, k);
      CHECK((ascending[i] < ascending[k]) == (i < k));
      CHECK((ascending[i] == ascending[k]) == (i == k));
    }
}

TEST_CASE("words: widening and truncating again gives the word back", "[base][words]") {
  const auto round = [](auto word) {
    using W = decltype(word);
    CHECK(truncate<W>(sign_extend(word)) == word);
    CHECK(truncate<W>(zero_extend(word)) == word);
    CHECK(sign_extend(word).negative());
    CHECK_FALSE(zero_extend(word).negative());
  };
  round(std::uint8_t{0x80});
  round(std::uint16_t{0xfffe});
  round(std::uint32_t{0x80000001});
  round(std::uint64_t{0xffffffffffffff00});
  round(static_cast<u128>(-5));
}

TEST_CASE("words: what fits 64 and 128 bits is known at the edges", "[base][words]") {
  CHECK(Int256::of(std::int64_t{-1}).fits_i64());
  CHECK_FALSE(Int256::of(std::int64_t{-1}).fits_u64());
  CHECK(Int256::of(~std::uint64_t{0}).fits_u64());
  CHECK_FALSE(Int256::of(~std::uint64_t{0}).fits_i64());
  CHECK(Int256::make(0, std::uint64_t{1} << 62, 0, 0).fits_i128());
  CHECK_FALSE(Int256::make(0, std::uint64_t{1} << 63, 0, 0).fits_i128());
}

}  // namespace
}  // namespace gyre
