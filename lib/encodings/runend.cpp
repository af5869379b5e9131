#include "encodings/runend.hpp"

#include <algorithm>
#include <bit>

#include "array/column_sink.hpp"
#include "base/bits.hpp"
#include "base/protobuf.hpp"
#include "encodings/bitpacked.hpp"
#include "encodings/detail/index_reader.hpp"
#include "encodings/detail/node.hpp"
#include "encodings/detail/run_rows.hpp"
#include "encodings/detail/validity.hpp"

namespace gyre {

RunEnd::RunEnd(const ArrayParts& parts, ArrayRef run_ends, ArrayRef run_values,
               std::uint64_t rows_cut)
    : Array(parts), ends(std::move(run_ends)), values(std::move(run_values)), offset(rows_cut) {}

namespace {

constexpr unsigned ends_ptype_field = 1;
constexpr unsigned num_runs_field = 2;
constexpr unsigned offset_field = 3;

Result<ArrayRef> open(const ArrayParts& parts) {
  GYRE_TRY(expect_children(parts, 2, 2));
  const auto meta = GYRE_TRY(ProtobufFields::parse(parts.metadata()));
  const auto ptype = GYRE_TRY(index_ptype(meta.number(ends_ptype_field), parts.id()));
  const auto runs = meta.number(num_runs_field);
  const auto offset = meta.number(offset_field);
  if (!is_unsigned(ptype)) return fail(Code::corrupt, "{}: signed run ends", parts.id());
  if (runs == 0 && parts.rows > 0)
    return fail(Code::corrupt, "{}: no runs for {} rows", parts.id(), parts.rows);
  if (!checked_add(offset, parts.rows))
    return fail(Code::corrupt, "{}: {} rows from row {} on", parts.id(), parts.rows, offset);
  auto ends = GYRE_TRY(parts.child(0, DType::primitive(ptype), runs));
  auto values = GYRE_TRY(parts.child(1, parts.dtype, runs));
  return std::make_shared<RunEnd>(parts, std::move(ends), std::move(values), offset);
}

/// The values of the runs; a struct's fields belong to the struct.
struct RunValues {
  Reader* reader;
  ReaderRef owned;
  std::shared_ptr<RunRows> rows;
};

ReaderRef run_reader(RunValues values, std::uint64_t rows, ReadContext& context);

/// What readers of all shapes share.
template <class Base>
class Runs : public Base {
 public:
  template <class... Args>
  Runs(RunValues values, std::uint64_t rows, ReadContext& context, Args&... args)
      : Base(rows, args...), values_(std::move(values)), scratch_(context) {}

  bool all_valid() const final { return values_.reader->all_valid(); }

  Result<void> validity(RowRange rows, TileMask& valid) final {
    if (all_valid()) return Base::validity(rows, valid);
    const auto runs = GYRE_TRY(values_.rows->find(rows));
    TileMask run_valid;
    GYRE_TRY(values_.reader->validity(runs, run_valid));
    valid = spread(rows, runs, run_valid);
    return {};
  }

  Result<void> gather_validity(std::uint64_t base, std::span<const std::uint32_t> rows,
                               TileMask& valid) final {
    ReadContext::Scratch<std::uint32_t> runs(scratch_, rows.size());
    GYRE_TRY(values_.rows->find(base, rows, runs.data()));
    return values_.reader->gather_validity(0, {runs.data(), rows.size()}, valid);
  }

 protected:
  Reader& values() const { return *values_.reader; }
  const std::shared_ptr<RunRows>& run_rows() const { return values_.rows; }
  ReadContext& scratch() const { return scratch_; }

  /// The bit of each run for all of its rows.
  TileMask spread(RowRange rows, RowRange runs, const TileMask& bits) const {
    TileMask mask;
    values_.rows->for_each(rows, runs, [&](std::uint64_t run, RowRange part) {
      if (bits.at(run)) mask.set(part);
    });
    return mask;
  }

 private:
  RunValues values_;
  ReadContext& scratch_;
};

template <Word W>
class RunWords final : public Runs<WordReader<W>> {
 public:
  using Runs<WordReader<W>>::Runs;

  Result<void> read(RowRange rows, W* out) override {
    const auto runs = GYRE_TRY(this->run_rows()->find(rows));
    ReadContext::Scratch<W> words(this->scratch(), ReadContext::tile_room<W>);
    GYRE_TRY(values().read(runs, words.data()));
    this->run_rows()->for_each(rows, runs, [&](std::uint64_t run, RowRange part) {
      std::fill(out + part.first, out + part.last, words[run]);
    });
    return {};
  }

  Result<void> select(RowRange rows, const Test<W>& test, TileMask& mask) override {
    if (this->scratch().plain) return WordReader<W>::select(rows, test, mask);
    if (mask.none()) return {};
    const auto runs = GYRE_TRY(this->run_rows()->find(rows));
    auto passing = TileMask::all(runs.size());
    GYRE_TRY(values().select(runs, test, passing));
    mask &= this->spread(rows, runs, passing);
    return {};
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, W* out) override {
    ReadContext::Scratch<std::uint32_t> runs(this->scratch(), rows.size());
    GYRE_TRY(this->run_rows()->find(base, rows, runs.data()));
    return values().gather(0, {runs.data(), rows.size()}, out);
  }

 private:
  WordReader<W>& values() const { return words_of<W>(Runs<WordReader<W>>::values()); }
};

class RunMasks final : public Runs<MaskReader> {
 public:
  using Runs::Runs;

  Result<void> read(RowRange rows, TileMask& out) override {
    const auto runs = GYRE_TRY(run_rows()->find(rows));
    TileMask bits;
    GYRE_TRY(masks_of(values()).read(runs, bits));
    out = spread(rows, runs, bits);
    return {};
  }
};

class RunTexts final : public Runs<TextReader> {
 public:
  using Runs::Runs;

  Result<void> read(RowRange rows, const TileMask& mask, ByteArena& arena,
                    std::string_view* out) override {
    std::fill_n(out, rows.size(), std::string_view());
    const auto runs = GYRE_TRY(run_rows()->find(rows));
    TileMask wanted;
    run_rows()->for_each(rows, runs, [&](std::uint64_t run, RowRange part) {
      TileMask of_run;
      of_run.set(part);
      of_run &= mask;
      if (!of_run.none()) wanted.set(run);
    });
    ReadContext::Scratch<std::string_view> texts(scratch(), tile_rows);
    GYRE_TRY(texts_of(values()).read(runs, wanted, arena, texts.data()));
    run_rows()->for_each(rows, runs, [&](std::uint64_t run, RowRange part) {
      for (auto row = part.first; row < part.last; ++row)
        if (mask.at(row)) out[row] = texts[run];
    });
    return {};
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, ByteArena& arena,
                      std::string_view* out) override {
    ReadContext::Scratch<std::uint32_t> runs(scratch(), rows.size());
    GYRE_TRY(run_rows()->find(base, rows, runs.data()));
    return texts_of(values()).gather(0, {runs.data(), rows.size()}, arena, out);
  }
};

class RunStructs final : public Runs<StructReader> {
 public:
  RunStructs(RunValues run_values, std::uint64_t rows, ReadContext& context)
      : Runs(std::move(run_values), rows, context) {
    auto& structs = structs_of(values());
    for (std::size_t i = 0; i < structs.field_count(); ++i)
      fields_.push_back(run_reader({&structs.field(i), nullptr, run_rows()}, rows, context));
  }
  std::size_t field_count() const override { return fields_.size(); }
  Reader& field(std::size_t index) override { return *fields_[index]; }

 private:
  std::vector<ReaderRef> fields_;
};

/// All rows of a run are the same range of the elements.
class RunLists final : public Runs<ListReader> {
 public:
  using Runs::Runs;

  Result<void> ranges(RowRange rows, RowRange* out) override {
    const auto runs = GYRE_TRY(run_rows()->find(rows));
    ReadContext::Scratch<RowRange> lists(scratch(), tile_rows);
    GYRE_TRY(lists_of(values()).ranges(runs, lists.data()));
    run_rows()->for_each(rows, runs, [&](std::uint64_t run, RowRange part) {
      std::fill(out + part.first, out + part.last, lists[run]);
    });
    return {};
  }
  Reader& elements() override { return lists_of(values()).elements(); }
  std::uint64_t element_rows() const override { return lists_of(values()).element_rows(); }
};

ReaderRef run_reader(RunValues values, std::uint64_t rows, ReadContext& context) {
  switch (values.reader->shape()) {
    case Shape::null: return std::make_unique<NullReader>(rows);
    case Shape::mask: return std::make_unique<RunMasks>(std::move(values), rows, context);
    case Shape::text: return std::make_unique<RunTexts>(std::move(values), rows, context, context);
    case Shape::structure: return std::make_unique<RunStructs>(std::move(values), rows, context);
    case Shape::list: return std::make_unique<RunLists>(std::move(values), rows, context);
    default: break;
  }
  return with_word(word_bytes(values.reader->shape()), [&]<Word W>(W) -> ReaderRef {
    return std::make_unique<RunWords<W>>(std::move(values), rows, context, context);
  });
}

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  auto values = GYRE_TRY(make_reader(static_cast<const RunEnd&>(*array).values, context));
  auto* borrowed = values.get();
  const auto rows = array->rows;
  auto run_rows = std::make_shared<RunRows>(std::move(array), context);
  return run_reader({borrowed, std::move(values), std::move(run_rows)}, rows, context);
}

bool fits(const Column& plain) {
  const auto kind = plain.dtype.kind();
  return (kind == Kind::primitive || kind == Kind::boolean) && plain.rows > 0 &&
         plain.rows <= UINT32_MAX;
}

/// Calls `body(row)` for the first row of each run.
template <class Equal, class Body>
void for_each_run(const Column& plain, Equal&& equal, Body&& body) {
  if (plain.rows == 0) return;
  body(std::uint64_t{0});
  if (plain.null_count == 0) {
    for (std::uint64_t row = 1; row < plain.rows; ++row)
      if (!equal(row - 1, row)) body(row);
    return;
  }
  for (std::uint64_t row = 1; row < plain.rows; ++row) {
    const bool valid = plain.is_valid(row);
    if (valid != plain.is_valid(row - 1) || (valid && !equal(row - 1, row))) body(row);
  }
}

template <class Body>
void for_each_run(const Column& plain, Body&& body) {
  if (plain.dtype.is(Kind::boolean)) {
    const auto* bits = plain.buffers[0].data();
    return for_each_run(
        plain, [&](auto a, auto b) { return bit_at(bits, a) == bit_at(bits, b); }, body);
  }
  with_small_word(word_bytes(plain.dtype), [&]<Word W>(W) {
    const auto words = plain.buffers[0].as<W>();
    for_each_run(plain, [&](auto a, auto b) { return words[a] == words[b]; }, body);
  });
}

/// Bits that the value of a run takes once the values are stored as well as they can be.
unsigned value_bits(const Column& plain, const EncodeContext& context) {
  if (plain.dtype.is(Kind::boolean)) return 1;
  const auto plain_bits = 8 * word_bytes(plain.dtype);
  if (!plain.dtype.is_integer() || context.depth_left() == 0) return plain_bits;
  const auto bounds = integer_bounds(plain);
  return bounds ? static_cast<unsigned>(std::bit_width(bounds->max - bounds->min)) : 0;
}

std::optional<std::uint64_t> estimate(const Column& plain, const EncodeContext& context) {
  if (!fits(plain)) return std::nullopt;
  std::uint64_t runs = 0;
  for_each_run(plain, [&](std::uint64_t) { ++runs; });
  // Fewer than two rows a run never pay.
  if (runs > plain.rows / 2) return std::nullopt;
  const auto narrowest = plain.rows <= UINT8_MAX ? 8u : plain.rows <= UINT16_MAX ? 16u : 32u;
  const auto end_bits =
      context.depth_left() == 0 ? narrowest : static_cast<unsigned>(std::bit_width(plain.rows));
  const auto null_bits = plain.null_count > 0 ? 1u : 0u;
  const auto bytes =
      div_ceil(runs * (end_bits + value_bits(plain, context) + null_bits), std::uint64_t{8});
  if (bytes >= plain.size_bytes()) return std::nullopt;
  return bytes;
}

Result<EncodedArray> encode(const Column& plain, EncodeContext& context) {
  if (!fits(plain))
    return fail(Code::invalid_argument, "{}: numbers or booleans expected", runend_encoding.id);
  std::vector<std::uint32_t> starts;
  for_each_run(plain,
               [&](std::uint64_t row) { starts.push_back(static_cast<std::uint32_t>(row)); });
  const auto ends = index_column(starts.size(), plain.rows, [&](std::uint64_t run) {
    return run + 1 < starts.size() ? starts[run + 1] : plain.rows;
  });
  ReadContext scratch;
  const auto rows = reader_of(plain, scratch);
  const auto sink = make_column_sink(plain.dtype, scratch);
  GYRE_TRY(sink->gather(*rows, 0, starts));
  const auto values = GYRE_TRY(sink->finish());

  auto node = make_node(runend_encoding.id,
                        ProtobufWriter()
                            .number(ends_ptype_field, static_cast<unsigned>(ends.dtype.ptype()))
                            .number(num_runs_field, starts.size())
                            .finish());
  node.children.push_back(GYRE_TRY(context.child(ends)));
  node.children.push_back(GYRE_TRY(context.child(values)));
  return node;
}

}  // namespace

const Encoding runend_encoding{
    .id = "vortex.runend", .open = open, .reader = reader, .estimate = estimate, .encode = encode};

}  // namespace gyre
