#include "base/buffer.hpp"

#include <array>
#include <string>

#include "support/catch.hpp"

namespace gyre {
namespace {

TEST_CASE("buffer: a copy has the bytes at another address, aligned to 64", "[base][buffer]") {
  const std::string text = "some bytes";
  const auto copy = Buffer::copy(text);
  CHECK(copy.text() == text);
  CHECK(static_cast<const void*>(copy.data()) != text.data());
  CHECK(copy.aligned(64));
  CHECK(Buffer::copy(std::string_view()).empty());
}

TEST_CASE("buffer: slices share the owner, which lives as long as one of them", "[base][buffer]") {
  auto owner = std::make_shared<std::array<std::byte, 16>>();
  std::weak_ptr<void> watch = owner;
  auto whole = Buffer::share(*owner, owner);
  owner.reset();
  auto slice = whole.slice(4, 8).slice(2, 3);
  CHECK(slice.data() == whole.data() + 6);
  CHECK(slice.size() == 3);
  whole = {};
  CHECK_FALSE(watch.expired());
  slice = {};
  CHECK(watch.expired());
}

TEST_CASE("buffer: appending grows a buffer and keeps what is in it", "[base][buffer]") {
  MutableBuffer buffer;
  for (std::uint32_t i = 0; i < 1000; ++i) buffer.append_value(i);
  REQUIRE(buffer.size() == 4000);
  const auto* before = buffer.data();
  const auto frozen = std::move(buffer).freeze();
  CHECK(frozen.data() == before);
  const auto values = frozen.as<std::uint32_t>();
  REQUIRE(values.size() == 1000);
  for (std::uint32_t i = 0; i < 1000; ++i) REQUIRE(values[i] == i);
}

TEST_CASE("buffer: resizing keeps bytes up to the smaller size", "[base][buffer]") {
  auto buffer = MutableBuffer::zeroed(100);
  buffer.bytes()[99] = std::byte{7};
  buffer.resize(5000);
  CHECK(buffer.size() == 5000);
  CHECK(buffer.bytes()[99] == std::byte{7});
  CHECK(buffer.bytes()[98] == std::byte{0});
  buffer.resize(0);
  CHECK(std::move(buffer).freeze().empty());
}

TEST_CASE("buffer: the slack behind the end may be written", "[base][buffer]") {
  auto buffer = MutableBuffer::uninitialized(3);
  std::memset(buffer.data(), 1, 3 + MutableBuffer::slack);  // the address sanitizer watches
  CHECK(std::move(buffer).freeze().size() == 3);
}

}  // namespace
}  // namespace gyre
