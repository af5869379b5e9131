#include "encodings/fsst.hpp"

#include <algorithm>

#include "base/bits.hpp"
#include "base/protobuf.hpp"
#include "encodings/detail/index_reader.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/valid_as.hpp"
#include "encodings/varbin.hpp"

namespace gyre {

Fsst::Fsst(const ArrayParts& parts, Buffer symbol_bytes, Buffer symbol_sizes, ArrayRef code_strings,
           ArrayRef text_lengths)
    : Array(parts),
      symbols(std::move(symbol_bytes)),
      symbol_lengths(std::move(symbol_sizes)),
      codes(std::move(code_strings)),
      lengths(std::move(text_lengths)) {}

namespace {

constexpr unsigned lengths_ptype_field = 1;
constexpr unsigned offsets_ptype_field = 2;

/// Texts of one read lie in one piece of memory; views count it in 31 bits.
constexpr std::uint64_t most_bytes = INT32_MAX - FsstSymbols::slack;

/// The codes of newer files: a buffer, offsets, validity.
Result<ArrayRef> codes_by_offsets(const ArrayParts& parts, PType offsets_ptype) {
  const auto bounds = checked_add(parts.rows, std::uint64_t{1});
  if (!bounds) return fail(Code::corrupt, "{}: {} rows are too many", parts.id(), parts.rows);
  auto bytes = GYRE_TRY(parts.buffer(2));
  auto offsets = GYRE_TRY(parts.child(1, DType::primitive(offsets_ptype), *bounds));
  auto validity = GYRE_TRY(parts.validity(2));
  return std::make_shared<VarBin>(DType::binary(parts.dtype.nullable()), parts.rows,
                                  std::move(bytes), std::move(offsets), std::move(validity));
}

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is_text()) return wrong_dtype(parts);
  const bool is_old = parts.buffers() == 2;
  GYRE_TRY(is_old ? expect_children(parts, 2, 2) : expect_children(parts, 2, 3));
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  const auto lengths_ptype = GYRE_TRY(index_ptype(meta.number(lengths_ptype_field), parts.id()));
  const auto offsets_ptype = GYRE_TRY(index_ptype(meta.number(offsets_ptype_field), parts.id()));
  auto symbols = GYRE_TRY(parts.buffer(0));
  auto symbol_lengths = GYRE_TRY(parts.buffer(1));
  auto codes = GYRE_TRY(is_old ? parts.child(0, DType::binary(parts.dtype.nullable()), parts.rows)
                               : codes_by_offsets(parts, offsets_ptype));
  auto lengths = GYRE_TRY(parts.child(is_old ? 1 : 0, DType::primitive(lengths_ptype), parts.rows));
  return std::make_shared<Fsst>(parts, std::move(symbols), std::move(symbol_lengths),
                                std::move(codes), std::move(lengths));
}

class FsstReader final : public ValidAs<TextReader> {
 public:
  FsstReader(std::shared_ptr<const FsstSymbols> symbols, std::unique_ptr<TextReader> codes,
             IndexReader lengths, ReadContext& context)
      : ValidAs(*codes, codes->rows(), context),
        symbols_(std::move(symbols)),
        codes_(std::move(codes)),
        lengths_(std::move(lengths)) {}

  Result<void> read(RowRange rows, const TileMask& mask, ByteArena& arena,
                    std::string_view* out) override {
    auto wanted = mask;
    if (!all_valid()) {
      TileMask valid;
      GYRE_TRY(validity(rows, valid));
      wanted &= valid;
    }
    ReadContext::Scratch<std::uint64_t> lengths(context(), tile_rows);
    GYRE_TRY(codes_->read(rows, wanted, codes_arena_, out));
    GYRE_TRY(lengths_.read(rows, lengths.data()));
    ++context().counters.tiles_decoded;
    return decode(wanted, lengths.data(), arena, out);
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, ByteArena& arena,
                      std::string_view* out) override {
    auto wanted = TileMask::all(rows.size());
    if (!all_valid()) GYRE_TRY(gather_validity(base, rows, wanted));
    ReadContext::Scratch<std::uint64_t> lengths(context(), tile_rows);
    GYRE_TRY(codes_->gather(base, rows, codes_arena_, out));
    GYRE_TRY(lengths_.gather(base, rows, lengths.data()));
    context().counters.rows_gathered += rows.size();
    return decode(wanted, lengths.data(), arena, out);
  }

 private:
  /// Puts texts in the place of their codes.
  Result<void> decode(const TileMask& wanted, const std::uint64_t* lengths, ByteArena& arena,
                      std::string_view* texts) {
    const auto room = GYRE_TRY(total(wanted, lengths, texts));
    auto* const out = arena.reserve(room + FsstSymbols::slack);
    std::size_t used = 0;
    bool sound = true;
    wanted.for_each([&](std::uint64_t i) {
      if (!sound) return;
      const auto size = symbols_->decode(texts[i], out + used, room - used);
      sound = size == lengths[i];
      if (!sound) return;
      texts[i] = {reinterpret_cast<const char*>(out + used), *size};
      used += *size;
    });
    codes_arena_.reset();
    if (!sound)
      return fail(Code::corrupt, "{}: codes that do not make a text of the length that is told",
                  fsst_encoding.id);
    arena.commit(used);
    return {};
  }

  /// Bytes of all texts; each has to be one that its codes can make, so that memory is bound by what is stored.
  static Result<std::size_t> total(const TileMask& wanted, const std::uint64_t* lengths,
                                   const std::string_view* codes) {
    std::uint64_t sum = 0;
    bool possible = true;
    wanted.for_each([&](std::uint64_t i) {
      possible = possible && lengths[i] <= codes[i].size() * FsstSymbols::symbol_bytes;
      sum += possible ? lengths[i] : 0;
    });
    if (!possible)
      return fail(Code::corrupt, "{}: a text longer than its codes can make", fsst_encoding.id);
    if (sum > most_bytes)
      return fail(Code::unsupported, "{}: {} bytes of text in one tile", fsst_encoding.id, sum);
    return static_cast<std::size_t>(sum);
  }

  std::shared_ptr<const FsstSymbols> symbols_;
  std::unique_ptr<TextReader> codes_;
  IndexReader lengths_;
  ByteArena codes_arena_;  // for codes that are themselves encoded; empty between reads
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& fsst = static_cast<const Fsst&>(*array);
  auto symbols = GYRE_TRY(fsst.table.get(
      [&] { return FsstSymbols::read(fsst.symbols.bytes(), fsst.symbol_lengths.bytes()); }));
  auto codes = GYRE_TRY(make_reader(fsst.codes, context));
  if (codes->shape() == Shape::null) return codes;
  if (codes->shape() != Shape::text)
    return fail(Code::corrupt, "{}: codes without bytes", fsst_encoding.id);
  auto lengths = GYRE_TRY(IndexReader::make(fsst.lengths, context));
  std::unique_ptr<TextReader> texts(&texts_of(*codes.release()));
  return std::make_unique<FsstReader>(std::move(symbols), std::move(texts), std::move(lengths),
                                      context);
}

}  // namespace

const Encoding fsst_encoding{.id = "vortex.fsst", .open = open, .reader = reader};

}  // namespace gyre
