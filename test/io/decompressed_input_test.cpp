#include "io/decompressed_input.hpp"

#include <zlib.h>
#include <zstd.h>

#include <string>

#include "support/catch.hpp"
#include "support/must.hpp"

namespace gyre {
namespace {

std::string gzip(std::string text) {
  z_stream stream{};
  constexpr int window = 15 + 16, memory = 8;
  REQUIRE(deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, window, memory, Z_DEFAULT_STRATEGY) ==
          Z_OK);
  std::string out(text.size() + 1024, '\0');
  stream.next_in = reinterpret_cast<unsigned char*>(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<unsigned char*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

/// With a checksum, without which damage may go unnoticed.
std::string zstd(std::string_view text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  auto* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  out.resize(ZSTD_compress2(context, out.data(), out.size(), text.data(), text.size()));
  ZSTD_freeCCtx(context);
  return out;
}

Result<std::string> read_all(ByteInput& input, std::size_t step) {
  std::string all, part(step, '\0');
  while (const auto got = GYRE_TRY(input.read(std::as_writable_bytes(std::span(part)))))
    all.append(part, 0, got);
  return all;
}

Result<std::string> decompress(std::string_view bytes, std::size_t step = 1000) {
  const auto input =
      GYRE_TRY(io::decompressed(std::make_unique<BufferInput>(Buffer::copy(bytes), "in.gz")));
  const auto first = GYRE_TRY(read_all(*input, step));
  GYRE_TRY(input->rewind());
  CHECK(test::must(read_all(*input, step)) == first);
  return first;
}

std::string long_text() {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i * 7919 % 10'007) + "\n";
  return text;
}

}  // namespace

TEST_CASE("decompressed: gzip and zstd are told by their first bytes, and read as they were",
          "[io]") {
  const auto text = long_text();
  for (const std::size_t step : {1u, 1000u, 1u << 20}) {
    CHECK(test::must(decompress(gzip(text), step)) == text);
    CHECK(test::must(decompress(zstd(text), step)) == text);
  }
  CHECK(test::must(decompress("a,b\n1,2\n")) == "a,b\n1,2\n");
  CHECK(test::must(decompress("")).empty());
  CHECK(test::must(decompress(gzip(""))).empty());
}

TEST_CASE("decompressed: members and frames behind one another are one text", "[io]") {
  CHECK(test::must(decompress(gzip("a,b\n") + gzip("") + gzip("1,2\n"))) == "a,b\n1,2\n");
  CHECK(test::must(decompress(zstd("a,b\n") + zstd("1,2\n"))) == "a,b\n1,2\n");
  CHECK(test::must(decompress(gzip("x") + std::string(1000, '\0'))) == "x");
}

TEST_CASE("decompressed: data that end early or are damaged are refused", "[io]") {
  const auto text = long_text();
  for (const auto& whole : {gzip(text), zstd(text)}) {
    for (const auto size : {whole.size() - 1, whole.size() / 2, std::size_t{5}}) {
      const auto error = test::refused(decompress(whole.substr(0, size)));
      CHECK(error.code == Code::corrupt);
      CHECK(error.message.ends_with("data end early"));
    }
    auto damaged = whole;
    for (std::size_t i = 100; i < 200; ++i) damaged[i] = static_cast<char>(damaged[i] ^ 0x5a);
    CHECK(test::refused(decompress(damaged)).code == Code::corrupt);
  }
  CHECK(test::refused(decompress(gzip("x") + "more")).code == Code::corrupt);
  CHECK(test::refused(decompress(zstd("x") + "more")).code == Code::corrupt);
}

TEST_CASE("decompressed: a name loses the ending of what compressed it", "[io]") {
  CHECK(io::without_compression("a/b.csv.gz") == "a/b.csv");
  CHECK(io::without_compression("b.csv.zst") == "b.csv");
  CHECK(io::without_compression("b.gzip") == "b.gzip");
}

}  // namespace gyre
