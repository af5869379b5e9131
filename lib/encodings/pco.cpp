#include "encodings/pco.hpp"

#include <algorithm>

#include "base/protobuf.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/pco_join.hpp"
#include "encodings/detail/pco_page.hpp"

namespace gyre {
namespace {

constexpr unsigned header_field = 1;
constexpr unsigned chunks_field = 2;
constexpr unsigned pages_field = 1;
constexpr unsigned n_values_field = 1;

/// Appends what the metadata says of one chunk; its pages start at buffer `first_page`.
Result<void> add_chunk(const ArrayParts& parts, std::span<const std::byte> message,
                       std::size_t first_page, Pco& array) {
  const auto meta = GYRE_TRY(within(ProtobufFields::parse(message), "{}: chunk", parts.id()));
  auto& chunk = array.chunks.emplace_back();
  chunk.description = GYRE_TRY(parts.buffer(array.chunks.size() - 1));
  auto first = array.values();
  for (const auto& page : meta.repeated_bytes(pages_field)) {
    const auto fields = GYRE_TRY(within(ProtobufFields::parse(page), "{}: page", parts.id()));
    const auto values = fields.number(n_values_field);
    if (values > PcoPage::most_values)
      return fail(Code::corrupt, "{}: a page of {} values, at most {} fit", parts.id(), values,
                  PcoPage::most_values);
    auto bytes = GYRE_TRY(parts.buffer(first_page++));
    array.pages.push_back({std::move(bytes), &chunk, first, first + values});
    first += values;
  }
  return {};
}

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is(Kind::primitive) || word_bytes(parts.dtype) == 1) return wrong_dtype(parts);
  GYRE_TRY(expect_children(parts, 0, 1));
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  auto array = std::make_shared<Pco>(parts);
  array->header = Buffer::copy(meta.bytes(header_field));
  const auto chunks = meta.repeated_bytes(chunks_field);
  for (const auto& chunk : chunks)
    GYRE_TRY(add_chunk(parts, chunk, chunks.size() + array->pages.size(), *array));
  if (parts.buffers() != chunks.size() + array->pages.size())
    return fail(Code::corrupt, "{}: {} chunks and {} pages in {} buffers", parts.id(),
                chunks.size(), array->pages.size(), parts.buffers());
  array->validity = GYRE_TRY(parts.validity(0));
  const auto values = array->values();
  if (array->validity ? values > parts.rows : values != parts.rows)
    return fail(Code::corrupt, "{}: {} values for {} rows", parts.id(), values, parts.rows);
  return array;
}

/// The words of one page, the last that was asked for.
template <class W>
class PageCache {
 public:
  PageCache(const Pco& array, ReadContext& context) : array_(array), context_(context) {}

  /// out[i] = value values.first + i, values that the array has.
  Result<void> copy(RowRange values, W* out) {
    while (!values.empty()) {
      GYRE_TRY(load(values.first));
      const auto count = std::min(values.last, page_->last_value) - values.first;
      std::copy_n(words_.data() + (values.first - page_->first_value), count, out);
      out += count;
      values.first += count;
    }
    return {};
  }

 private:
  Result<void> load(std::uint64_t value) {
    if (page_ && value >= page_->first_value && value < page_->last_value) return {};
    const auto found = std::ranges::upper_bound(array_.pages, value, {}, &Pco::Page::last_value);
    page_ = nullptr;
    chunk_ = GYRE_TRY(found->chunk->content.get([&] {
      return PcoChunk::read(array_.header.bytes(), found->chunk->description.bytes(),
                            array_.dtype.ptype());
    }));
    const auto count = found->last_value - found->first_value;
    GYRE_TRY(latents_.read(*chunk_, found->bytes.bytes(), count));
    words_.resize(count);
    GYRE_TRY(join_latents<W>(*chunk_, array_.dtype.ptype(), latents_.primary(),
                             latents_.secondary(), words_.data()));
    ++context_.counters.tiles_decoded;
    page_ = &*found;
    return {};
  }

  const Pco& array_;
  ReadContext& context_;
  const Pco::Page* page_ = nullptr;
  std::shared_ptr<const PcoChunk> chunk_;
  PcoPage latents_;
  std::vector<W> words_;
};

template <class W>
class PcoReader final : public WordReader<W> {
 public:
  PcoReader(std::shared_ptr<const Pco> array, ValidityReader validity, ReadContext& context)
      : WordReader<W>(array->rows, context),
        array_(std::move(array)),
        stored_(std::move(validity), *array_, array_->values(), array_->valid_counts),
        pages_(*array_, context) {}

  bool all_valid() const override { return stored_.all_valid(); }
  Result<void> validity(RowRange rows, TileMask& valid) override {
    return stored_.validity(rows, valid);
  }

  Result<void> read(RowRange rows, W* out) override {
    TileMask valid;
    const auto first = GYRE_TRY(stored_.find(rows, valid));
    auto left = valid.count();
    GYRE_TRY(pages_.copy({first, first + left}, out));
    // Values stand together at the front: the last one goes to its row first.
    if (left < rows.size())
      for (auto row = rows.size(); row-- > 0;) out[row] = valid.at(row) ? out[--left] : W{};
    return {};
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, W* out) override {
    std::fill_n(out, rows.size(), W{});
    this->context().counters.rows_gathered += rows.size();
    return stored_.match(base, rows, [&](std::size_t i, std::uint64_t value) {
      return pages_.copy({value, value + 1}, out + i);
    });
  }

 private:
  std::shared_ptr<const Pco> array_;
  StoredRows stored_;
  PageCache<W> pages_;
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  auto pco = std::static_pointer_cast<const Pco>(std::move(array));
  auto validity = GYRE_TRY(ValidityReader::make(pco->validity, context));
  switch (word_bytes(pco->dtype)) {
    case 2:
      return std::make_unique<PcoReader<std::uint16_t>>(std::move(pco), std::move(validity),
                                                        context);
    case 4:
      return std::make_unique<PcoReader<std::uint32_t>>(std::move(pco), std::move(validity),
                                                        context);
    default:
      return std::make_unique<PcoReader<std::uint64_t>>(std::move(pco), std::move(validity),
                                                        context);
  }
}

}  // namespace

const Encoding pco_encoding{.id = "vortex.pco", .open = open, .reader = reader};

}  // namespace gyre
