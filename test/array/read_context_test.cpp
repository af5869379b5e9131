#include "array/read_context.hpp"

#include <string>

#include "support/catch.hpp"

namespace gyre {
namespace {

std::string_view put(ByteArena& arena, std::string_view text) {
  auto* at = arena.reserve(text.size());
  std::memcpy(at, text.data(), text.size());
  arena.commit(text.size());
  return {reinterpret_cast<const char*>(at), text.size()};
}

TEST_CASE("scratch: memory in use is never lent twice and is lent again when it is back",
          "[array][read_context]") {
  ReadContext context;
  std::uint64_t* first = nullptr;
  {
    ReadContext::Scratch<std::uint64_t> outer(context, 1000);
    first = outer.data();
    for (std::size_t i = 0; i < 1000; ++i) outer[i] = i;
    {
      ReadContext::Scratch<std::uint64_t> inner(context, 100'000);  // larger than a block
      for (std::size_t i = 0; i < 100'000; ++i) inner[i] = ~std::uint64_t{0};
    }
    for (std::size_t i = 0; i < 1000; ++i)
      if (outer[i] != i) FAIL("overwritten at " << i);
  }
  ReadContext::Scratch<std::uint64_t> again(context, 1000);
  CHECK(again.data() == first);
}

TEST_CASE("arena: a place leads to the same bytes in the buffers that are taken",
          "[array][read_context]") {
  ByteArena arena;
  std::vector<std::string> written;
  std::vector<std::string_view> views;
  for (std::size_t i = 0; i < 3000; ++i) {
    written.push_back(std::string(i % 200, static_cast<char>('a' + i % 26)));
    views.push_back(put(arena, written.back()));
  }
  std::vector<ByteArena::Place> places(views.size());
  for (std::size_t i = 0; i < views.size(); ++i)
    REQUIRE(arena.find(views[i].data(), views[i].size(), places[i]));
  CHECK(arena.buffer_count() > 1);
  std::uint64_t size = 0;
  for (const auto& text : written) size += text.size();
  CHECK(arena.size_bytes() == size);

  const auto buffers = arena.take_buffers();
  CHECK(arena.size_bytes() == 0);
  std::uint64_t taken = 0;
  for (const auto& buffer : buffers) taken += buffer.size();
  CHECK(taken == size);  // nothing that nobody wrote
  for (std::size_t i = 0; i < views.size(); ++i)
    if (buffers[places[i].buffer].text().substr(places[i].offset, views[i].size()) != written[i])
      FAIL("text " << i);
}

TEST_CASE("arena: bytes from elsewhere have no place in it", "[array][read_context]") {
  ByteArena arena;
  ByteArena::Place place;
  const std::string foreign = "somewhere else";
  CHECK_FALSE(arena.find(foreign.data(), foreign.size(), place));
  put(arena, "something");
  CHECK_FALSE(arena.find(foreign.data(), foreign.size(), place));
}

TEST_CASE("arena: going back forgets what came later and nothing else", "[array][read_context]") {
  ByteArena arena;
  const auto kept = put(arena, "kept");
  const auto mark = arena.mark();
  SECTION("within a block") { put(arena, "forgotten"); }
  SECTION("over blocks") { put(arena, std::string(1 << 20, 'x')); }
  arena.rewind(mark);
  CHECK(arena.size_bytes() == 4);
  const auto next = put(arena, "next");
  ByteArena::Place place, next_place;
  REQUIRE(arena.find(kept.data(), kept.size(), place));
  REQUIRE(arena.find(next.data(), next.size(), next_place));
  const auto buffers = arena.take_buffers();
  CHECK(buffers[place.buffer].text().substr(place.offset, 4) == "kept");
  CHECK(buffers[next_place.buffer].text().substr(next_place.offset, 4) == "next");
}

}  // namespace
}  // namespace gyre
