#include "support/conformance.hpp"

#include <array>
#include <unordered_set>

#include "array/column_sink.hpp"
#include "dtype/text.hpp"
#include "encodings/builtin.hpp"
#include "support/counting.hpp"
#include "support/equal.hpp"
#include "support/must.hpp"
#include "support/reader_checks.hpp"
#include "support/samples.hpp"

namespace gyre::test {
namespace {

const EncodingTable& encodings() {
  static const EncodingTable table(builtin_encodings());
  return table;
}

/// The node is gone when the array is read, as it is in a file's reader.
Result<ArrayRef> opened(const EncodedArray& encoded, const DType& dtype, std::uint64_t rows,
                        unsigned shift) {
  const auto node = reparsed(encoded, shift);
  return open_array(node, dtype, rows, encodings());
}

void check_slice(const ArrayRef& array, RowRange rows, const Column& expected, bool thorough) {
  INFO("sliced to rows " << rows.first << " to " << rows.last);
  ReadContext context;
  const auto part = must(slice(array, rows));
  CHECK(part->rows == rows.size());
  const auto reader = must(make_reader(part, context));
  REQUIRE(reader->rows() == rows.size());
  if (thorough) return check_reader(*reader, expected, context);
  REQUIRE(columns_equal(must(read_column(*reader, expected.dtype, {0, rows.size()}, context)),
                        expected));
}

void check_slices(const ArrayRef& array, const Column& plain) {
  const auto rows = plain.rows;
  for (const RowRange part : {RowRange{0, rows},
                              {0, 0},
                              {rows, rows},
                              {0, rows / 2},
                              {rows / 3, rows},
                              {1024, rows},
                              {1000, 1030},
                              {1023, 4000}})
    if (part.first <= part.last && part.last <= rows)
      check_slice(array, part, slice(plain, part.first, part.last), false);
  if (rows < 8) return;
  check_slice(array, {3, rows - 1}, slice(plain, 3, rows - 1), true);
  const auto outer = must(slice(array, {2, rows - 1}));
  check_slice(outer, {1, rows - 4}, slice(plain, 3, rows - 2), false);
}

/// Nodes that the formats let nobody read in part, with all that is below them.
void add_units(const EncodedArray& node, bool is_unit,
               std::unordered_set<const EncodedArray*>& units) {
  if (is_unit) units.insert(&node);
  // Values of valid rows alone are stored: which one is a row's, all validity before it tells.
  const bool counts_valid = node.encoding == "vortex.zstd" || node.encoding == "vortex.pco";
  // What codes stand for is one dictionary.
  const bool is_dictionary = node.encoding == "vortex.onpair";
  for (std::size_t i = 0; i < node.children.size(); ++i)
    add_units(node.children[i], is_unit || (i == 0 && (counts_valid || is_dictionary)), units);
}

/// Elements at all levels, and bytes of texts.
std::uint64_t parts_of(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value.held)) return text->size();
  std::uint64_t parts = 0;
  if (const auto* inner = std::get_if<std::vector<Value>>(&value.held))
    for (const auto& each : *inner) parts += 1 + parts_of(each);
  return parts;
}

/// One row of an array that nothing was read of before takes a tile of each node, or what the row itself consists of.
void check_one_row(const EncodedArray& node, const Column& plain, std::uint64_t row,
                   const std::unordered_set<const EncodedArray*>& units) {
  INFO("row " << row << " alone");
  CountingContext context;
  const auto array = must(open_array(node, plain.dtype, plain.rows, counting_encodings()));
  const auto reader = must(make_reader(array, context));
  const auto value = must(scalar_at(*reader, plain.dtype, row));
  REQUIRE(value == scalar_at(plain, row));
  const auto row_itself = parts_of(value.value);
  for (const auto& asked : context.nodes) {
    // Bitmaps are asked twice: by who wants to know which rows are null, and by who makes texts of the others.
    const auto most = (asked.shape == Shape::mask ? 2 : 1) * tile_rows + row_itself;
    if (!units.contains(asked.node) && std::max(asked.values, asked.validity) > most)
      FAIL("a node of " << asked.node->encoding << " was asked for " << asked.values
                        << " values and for the validity of " << asked.validity << " rows");
  }
}

void check_random_access(const EncodedArray& encoded, const Column& plain) {
  const auto node = reparsed(encoded);
  std::unordered_set<const EncodedArray*> units;
  add_units(node, false, units);
  const auto rows = plain.rows;
  for (const auto row : {rows - 1, rows * 2 / 3})
    if (row < rows) check_one_row(node, plain, row, units);
}

/// Every way to ask for values; failures are fine, as long as they have the code.
void ask_everything(Reader& reader, const DType& dtype, ReadContext& context, Code code) {
  const auto rows = reader.rows();
  const auto agree = [&](const auto& result) {
    if (!result && result.error().code != code)
      FAIL("expected " << name_of(code) << ", but: " << name_of(result.error().code) << ": "
                       << result.error().message);
  };
  const auto sink = make_column_sink(dtype, context);
  for (std::uint64_t row = 0; row < rows; row += 1 + rows / 64) {
    agree(scalar_at(reader, dtype, row));
    constexpr std::array<std::uint32_t, 1> first{0};
    agree(sink->gather(reader, row, first));
  }
  for (std::uint64_t first = 0; first < std::min<std::uint64_t>(rows, 1 << 20);
       first += tile_rows) {
    const RowRange tile{first, std::min(first + tile_rows, rows)};
    TileMask mask;
    mask.set(tile.size() / 2);
    agree(sink->append(reader, tile, &mask));
    mask = TileMask::all(tile.size());
    if (const auto width = word_bytes(reader.shape()); width > 0)
      with_word(width,
                [&]<Word W>(W) { agree(words_of<W>(reader).select(tile, Test<W>{}, mask)); });
  }
}

std::string_view plain_encoding(Kind kind) {
  switch (kind) {
    case Kind::null: return "vortex.null";
    case Kind::boolean: return "vortex.bool";
    case Kind::primitive: return "vortex.primitive";
    case Kind::decimal: return "vortex.decimal";
    case Kind::utf8:
    case Kind::binary: return "vortex.varbinview";
    case Kind::structure: return "vortex.struct";
    case Kind::list: return "vortex.list";
    case Kind::fixed_size_list: return "vortex.fixed_size_list";
    case Kind::extension: return "vortex.ext";
    case Kind::map: return "vortex.map";
    case Kind::variant: break;
  }
  return "vortex.variant";
}

}  // namespace

Result<Column> read_back(const EncodedArray& encoded, const DType& dtype, std::uint64_t rows) {
  ReadContext context;
  auto array = GYRE_TRY(opened(encoded, dtype, rows, 0));
  const auto reader = GYRE_TRY(make_reader(std::move(array), context));
  return read_column(*reader, dtype, {0, rows}, context);
}

void check_conformance(const EncodedArray& encoded, const Column& plain) {
  INFO(encoded.encoding << " of " << plain.rows << " rows of " << to_text(plain.dtype) << ", "
                        << plain.null_count << " null");
  for (const unsigned shift : {0u, 1u}) {
    INFO("at an address " << shift << " bytes off");
    ReadContext context;
    const auto array = must(opened(encoded, plain.dtype, plain.rows, shift));
    CHECK(array->rows == plain.rows);
    CHECK(array->dtype == plain.dtype);
    const auto reader = must(make_reader(array, context));
    if (shift == 0) {
      check_reader(*reader, plain, context);
      check_slices(array, plain);
      check_random_access(encoded, plain);
    } else {
      REQUIRE(
          columns_equal(must(read_column(*reader, plain.dtype, {0, plain.rows}, context)), plain));
    }
    // Once more, with every question answered the plain way.
    ReadContext plain_context;
    plain_context.plain = true;
    const auto again = must(make_reader(array, plain_context));
    REQUIRE(columns_equal(must(read_column(*again, plain.dtype, {0, plain.rows}, plain_context)),
                          plain));
  }
}

EncodedArray check_encoder(const Encoding& encoding, const Column& plain, ArrayForms forms) {
  INFO(encoding.id << " of " << plain.rows << " rows of " << to_text(plain.dtype));
  REQUIRE(encoding.encode != nullptr);
  PlainChildren children(PlainChildren().depth_left(), forms);
  auto encoded = must(encoding.encode(plain, children));
  check_conformance(encoded, plain);
  return encoded;
}

void check_refused(const EncodedArray& encoded, const DType& dtype, std::uint64_t rows, Code code) {
  INFO(encoded.encoding << ", " << rows << " rows of " << to_text(dtype));
  ReadContext context;
  const auto refuses = [&](const auto& result) {
    if (result) return false;
    INFO(result.error().message);
    CHECK(name_of(result.error().code) == name_of(code));
    return true;
  };
  const auto array = opened(encoded, dtype, rows, 0);
  if (refuses(array)) return;
  const auto reader = make_reader(*array, context);
  if (refuses(reader)) return;
  ask_everything(**reader, dtype, context, code);
  if (!refuses(read_column(**reader, dtype, {0, rows}, context))) FAIL("all of it was read");
}

Result<EncodedArray> PlainChildren::child(const Column& plain) {
  const auto id = plain_encoding(plain.dtype.kind());
  const auto* encoding = encodings().find(id);
  if (!encoding || !encoding->encode) return fail(Code::unsupported, "nobody encodes {}", id);
  if (depth_ == 0) return encoding->encode(plain, *this);
  --depth_;
  auto encoded = encoding->encode(plain, *this);
  ++depth_;
  return encoded;
}

}  // namespace gyre::test
