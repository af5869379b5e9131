// What a program does that brings an encoding and a layout of its own: two functions and a row each, added to the tables
// of its session. Nothing in lib/ is touched.
#include "array/concat_reader.hpp"
#include "array/encoding.hpp"
#include "gyre/session.hpp"
#include "layout/layout.hpp"
#include "scan/scan_source.hpp"
#include "support/samples.hpp"
#include "support/vortex_bytes.hpp"

namespace gyre {
namespace {

const DType i64 = DType::primitive(PType::i64);
const DType schema = DType::structure({{"plain", i64}, {"own", i64}});

// ---- an encoding: 64-bit integers, stored with their bits turned over

struct Flipped final : Array {
  Flipped(const ArrayParts& parts, ArrayRef stored_words)
      : Array(parts), stored(std::move(stored_words)) {}
  ArrayRef stored;
};

class FlippedReader final : public WordReader<std::uint64_t> {
 public:
  FlippedReader(ReaderRef stored, ReadContext& context)
      : WordReader(stored->rows(), context), stored_(std::move(stored)) {}
  Result<void> read(RowRange rows, std::uint64_t* out) override {
    GYRE_TRY(words_of<std::uint64_t>(*stored_).read(rows, out));
    for (std::uint64_t row = 0; row < rows.size(); ++row) out[row] = ~out[row];
    return {};
  }

 private:
  ReaderRef stored_;
};

Result<ArrayRef> open_flipped(const ArrayParts& parts) {
  if (parts.dtype != i64) return fail(Code::corrupt, "{}: 64-bit integers expected", parts.id());
  auto stored = GYRE_TRY(parts.child(0, i64, parts.rows));
  return std::make_shared<Flipped>(parts, std::move(stored));
}

Result<ReaderRef> read_flipped(ArrayRef array, ReadContext& context) {
  auto stored = GYRE_TRY(make_reader(static_cast<const Flipped&>(*array).stored, context));
  return std::make_unique<FlippedReader>(std::move(stored), context);
}

constexpr Encoding flipped_encoding{
    .id = "example.flipped", .open = open_flipped, .reader = read_flipped};

EncodedArray flipped(const Column& plain) {
  std::vector<std::optional<std::int64_t>> words;
  for (const auto word : plain.buffers[0].as<std::int64_t>().first(plain.rows))
    words.push_back(~word);
  EncodedArray node;
  node.encoding = flipped_encoding.id;
  node.children.push_back(test::must(test::TestEncoder().encode(test::column_of(words, i64))));
  return node;
}

// ---- a layout: chunks that stand in the file from last to first

class Backwards final : public Layout {
 public:
  Backwards(DType dtype, std::uint64_t rows, std::vector<LayoutRef> chunks)
      : Layout(std::move(dtype), rows), chunks_(std::move(chunks)) {}

  void segments(RowRange rows, SegmentSet& out) const override {
    for (const auto& chunk : chunks_) chunk->segments(RowRange{0, chunk->rows()}.cut(rows), out);
  }
  Result<LayoutRef> field(std::size_t) const override {
    return fail(Code::unsupported, "no fields");
  }
  Result<ReaderRef> reader(RowRange rows, SegmentSource& source,
                           ReadContext& context) const override {
    std::vector<ReaderRef> readers;
    std::uint64_t first = 0;
    for (auto chunk = chunks_.rbegin(); chunk != chunks_.rend(); ++chunk) {
      const RowRange here{first, first + (*chunk)->rows()};
      const auto wanted = here.cut(rows);
      if (!wanted.empty())
        readers.push_back(GYRE_TRY(
            (*chunk)->reader({wanted.first - first, wanted.last - first}, source, context)));
      first = here.last;
    }
    return concat_readers(std::move(readers), dtype(), context);
  }

 private:
  std::vector<LayoutRef> chunks_;
};

Result<LayoutRef> open_backwards(const LayoutParts& parts) {
  std::vector<LayoutRef> chunks;
  for (std::size_t i = 0; i < parts.node.child_count(); ++i)
    chunks.push_back(GYRE_TRY(parts.child(i, parts.dtype)));
  return std::make_shared<Backwards>(parts.dtype, parts.rows(), std::move(chunks));
}

constexpr LayoutKind backwards_layout{.id = "example.chunks", .open = open_backwards};

// ---- a file that uses both

Column numbers(std::int64_t first, std::int64_t count) {
  std::vector<std::optional<std::int64_t>> values;
  for (std::int64_t i = 0; i < count; ++i) values.push_back(first + i);
  return test::column_of(values, i64);
}

/// Chunks of 1,024 rows that count up from 0 and from 1,024.
Buffer file_bytes() {
  test::MemorySink::Written written;
  test::MemorySink sink(written);
  test::TestEncoder encoder;
  FileWriter writer(sink, StoredSchema(schema), encoder, {.zone_rows = tile_rows});
  for (std::int64_t first : {0, 1024}) {
    const auto column = numbers(first, 1024);
    EncodedChunk chunk{1024, {}};
    chunk.columns.push_back({test::must(encoder.encode(column)), {}});
    chunk.columns.push_back({flipped(column), {}});
    test::must(writer.append(chunk));
  }
  test::must(writer.finish());
  // Both names have 14 letters.
  const std::string_view from = "vortex.chunked", to = backwards_layout.id;
  std::string text(reinterpret_cast<const char*>(written.bytes.data()), written.bytes.size());
  text.replace(text.find(from), from.size(), to);
  return Buffer::copy(text);
}

std::vector<std::int64_t> scan(const Session& session, std::string_view select,
                               std::string_view where) {
  const auto source = std::make_shared<test::MemorySource>(file_bytes(), true);
  ScanRequest request;
  request.select = test::must(expr::parse_select(select));
  request.where = test::must(expr::parse(where));
  auto plan = test::must(
      make_plan(test::must(VortexFile::open(source, session.encodings, session.layouts)), request));
  ScanSource rows(std::move(plan), make_cpu_executor());
  std::vector<std::int64_t> values;
  for (const auto& batch : test::must(read_all(rows)))
    for (std::uint64_t row = 0; row < batch.rows; ++row)
      values.push_back(scalar_at(batch.columns[0], row).word().low64());
  return values;
}

}  // namespace

TEST_CASE("session: a program's own encoding and layout are read like those of the library",
          "[gyre]") {
  Session session;
  session.encodings.add(flipped_encoding);
  session.layouts.add(backwards_layout);
  CHECK(scan(session, "own", "plain in (1, 1030)") == std::vector<std::int64_t>{1030, 1});
  CHECK(scan(session, "plain", "own between 1022 and 1025") ==
        std::vector<std::int64_t>{1024, 1025, 1022, 1023});
}

TEST_CASE("session: without them the error names what is missing", "[gyre]") {
  const Session plain;
  const auto file = test::must(VortexFile::open(
      std::make_shared<test::MemorySource>(file_bytes(), true), plain.encodings, plain.layouts));
  const auto error = test::refused(make_plan(file, {}));
  CHECK(error.code == Code::unsupported);
  CHECK(error.message.find("example.chunks") != std::string::npos);
}

}  // namespace gyre
