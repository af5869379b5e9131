#include "encodings/zstd.hpp"

#include <algorithm>

#include "base/bits.hpp"
#include "base/protobuf.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/zstd_frame.hpp"

namespace gyre {

Zstd::Zstd(const ArrayParts& parts, Buffer frames_dictionary, std::vector<Frame> all_frames,
           ArrayRef validity_child)
    : Array(parts),
      dictionary(std::move(frames_dictionary)),
      frames(std::move(all_frames)),
      validity(std::move(validity_child)) {}

namespace {

constexpr unsigned dictionary_size_field = 1;
constexpr unsigned frames_field = 2;
constexpr unsigned uncompressed_size_field = 1;
constexpr unsigned n_values_field = 2;

using TextLength = std::uint32_t;

/// Values in a frame of `size` bytes, of which `told` is what the metadata says.
Result<std::uint64_t> values_in(const ArrayParts& parts, std::uint64_t size, std::uint64_t told) {
  const auto width = word_bytes(parts.dtype);
  // Files from before there was a count hold numbers alone.
  const auto values = told == 0 && width > 0 ? size / width : told;
  const auto least =
      checked_multiply(values, std::uint64_t{width > 0 ? width : sizeof(TextLength)});
  const bool exact = width > 0 || values == 0;
  if (!least || (exact ? *least != size : *least > size))
    return fail(Code::corrupt, "{}: {} values in a frame of {} bytes", parts.id(), values, size);
  return values;
}

Result<std::vector<Zstd::Frame>> frames_of(const ArrayParts& parts, const ProtobufFields& meta,
                                           std::size_t first_buffer) {
  const auto messages = meta.repeated_bytes(frames_field);
  if (messages.size() + first_buffer != parts.buffers())
    return fail(Code::corrupt, "{}: {} frames in {} buffers", parts.id(), messages.size(),
                parts.buffers() - std::min(first_buffer, parts.buffers()));
  std::vector<Zstd::Frame> frames;
  frames.reserve(messages.size());
  std::uint64_t first = 0;
  for (const auto& message : messages) {
    const auto frame = GYRE_TRY(within(ProtobufFields::parse(message), "{}: frame", parts.id()));
    const auto size = frame.number(uncompressed_size_field);
    const auto values = GYRE_TRY(values_in(parts, size, frame.number(n_values_field)));
    const auto last = checked_add(first, values);
    if (!last) return fail(Code::corrupt, "{}: more values than 64 bits count", parts.id());
    auto compressed = GYRE_TRY(parts.buffer(first_buffer + frames.size()));
    frames.push_back({std::move(compressed), size, first, *last});
    first = *last;
  }
  return frames;
}

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is(Kind::primitive) && !parts.dtype.is_text()) return wrong_dtype(parts);
  GYRE_TRY(expect_children(parts, 0, 1));
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  Buffer dictionary;
  if (const auto size = meta.number(dictionary_size_field); size > 0) {
    dictionary = GYRE_TRY(parts.buffer(0));
    if (dictionary.size() != size)
      return fail(Code::corrupt, "{}: a dictionary of {} bytes, expected {}", parts.id(),
                  dictionary.size(), size);
  }
  auto frames = GYRE_TRY(frames_of(parts, meta, dictionary.empty() ? 0 : 1));
  auto validity = GYRE_TRY(parts.validity(0));
  auto array =
      std::make_shared<Zstd>(parts, std::move(dictionary), std::move(frames), std::move(validity));
  const auto values = array->values();
  if (array->validity ? values > parts.rows : values != parts.rows)
    return fail(Code::corrupt, "{}: {} values for {} rows", parts.id(), values, parts.rows);
  return array;
}

/// The content of one frame, the last that was asked for.
class FrameCache {
 public:
  FrameCache(const Zstd& array, ReadContext& context)
      : array_(array), decompressor_(array.dictionary), context_(context) {}

  bool holds(std::uint64_t value) const {
    return frame_ && value >= frame_->first_value && value < frame_->last_value;
  }
  /// The frame of a value, one of the array's.
  Result<void> load(std::uint64_t value) {
    if (holds(value)) return {};
    const auto found = std::ranges::upper_bound(array_.frames, value, {}, &Zstd::Frame::last_value);
    forget();
    content_ = GYRE_TRY(
        decompressor_.decompress(found->compressed.bytes(), found->size_bytes, zstd_encoding.id));
    ++context_.counters.tiles_decoded;
    frame_ = &*found;
    return {};
  }
  void forget() {
    frame_ = nullptr;
    content_ = {};
  }

  const Zstd::Frame& frame() const { return *frame_; }
  const Buffer& content() const { return content_; }

 private:
  const Zstd& array_;
  ZstdFrames decompressor_;
  ReadContext& context_;
  const Zstd::Frame* frame_ = nullptr;
  Buffer content_;
};

/// What readers of numbers and of texts share. Owns the array.
template <class Base>
class ZstdReader : public Base {
 public:
  ZstdReader(std::shared_ptr<const Zstd> array, ValidityReader validity, ReadContext& context)
      : Base(array->rows, context),
        array_(std::move(array)),
        stored_(std::move(validity), *array_, array_->values(), array_->valid_counts),
        frames_(*array_, context) {}

  bool all_valid() const final { return stored_.all_valid(); }
  Result<void> validity(RowRange rows, TileMask& valid) final {
    return stored_.validity(rows, valid);
  }

 protected:
  StoredRows& stored() { return stored_; }
  FrameCache& frames() { return frames_; }

 private:
  std::shared_ptr<const Zstd> array_;
  StoredRows stored_;
  FrameCache frames_;
};

template <class W>
class ZstdWords final : public ZstdReader<WordReader<W>> {
 public:
  using ZstdReader<WordReader<W>>::ZstdReader;

  Result<void> read(RowRange rows, W* out) override {
    TileMask valid;
    const auto first = GYRE_TRY(this->stored().find(rows, valid));
    const auto count = valid.count();
    GYRE_TRY(copy({first, first + count}, out));
    if (count < rows.size()) spread(valid, rows.size(), count, out);
    return {};
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, W* out) override {
    std::fill_n(out, rows.size(), W{});
    this->context().counters.rows_gathered += rows.size();
    return this->stored().match(base, rows, [&](std::size_t i, std::uint64_t value) {
      return copy({value, value + 1}, out + i);
    });
  }

 private:
  Result<void> copy(RowRange values, W* out) {
    auto& frames = this->frames();
    while (!values.empty()) {
      GYRE_TRY(frames.load(values.first));
      const auto& frame = frames.frame();
      const auto count = std::min(values.last, frame.last_value) - values.first;
      const auto words = frames.content().template as<W>();
      std::copy_n(words.data() + (values.first - frame.first_value), count, out);
      out += count;
      values.first += count;
    }
    return {};
  }

  /// Moves `count` words from the front to the valid rows.
  static void spread(const TileMask& valid, std::uint64_t rows, std::uint64_t count, W* words) {
    for (auto row = rows; row-- > 0;) words[row] = valid.at(row) ? words[--count] : W{};
  }
};

class ZstdTexts final : public ZstdReader<TextReader> {
 public:
  using ZstdReader::ZstdReader;

  Result<void> read(RowRange rows, const TileMask& mask, ByteArena& arena,
                    std::string_view* out) override {
    std::fill_n(out, rows.size(), std::string_view());
    if (mask.none()) return {};
    TileMask valid;
    auto value = GYRE_TRY(stored().find(rows, valid));
    for (std::uint64_t row = 0; row < rows.size(); ++row) {
      if (!valid.at(row)) continue;
      if (mask.at(row)) out[row] = GYRE_TRY(text(value, arena));
      ++value;
    }
    return {};
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, ByteArena& arena,
                      std::string_view* out) override {
    std::fill_n(out, rows.size(), std::string_view());
    context().counters.rows_gathered += rows.size();
    return stored().match(base, rows, [&](std::size_t i, std::uint64_t value) -> Result<void> {
      out[i] = GYRE_TRY(text(value, arena));
      return {};
    });
  }

 private:
  /// A text, moved to the arena: its frame goes when the next one comes.
  Result<std::string_view> text(std::uint64_t value, ByteArena& arena) {
    if (!frames().holds(value)) {
      GYRE_TRY(frames().load(value));
      GYRE_TRY(find_texts());
    }
    const auto start = starts_[value - frames().frame().first_value];
    const auto* const at = frames().content().data() + start;
    const auto size = load<TextLength>(at - sizeof(TextLength));
    auto* const to = arena.reserve(size);
    if (size > 0) std::memcpy(to, at, size);
    arena.commit(size);
    return std::string_view(reinterpret_cast<const char*>(to), size);
  }

  /// Walks over the frame once.
  Result<void> find_texts() {
    const auto& content = frames().content();
    const auto count = frames().frame().last_value - frames().frame().first_value;
    starts_.clear();
    std::uint64_t at = 0;
    bool sound = true;
    for (std::uint64_t i = 0; i < count && sound; ++i) {
      sound = content.size() - at >= sizeof(TextLength);
      if (!sound) break;
      const auto size = load<TextLength>(content.data() + at);
      at += sizeof(TextLength);
      sound = size <= content.size() - at;
      starts_.push_back(static_cast<std::uint32_t>(at));
      at += size;
    }
    if (sound && at == content.size()) return {};
    frames().forget();
    return fail(Code::corrupt, "{}: lengths of texts that do not fill their frame",
                zstd_encoding.id);
  }

  std::vector<std::uint32_t> starts_;  // of the texts in the frame
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  auto zstd = std::static_pointer_cast<const Zstd>(std::move(array));
  auto validity = GYRE_TRY(ValidityReader::make(zstd->validity, context));
  const auto width = word_bytes(zstd->dtype);
  if (width == 0) return std::make_unique<ZstdTexts>(std::move(zstd), std::move(validity), context);
  return with_small_word(width, [&]<Word W>(W) -> ReaderRef {
    return std::make_unique<ZstdWords<W>>(std::move(zstd), std::move(validity), context);
  });
}

}  // namespace

const Encoding zstd_encoding{.id = "vortex.zstd", .open = open, .reader = reader};

}  // namespace gyre
