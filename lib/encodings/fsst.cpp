#include "encodings/fsst.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "base/bits.hpp"
#include "base/protobuf.hpp"
#include "encodings/detail/fsst_table.hpp"
#include "encodings/detail/index_reader.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/valid_as.hpp"
#include "encodings/detail/validity.hpp"
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

/// Some texts of a column in stretches, spread evenly; together about `bytes` of them, starting at one of two phases, so that
/// two samples have little in common.
std::vector<std::string_view> sample_of(const Column& plain, std::uint64_t bytes, unsigned phase) {
  constexpr std::uint64_t stretches = 32;
  const auto stretch_bytes = bytes / stretches;
  std::vector<std::string_view> sample;
  for (std::uint64_t i = 0; i < stretches; ++i) {
    const auto first = (2 * i + phase) * plain.rows / (2 * stretches);
    const auto last = (2 * i + phase + 1) * plain.rows / (2 * stretches);
    std::uint64_t taken = 0;
    for (auto row = first; row < last && taken < stretch_bytes; ++row) {
      if (!plain.is_valid(row)) continue;
      // A long text stands for itself with its front.
      const auto text = text_at(plain, row).substr(0, stretch_bytes);
      taken += text.size();
      sample.push_back(text);
    }
  }
  return sample;
}

std::uint64_t bytes_of(std::span<const std::string_view> texts) {
  std::uint64_t bytes = 0;
  for (const auto text : texts) bytes += text.size();
  return bytes;
}

/// All texts of a column, one behind the other, with `slack` bytes at the end.
struct Texts {
  std::string bytes;
  std::vector<std::uint32_t> lengths;  ///< 0 where null
  std::uint32_t longest = 0;

  static std::optional<Texts> of(const Column& plain) {
    Texts texts;
    std::uint64_t size = 0;
    texts.lengths.resize(plain.rows);
    for (std::uint64_t row = 0; row < plain.rows; ++row) {
      if (!plain.is_valid(row)) continue;
      const auto length = static_cast<std::uint32_t>(text_at(plain, row).size());
      texts.lengths[row] = length;
      texts.longest = std::max(texts.longest, length);
      size += length;
    }
    if (size > most_bytes) return std::nullopt;
    texts.bytes.reserve(size + FsstTable::slack);
    for (std::uint64_t row = 0; row < plain.rows; ++row)
      if (texts.lengths[row] > 0) texts.bytes += text_at(plain, row);
    texts.bytes.append(FsstTable::slack, '\0');
    return texts;
  }
};

/// The codes of all rows, and where each row's end.
struct Codes {
  MutableBuffer bytes;
  std::vector<std::uint32_t> bounds{0};

  Codes(const FsstTable& table, const Texts& texts)
      : bytes(MutableBuffer::uninitialized(2 * texts.bytes.size())) {
    bounds.reserve(texts.lengths.size() + 1);
    const auto* text = texts.bytes.data();
    auto* out = bytes.data();
    for (const auto length : texts.lengths) {
      out = table.encode({text, length}, out);
      text += length;
      bounds.push_back(static_cast<std::uint32_t>(out - bytes.data()));
    }
  }
};

std::optional<std::uint64_t> estimate(const Column& plain, const EncodeContext&) {
  constexpr std::uint64_t train_bytes = 16 << 10, try_bytes = 16 << 10;
  constexpr unsigned rounds = 4;
  if (!plain.dtype.is_text() || plain.rows == plain.null_count) return std::nullopt;
  std::uint64_t bytes = 0, longest = 0;
  for (std::uint64_t row = 0; row < plain.rows; ++row) {
    const auto size = plain.is_valid(row) ? text_at(plain, row).size() : 0;
    bytes += size;
    longest = std::max<std::uint64_t>(longest, size);
  }
  // Symbols save at most what there is; of little text that is less than they take.
  constexpr std::uint64_t least_bytes = 4096;
  if (bytes < least_bytes || bytes > most_bytes) return std::nullopt;
  const auto table = FsstTable::train(sample_of(plain, train_bytes, 0), rounds);
  const auto tried = sample_of(plain, try_bytes, 1);
  const auto tried_bytes = bytes_of(tried);
  if (tried_bytes == 0) return std::nullopt;
  std::string text;
  std::uint64_t codes = 0;
  std::vector<std::byte> out;
  for (const auto each : tried) {
    text.assign(each);
    text.append(FsstTable::slack, '\0');
    out.resize(2 * text.size());
    codes += static_cast<std::uint64_t>(table.encode({text.data(), each.size()}, out.data()) -
                                        out.data());
  }
  // Saving less than this is not worth looking up every code, now and with each read.
  constexpr std::uint64_t least_saving = 16;
  const auto code_bytes = bytes * codes / tried_bytes;
  if (code_bytes > bytes - bytes / least_saving) return std::nullopt;
  const auto bits = static_cast<unsigned>(std::bit_width(longest) + std::bit_width(code_bytes));
  return code_bytes + table.symbols().size() * (FsstSymbols::symbol_bytes + 1) +
         bitmap_bytes((plain.rows + 1) * bits) + validity_bytes(plain);
}

void append_symbols(EncodedArray& node, const FsstTable& table) {
  auto symbols = MutableBuffer::uninitialized(0), lengths = MutableBuffer::uninitialized(0);
  for (const auto& symbol : table.symbols()) {
    symbols.append_value(symbol.bytes);
    lengths.append_value(static_cast<std::uint8_t>(symbol.length));
  }
  append_buffer(node, std::move(symbols).freeze(), FsstSymbols::symbol_bytes);
  append_buffer(node, std::move(lengths).freeze());
}

unsigned number_of(const Column& column) { return static_cast<unsigned>(column.dtype.ptype()); }

Result<EncodedArray> encode(const Column& plain, EncodeContext& context) {
  constexpr std::uint64_t train_bytes = 64 << 10;
  constexpr unsigned rounds = 8;
  const auto texts = plain.dtype.is_text() ? Texts::of(plain) : std::nullopt;
  if (!texts)
    return fail(Code::invalid_argument, "{}: texts of at most 2 GiB expected", fsst_encoding.id);
  const auto table = FsstTable::train(sample_of(plain, train_bytes, 0), rounds);
  Codes codes(table, *texts);
  const auto lengths = index_column(plain.rows, texts->longest,
                                    [&](std::uint64_t row) { return texts->lengths[row]; });
  const auto bounds = index_column(plain.rows + 1, codes.bounds.back(),
                                   [&](std::uint64_t row) { return codes.bounds[row]; });
  auto bytes = Buffer::copy(codes.bytes.bytes().first(codes.bounds.back()));

  ProtobufWriter meta;
  meta.number(lengths_ptype_field, number_of(lengths));
  if (!context.forms().fsst_code_buffer) {
    auto strings =
        make_varbin(std::move(bytes), GYRE_TRY(context.child(bounds)), bounds.dtype.ptype());
    append_validity(strings, plain);
    auto node = make_node(fsst_encoding.id, meta.finish());
    append_symbols(node, table);
    node.children.push_back(std::move(strings));
    node.children.push_back(GYRE_TRY(context.child(lengths)));
    return node;
  }
  meta.number(offsets_ptype_field, number_of(bounds));
  auto node = make_node(fsst_encoding.id, meta.finish());
  append_symbols(node, table);
  append_buffer(node, std::move(bytes));
  node.children.push_back(GYRE_TRY(context.child(lengths)));
  node.children.push_back(GYRE_TRY(context.child(bounds)));
  append_validity(node, plain);
  return node;
}

}  // namespace

const Encoding fsst_encoding{
    .id = "vortex.fsst", .open = open, .reader = reader, .estimate = estimate, .encode = encode};

}  // namespace gyre
