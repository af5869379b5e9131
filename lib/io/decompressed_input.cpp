#include "io/decompressed_input.hpp"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <string>

#include "base/buffer.hpp"
#include "base/peeked_input.hpp"

namespace gyre::io {
namespace {

constexpr std::string_view gzip_magic = "\x1f\x8b", zstd_magic = "\x28\xb5\x2f\xfd";

/// What is left to read, and room that is left to write to.
struct Window {
  std::span<const std::byte> in;
  std::span<std::byte> out;
};

class Decoder {
 public:
  virtual ~Decoder() = default;
  virtual void restart() = 0;
  /// Reads and writes what it can. Errors: corrupt
  virtual Result<void> step(Window& window) = 0;
  /// Nothing has begun that is not ended.
  virtual bool between() const = 0;
  virtual std::string_view name() const = 0;
};

class GzipDecoder final : public Decoder {
 public:
  GzipDecoder() { good_ = inflateInit2(&stream_, gzip_window) == Z_OK; }
  ~GzipDecoder() override { inflateEnd(&stream_); }
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;

  void restart() override {
    inflateReset(&stream_);
    between_ = false;
  }
  bool between() const override { return between_; }
  std::string_view name() const override { return "gzip"; }

  Result<void> step(Window& window) override {
    if (!good_) return fail(Code::io, "gzip: no memory");
    if (between_) {
      const auto zeros = std::ranges::find_if(window.in, [](auto b) { return b != std::byte{}; });
      window.in = {zeros, window.in.end()};
      if (window.in.empty()) return {};
      restart();
    }
    const auto in = std::min(window.in.size(), most_bytes);
    const auto out = std::min(window.out.size(), most_bytes);
    stream_.next_in =
        reinterpret_cast<unsigned char*>(const_cast<std::byte*>(window.in.data()));  // not written
    stream_.avail_in = static_cast<uInt>(in);
    stream_.next_out = reinterpret_cast<unsigned char*>(window.out.data());
    stream_.avail_out = static_cast<uInt>(out);
    const int status = inflate(&stream_, Z_NO_FLUSH);
    window.in = window.in.subspan(in - stream_.avail_in);
    window.out = window.out.subspan(out - stream_.avail_out);
    between_ = status == Z_STREAM_END;
    if (status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR) return {};
    return fail(Code::corrupt, "gzip data: {}", stream_.msg ? stream_.msg : "damaged");
  }

 private:
  static constexpr int gzip_window = 15 + 16;  // as zlib wants it: the largest window, gzip only
  static constexpr std::size_t most_bytes = std::size_t{1} << 30;

  z_stream stream_{};
  bool good_ = false, between_ = false;
};

class ZstdDecoder final : public Decoder {
 public:
  void restart() override {
    ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only);
    between_ = false;
  }
  bool between() const override { return between_; }
  std::string_view name() const override { return "zstd"; }

  Result<void> step(Window& window) override {
    ZSTD_inBuffer in{window.in.data(), window.in.size(), 0};
    ZSTD_outBuffer out{window.out.data(), window.out.size(), 0};
    if (between_ && in.size == 0) return {};
    const auto status = ZSTD_decompressStream(context_.get(), &out, &in);
    if (ZSTD_isError(status))
      return fail(Code::corrupt, "zstd data: {}", ZSTD_getErrorName(status));
    window.in = window.in.subspan(in.pos);
    window.out = window.out.subspan(out.pos);
    between_ = status == 0;
    return {};
  }

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_DCtx, Free> context_{ZSTD_createDCtx()};
  bool between_ = false;
};

class DecompressedInput final : public ByteInput {
 public:
  DecompressedInput(std::unique_ptr<ByteInput> input, std::unique_ptr<Decoder> decoder)
      : input_(std::move(input)), decoder_(std::move(decoder)) {}

  Result<std::size_t> read(std::span<std::byte> into) override {
    Window window{waiting_, into};
    while (!window.out.empty()) {
      if (window.in.empty() && !ended_) {
        const auto got = GYRE_TRY(input_->read(block_.bytes()));
        window.in = block_.bytes().first(got);
        ended_ = got == 0;
      }
      const auto before = window;
      GYRE_TRY(decoder_->step(window));
      if (!ended_ || window.in.size() < before.in.size() || window.out.size() < before.out.size())
        continue;
      if (!decoder_->between()) return fail(Code::corrupt, "{} data end early", decoder_->name());
      break;
    }
    waiting_ = window.in;
    return into.size() - window.out.size();
  }

  bool seekable() const override { return input_->seekable(); }
  Result<void> rewind() override {
    decoder_->restart();
    waiting_ = {};
    ended_ = false;
    return input_->rewind();
  }
  std::string_view name() const override { return input_->name(); }

 private:
  std::unique_ptr<ByteInput> input_;
  std::unique_ptr<Decoder> decoder_;
  MutableBuffer block_ = MutableBuffer::uninitialized(std::size_t{128} << 10);
  std::span<const std::byte> waiting_;  // of block_
  bool ended_ = false;                  // the input, not what is inside
};

}  // namespace

Result<std::unique_ptr<ByteInput>> decompressed(std::unique_ptr<ByteInput> input) {
  auto peeked = GYRE_TRY(PeekedInput::open(std::move(input), zstd_magic.size()));
  std::unique_ptr<Decoder> decoder;
  if (peeked->front().starts_with(gzip_magic)) decoder = std::make_unique<GzipDecoder>();
  if (peeked->front().starts_with(zstd_magic)) decoder = std::make_unique<ZstdDecoder>();
  if (!decoder) return peeked;
  return std::make_unique<DecompressedInput>(std::move(peeked), std::move(decoder));
}

std::string_view without_compression(std::string_view path) {
  for (const std::string_view ending : {".gz", ".zst"})
    if (path.ends_with(ending)) return path.substr(0, path.size() - ending.size());
  return path;
}

}  // namespace gyre::io
