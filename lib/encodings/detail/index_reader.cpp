#include "encodings/detail/index_reader.hpp"

#include "array/encoding.hpp"

namespace gyre {

Result<PType> index_ptype(std::uint64_t number, std::string_view what) {
  if (number > static_cast<std::uint64_t>(PType::i64))
    return fail(Code::corrupt, "{}: type {} is not an integer", what, number);
  return static_cast<PType>(number);
}

Result<IndexReader> IndexReader::make(const ArrayRef& child, ReadContext& context) {
  return make(GYRE_TRY(make_reader(child, context)), *child, context);
}

Result<IndexReader> IndexReader::make(ReaderRef reader, const Array& child, ReadContext& context) {
  if (!child.dtype.is_integer())
    return fail(Code::corrupt, "{}: integers expected", child.encoding.id);
  return make(std::move(reader), child.dtype.ptype(), child.encoding.id, context);
}

Result<IndexReader> IndexReader::make(ReaderRef reader, PType ptype, std::string_view what,
                                      ReadContext& context) {
  if (word_bytes(reader->shape()) != byte_width(ptype))
    return fail(Code::corrupt, "{}: integers of {} bytes expected", what, byte_width(ptype));
  return IndexReader(std::move(reader), is_signed(ptype), context);
}

template <Word W>
void IndexReader::widen(const W* from, std::uint64_t count, std::uint64_t* out) const {
  using Signed = std::make_signed_t<W>;
  if (signed_) {
    for (std::uint64_t i = 0; i < count; ++i)
      out[i] = static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<Signed>(from[i])));
  } else {
    for (std::uint64_t i = 0; i < count; ++i) out[i] = from[i];
  }
}

Result<void> IndexReader::read(RowRange rows, std::uint64_t* out) {
  return with_small_word(word_bytes(reader_->shape()), [&]<Word W>(W) -> Result<void> {
    ReadContext::Scratch<W> words(*context_, ReadContext::tile_room<W>);
    GYRE_TRY(words_of<W>(*reader_).read(rows, words.data()));
    widen(words.data(), rows.size(), out);
    return {};
  });
}

Result<void> IndexReader::read_bounds(RowRange rows, std::uint64_t* out) {
  if (!rows.empty()) GYRE_TRY(read(rows, out));
  const std::uint32_t behind = 0;
  return gather(rows.last, {&behind, 1}, out + rows.size());
}

Result<void> IndexReader::gather(std::uint64_t base, std::span<const std::uint32_t> rows,
                                 std::uint64_t* out) {
  return with_small_word(word_bytes(reader_->shape()), [&]<Word W>(W) -> Result<void> {
    ReadContext::Scratch<W> words(*context_, ReadContext::tile_room<W>);
    GYRE_TRY(words_of<W>(*reader_).gather(base, rows, words.data()));
    widen(words.data(), rows.size(), out);
    return {};
  });
}

}  // namespace gyre
