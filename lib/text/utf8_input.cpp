#include "text/utf8_input.hpp"

#include <iconv.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/peeked_input.hpp"

namespace gyre {
namespace {

constexpr std::size_t block_bytes = std::size_t{64} << 10;

/// A conversion that iconv has open.
class Converter {
 public:
  explicit Converter(const char* from) : handle_(iconv_open("UTF-8", from)) {}
  ~Converter() {
    if (works()) iconv_close(handle_);
  }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  // NOLINTNEXTLINE(performance-no-int-to-ptr): it is how iconv says no.
  bool works() const { return handle_ != reinterpret_cast<iconv_t>(-1); }
  void restart() { iconv(handle_, nullptr, nullptr, nullptr, nullptr); }
  /// Moves both ranges past what is done; 0, or EILSEQ, EINVAL for a character cut off, E2BIG for no more room.
  int convert(std::string_view& from, std::span<char>& to) {
    auto* in = const_cast<char*>(from.data());  // not written
    auto in_left = from.size(), out_left = to.size();
    auto* out = to.data();
    const auto status = iconv(handle_, &in, &in_left, &out, &out_left);
    const int error = status == static_cast<std::size_t>(-1) ? errno : 0;
    from = from.substr(from.size() - in_left);
    to = to.subspan(to.size() - out_left);
    return error;
  }
  /// Writes what is held back for a character that could have gone on.
  void flush(std::span<char>& to) {
    auto* out = to.data();
    auto out_left = to.size();
    iconv(handle_, nullptr, nullptr, &out, &out_left);
    to = to.subspan(to.size() - out_left);
  }

 private:
  iconv_t handle_;
};

class ConvertedInput final : public ByteInput {
 public:
  ConvertedInput(std::unique_ptr<ByteInput> input, std::unique_ptr<Converter> converter,
                 std::string encoding)
      : input_(std::move(input)),
        converter_(std::move(converter)),
        encoding_(std::move(encoding)) {}

  Result<std::size_t> read(std::span<std::byte> into) override {
    while (ready_.empty() && !ended_) GYRE_TRY(convert_block());
    const auto size = std::min(into.size(), ready_.size());
    std::memcpy(into.data(), ready_.data(), size);
    ready_.remove_prefix(size);
    return size;
  }
  bool seekable() const override { return input_->seekable(); }
  Result<void> rewind() override {
    converter_->restart();
    ready_ = {};
    left_ = 0;
    line_ = 1;
    ended_ = false;
    return input_->rewind();
  }
  std::string_view name() const override { return input_->name(); }

 private:
  /// Fills out_ from in_, whose first `left_` bytes wait from the time before.
  Result<void> convert_block() {
    const auto got = GYRE_TRY(input_->read(std::as_writable_bytes(std::span(in_)).subspan(left_)));
    std::string_view from(in_.data(), left_ + got);
    std::span<char> to(out_);
    const int error = converter_->convert(from, to);
    ended_ = got == 0;
    if (ended_) converter_->flush(to);
    ready_ = {out_.data(), out_.size() - to.size()};
    line_ += static_cast<std::uint64_t>(std::ranges::count(ready_, '\n'));
    // A character's bytes are few, and out_ has room for what becomes of all of in_.
    if (error == EILSEQ || (ended_ && !from.empty()))
      return fail(Code::corrupt, "line {}: the text is not {}", line_, encoding_);
    left_ = from.size();
    std::memmove(in_.data(), from.data(), left_);
    return {};
  }

  std::unique_ptr<ByteInput> input_;
  std::unique_ptr<Converter> converter_;
  std::string encoding_;
  std::string in_ = std::string(block_bytes, '\0');
  std::string out_ = std::string(4 * block_bytes, '\0');
  std::string_view ready_;  // of out_, not read yet
  std::size_t left_ = 0;    // bytes of in_ that are no whole character
  std::uint64_t line_ = 1;  // behind what has been converted
  bool ended_ = false;
};

std::string upper(std::string text) {
  for (auto& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

}  // namespace

Result<std::unique_ptr<ByteInput>> utf8_input(std::unique_ptr<ByteInput> input,
                                              const std::string& encoding) {
  auto name = upper(encoding);
  if (name.empty()) {
    auto peeked = GYRE_TRY(PeekedInput::open(std::move(input), 2));
    if (peeked->front() == "\xff\xfe") name = "UTF-16LE";
    if (peeked->front() == "\xfe\xff") name = "UTF-16BE";
    input = std::move(peeked);
  }
  if (name.empty() || name == "UTF-8" || name == "UTF8") return input;
  if (name == "LATIN-1") name = "LATIN1";
  // A slash would begin what iconv is told besides the name.
  auto converter = name.contains('/') ? nullptr : std::make_unique<Converter>(name.c_str());
  if (!converter || !converter->works())
    return fail(Code::invalid_argument,
                "no encoding is called '{}': utf-8, latin-1, windows-1252, utf-16le are some that "
                "are known",
                encoding);
  return std::make_unique<ConvertedInput>(std::move(input), std::move(converter), std::move(name));
}

}  // namespace gyre
