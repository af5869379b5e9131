#include "support/counting.hpp"

#include <vector>

#include "encodings/builtin.hpp"

namespace gyre::test {
namespace {

const Encoding& builtin(std::string_view id) {
  static const EncodingTable table(builtin_encodings());
  return *table.find(id);
}

/// An array as the builtin encoding opened it, and the node that it was.
struct CountedArray final : Array {
  CountedArray(const ArrayParts& parts, ArrayRef opened)
      : Array(parts), array(std::move(opened)), node(&parts.node()) {}
  ArrayRef array;
  const EncodedArray* node;
};

Result<ArrayRef> open(const ArrayParts& parts) {
  auto opened = GYRE_TRY(builtin(parts.id()).open(parts));
  // A wrapper of another node has opened, and counts, that one.
  if (dynamic_cast<const CountedArray*>(opened.get())) return opened;
  return std::make_shared<CountedArray>(parts, std::move(opened));
}

template <class Base>
class Counted : public Base {
 public:
  template <class... Args>
  Counted(ReaderRef inner, NodeRows& counts, Args&... args)
      : Base(inner->rows(), args...), inner_(std::move(inner)), counts_(counts) {}

  bool all_valid() const final { return inner_->all_valid(); }
  Result<void> validity(RowRange rows, TileMask& valid) final {
    counts_.validity += rows.size();
    return inner_->validity(rows, valid);
  }
  Result<void> gather_validity(std::uint64_t base, std::span<const std::uint32_t> rows,
                               TileMask& valid) final {
    counts_.validity += rows.size();
    return inner_->gather_validity(base, rows, valid);
  }

 protected:
  Reader& inner() const { return *inner_; }
  void count(std::uint64_t rows) { counts_.values += rows; }

 private:
  ReaderRef inner_;
  NodeRows& counts_;
};

template <Word W>
class CountedWords final : public Counted<WordReader<W>> {
 public:
  using Counted<WordReader<W>>::Counted;

  Result<void> read(RowRange rows, W* out) override {
    this->count(rows.size());
    return words().read(rows, out);
  }
  Result<void> select(RowRange rows, const Test<W>& test, TileMask& mask) override {
    this->count(rows.size());
    return words().select(rows, test, mask);
  }
  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, W* out) override {
    this->count(rows.size());
    return words().gather(base, rows, out);
  }

 private:
  WordReader<W>& words() const { return words_of<W>(this->inner()); }
};

class CountedMasks final : public Counted<MaskReader> {
 public:
  using Counted::Counted;
  Result<void> read(RowRange rows, TileMask& out) override {
    count(rows.size());
    return masks_of(inner()).read(rows, out);
  }
};

class CountedTexts final : public Counted<TextReader> {
 public:
  using Counted::Counted;
  Result<void> read(RowRange rows, const TileMask& mask, ByteArena& arena,
                    std::string_view* out) override {
    count(rows.size());
    return texts_of(inner()).read(rows, mask, arena, out);
  }
  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, ByteArena& arena,
                      std::string_view* out) override {
    count(rows.size());
    return texts_of(inner()).gather(base, rows, arena, out);
  }
};

class CountedStructs final : public Counted<StructReader> {
 public:
  using Counted::Counted;
  std::size_t field_count() const override { return structs_of(inner()).field_count(); }
  Reader& field(std::size_t index) override { return structs_of(inner()).field(index); }
};

class CountedLists final : public Counted<ListReader> {
 public:
  using Counted::Counted;
  Result<void> ranges(RowRange rows, RowRange* out) override {
    count(rows.size());
    return lists_of(inner()).ranges(rows, out);
  }
  Reader& elements() override { return lists_of(inner()).elements(); }
  std::uint64_t element_rows() const override { return lists_of(inner()).element_rows(); }
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& counted = static_cast<const CountedArray&>(*array);
  auto inner = GYRE_TRY(builtin(array->encoding.id).reader(counted.array, context));
  auto& counts =
      static_cast<CountingContext&>(context).nodes.emplace_back(counted.node, inner->shape());
  switch (inner->shape()) {
    case Shape::null: return inner;
    case Shape::mask: return std::make_unique<CountedMasks>(std::move(inner), counts);
    case Shape::text: return std::make_unique<CountedTexts>(std::move(inner), counts, context);
    case Shape::structure: return std::make_unique<CountedStructs>(std::move(inner), counts);
    case Shape::list: return std::make_unique<CountedLists>(std::move(inner), counts);
    default: break;
  }
  return with_word(word_bytes(inner->shape()), [&]<Word W>(W) -> ReaderRef {
    return std::make_unique<CountedWords<W>>(std::move(inner), counts, context);
  });
}

std::vector<Encoding> counting_rows() {
  std::vector<Encoding> rows;
  for (const auto* encoding : builtin_encodings())
    rows.push_back({.id = encoding->id, .open = open, .reader = reader});
  return rows;
}

}  // namespace

const EncodingTable& counting_encodings() {
  static const auto rows = counting_rows();
  static const auto table = [] {
    std::vector<const Encoding*> pointers;
    for (const auto& row : rows) pointers.push_back(&row);
    return EncodingTable(pointers);
  }();
  return table;
}

}  // namespace gyre::test
