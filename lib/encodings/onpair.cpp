#include "encodings/onpair.hpp"

#include <algorithm>

#include "base/bits.hpp"
#include "base/protobuf.hpp"
#include "encodings/detail/code_reader.hpp"
#include "encodings/detail/index_reader.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/validity.hpp"

namespace gyre {
namespace {

constexpr unsigned lengths_ptype_field = 1;
constexpr unsigned token_count_field = 3;
constexpr unsigned code_count_field = 4;
constexpr unsigned token_offsets_ptype_field = 5;
constexpr unsigned codes_ptype_field = 6;
constexpr unsigned code_offsets_ptype_field = 7;

/// Texts of one read lie in one piece of memory; views count it in 31 bits.
constexpr std::uint64_t most_bytes = INT32_MAX - OnPairTokens::slack;

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is_text()) return wrong_dtype(parts);
  GYRE_TRY(expect_children(parts, 4, 5));
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  const auto tokens = meta.number(token_count_field);
  const auto bounds = checked_add(parts.rows, std::uint64_t{1});
  if (!bounds || tokens > UINT32_MAX)
    return fail(Code::corrupt, "{}: {} rows or {} tokens are too many", parts.id(), parts.rows,
                tokens);
  const auto child = [&](std::size_t index, unsigned ptype_field,
                         std::uint64_t rows) -> Result<ArrayRef> {
    const auto ptype = GYRE_TRY(index_ptype(meta.number(ptype_field), parts.id()));
    return parts.child(index, DType::primitive(ptype), rows);
  };
  auto array = std::make_shared<OnPair>(parts);
  array->token_bytes = GYRE_TRY(parts.buffer(0, 1, tokens));
  array->token_offsets = GYRE_TRY(child(0, token_offsets_ptype_field, tokens + 1));
  array->codes = GYRE_TRY(child(1, codes_ptype_field, meta.number(code_count_field)));
  array->code_offsets = GYRE_TRY(child(2, code_offsets_ptype_field, *bounds));
  array->lengths = GYRE_TRY(child(3, lengths_ptype_field, parts.rows));
  array->validity = GYRE_TRY(parts.validity(4));
  return array;
}

/// Codes by the place they stand at. Texts that follow each other get theirs from one tile, which is kept since rows end
/// where they like; single texts get no other codes than their own.
class CodeTile {
 public:
  explicit CodeTile(CodeReader codes) : codes_(std::move(codes)) {}
  std::uint64_t rows() const { return codes_.rows(); }

  /// Calls `body(codes)`, which tells whether to go on, for the pieces of the range `places`. Result: whether each did.
  template <class Body>
  Result<bool> for_each_piece(RowRange places, bool single, Body&& body) {
    while (!places.empty()) {
      const RowRange tile{places.first / tile_rows * tile_rows,
                          std::min((places.first / tile_rows + 1) * tile_rows, codes_.rows())};
      const auto piece = places.cut(tile);
      GYRE_TRY(load(piece, single ? piece : tile));
      if (!body(std::span<const std::uint32_t>(words_.get() + (piece.first - loaded_.first),
                                               piece.size())))
        return false;
      places.first = piece.last;
    }
    return true;
  }

 private:
  Result<void> load(RowRange needed, RowRange wanted) {
    if (needed.first >= loaded_.first && needed.last <= loaded_.last) return {};
    if (!words_)
      words_ =
          std::make_unique_for_overwrite<std::uint32_t[]>(ReadContext::tile_room<std::uint32_t>);
    loaded_ = {};
    GYRE_TRY(codes_.read(wanted, words_.get()));
    loaded_ = wanted;
    return {};
  }

  CodeReader codes_;
  std::unique_ptr<std::uint32_t[]> words_;
  RowRange loaded_;  // the codes in words_
};

class OnPairReader final : public Nullable<TextReader> {
 public:
  OnPairReader(ValidityReader validity, ArrayRef array, std::shared_ptr<const OnPairTokens> tokens,
               CodeReader codes, IndexReader code_offsets, IndexReader lengths,
               ReadContext& context)
      : Nullable(std::move(validity), array->rows, context),
        array_(std::move(array)),
        tokens_(std::move(tokens)),
        codes_(std::move(codes)),
        code_offsets_(std::move(code_offsets)),
        lengths_(std::move(lengths)) {}

  Result<void> read(RowRange rows, const TileMask& mask, ByteArena& arena,
                    std::string_view* out) override {
    std::fill_n(out, rows.size(), std::string_view());
    auto wanted = mask;
    GYRE_TRY(keep_valid(rows, wanted));
    if (wanted.none()) return {};
    ReadContext::Scratch<std::uint64_t> bounds(context(), tile_rows + 1);
    ReadContext::Scratch<std::uint64_t> lengths(context(), tile_rows);
    GYRE_TRY(code_offsets_.read_bounds(rows, bounds.data()));
    GYRE_TRY(lengths_.read(rows, lengths.data()));
    ++context().counters.tiles_decoded;
    return decode(wanted, {bounds.data(), bounds.data() + 1, false}, lengths.data(), arena, out);
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, ByteArena& arena,
                      std::string_view* out) override {
    std::fill_n(out, rows.size(), std::string_view());
    auto wanted = TileMask::all(rows.size());
    if (!all_valid()) GYRE_TRY(gather_validity(base, rows, wanted));
    if (wanted.none()) return {};
    ReadContext::Scratch<std::uint64_t> firsts(context(), tile_rows);
    ReadContext::Scratch<std::uint64_t> lasts(context(), tile_rows);
    ReadContext::Scratch<std::uint64_t> lengths(context(), tile_rows);
    GYRE_TRY(code_offsets_.gather(base, rows, firsts.data()));
    GYRE_TRY(code_offsets_.gather(base + 1, rows, lasts.data()));
    GYRE_TRY(lengths_.gather(base, rows, lengths.data()));
    context().counters.rows_gathered += rows.size();
    return decode(wanted, {firsts.data(), lasts.data(), true}, lengths.data(), arena, out);
  }

 private:
  /// Text i is what codes firsts[i] .. lasts[i] stand for.
  struct Places {
    const std::uint64_t *firsts, *lasts;
    bool single;  ///< the texts are not neighbours
  };

  /// Text i is lengths[i] bytes long.
  Result<void> decode(const TileMask& wanted, const Places& places, const std::uint64_t* lengths,
                      ByteArena& arena, std::string_view* out) {
    const auto room = GYRE_TRY(total(wanted, places, lengths));
    auto* const text = arena.reserve(room + OnPairTokens::slack);
    std::size_t used = 0;
    Result<bool> sound = true;
    wanted.for_each([&](std::uint64_t i) {
      if (!sound || !*sound) return;
      const auto start = used;
      const auto add = [&](std::span<const std::uint32_t> codes) {
        const auto size = tokens_->decode(codes, text + used, room - used);
        used += size.value_or(0);
        return size.has_value();
      };
      sound = codes_.for_each_piece({places.firsts[i], places.lasts[i]}, places.single, add);
      if (sound && *sound) sound = used - start == lengths[i];
      out[i] = {reinterpret_cast<const char*>(text + start), used - start};
    });
    if (!GYRE_TRY(std::move(sound)))
      return fail(Code::corrupt, "{}: codes that do not make a text of the length that is told",
                  onpair_encoding.id);
    arena.commit(used);
    return {};
  }

  /// Bytes of all texts. Each has codes that there are, and as many as can make it, so that neither time nor memory is
  /// spent on what cannot be.
  Result<std::size_t> total(const TileMask& wanted, const Places& places,
                            const std::uint64_t* lengths) const {
    std::uint64_t sum = 0;
    bool possible = true;
    const auto codes = codes_.rows();
    wanted.for_each([&](std::uint64_t i) {
      const auto first = places.firsts[i], last = places.lasts[i];
      const auto count = last - first;
      possible = possible && first <= last && last <= codes && count <= lengths[i] &&
                 div_ceil(lengths[i], std::uint64_t{OnPairTokens::token_bytes}) <= count;
      sum += possible ? std::min(lengths[i], most_bytes + 1) : 0;
    });
    if (!possible)
      return fail(Code::corrupt, "{}: a text with codes past the {}, or that they cannot make",
                  onpair_encoding.id, codes);
    if (sum > most_bytes)
      return fail(Code::unsupported, "{}: over {} bytes of text in one tile", onpair_encoding.id,
                  most_bytes);
    return static_cast<std::size_t>(sum);
  }

  ArrayRef array_;
  std::shared_ptr<const OnPairTokens> tokens_;
  CodeTile codes_;
  IndexReader code_offsets_, lengths_;
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& onpair = static_cast<const OnPair&>(*array);
  auto tokens = GYRE_TRY(onpair.tokens.get(
      [&] { return OnPairTokens::read(onpair.token_bytes, onpair.token_offsets, context); }));
  auto words = GYRE_TRY(make_reader(onpair.codes, context));
  auto codes =
      GYRE_TRY(CodeReader::make(std::move(words), tokens->size(), onpair_encoding.id, context));
  auto code_offsets = GYRE_TRY(IndexReader::make(onpair.code_offsets, context));
  auto lengths = GYRE_TRY(IndexReader::make(onpair.lengths, context));
  auto validity = GYRE_TRY(ValidityReader::make(onpair.validity, context));
  return std::make_unique<OnPairReader>(std::move(validity), std::move(array), std::move(tokens),
                                        std::move(codes), std::move(code_offsets),
                                        std::move(lengths), context);
}

}  // namespace

const Encoding onpair_encoding{.id = "vortex.onpair", .open = open, .reader = reader};

}  // namespace gyre
