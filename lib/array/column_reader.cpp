#include <cstring>
#include <vector>

#include "array/column_sink.hpp"

namespace gyre {
namespace {

/// Adds a column's validity to any class of reader.
template <class Base>
class Plain : public Base {
 public:
  template <class... Args>
  explicit Plain(const Column& column, Args&... args)
      : Base(column.rows, args...), column_(column) {}

  bool all_valid() const final { return column_.validity.empty(); }

  Result<void> validity(RowRange rows, TileMask& valid) final {
    valid = all_valid() ? TileMask::all(rows.size())
                        : TileMask::from_bitmap(column_.validity.data(), rows.first, rows.size());
    return {};
  }

  Result<void> gather_validity(std::uint64_t base, std::span<const std::uint32_t> rows,
                               TileMask& valid) final {
    valid = {};
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (column_.is_valid(base + rows[i])) valid.set(i);
    return {};
  }

 protected:
  const Column& column() const { return column_; }

 private:
  const Column& column_;
};

template <Word W>
class PlainWords final : public Plain<WordReader<W>> {
 public:
  using Plain<WordReader<W>>::Plain;

  Result<void> read(RowRange rows, W* out) override {
    if (!rows.empty()) std::memcpy(out, at(rows.first), rows.size() * sizeof(W));
    return {};
  }

  Result<void> select(RowRange rows, const Test<W>& test, TileMask& mask) override {
    if (!this->column().buffers[0].aligned(alignof(W)))
      return WordReader<W>::select(rows, test, mask);
    apply_test(reinterpret_cast<const W*>(at(rows.first)), rows.size(), test, mask);
    return {};
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, W* out) override {
    for (const auto row : rows) *out++ = load<W>(at(base + row));
    return {};
  }

 private:
  const std::byte* at(std::uint64_t row) const {
    return this->column().buffers[0].data() + row * sizeof(W);
  }
};

class PlainMasks final : public Plain<MaskReader> {
 public:
  using Plain::Plain;

  Result<void> read(RowRange rows, TileMask& out) override {
    out = TileMask::from_bitmap(column().buffers[0].data(), rows.first, rows.size());
    return {};
  }
};

class PlainTexts final : public Plain<TextReader> {
 public:
  using Plain::Plain;

  Result<void> read(RowRange rows, const TileMask& mask, ByteArena&,
                    std::string_view* out) override {
    for (std::uint64_t i = 0; i < rows.size(); ++i)
      out[i] = mask.at(i) ? text(rows.first + i) : std::string_view();
    return {};
  }

  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, ByteArena&,
                      std::string_view* out) override {
    for (const auto row : rows) *out++ = text(base + row);
    return {};
  }

 private:
  std::string_view text(std::uint64_t row) const {
    return column().is_valid(row) ? text_at(column(), row) : std::string_view();
  }
};

class PlainStructs final : public Plain<StructReader> {
 public:
  PlainStructs(const Column& column, ReadContext& context) : Plain(column) {
    for (const auto& field : column.children) fields_.push_back(reader_of(field, context));
  }
  std::size_t field_count() const override { return fields_.size(); }
  Reader& field(std::size_t index) override { return *fields_[index]; }

 private:
  std::vector<ReaderRef> fields_;
};

class PlainLists final : public Plain<ListReader> {
 public:
  PlainLists(const Column& column, ReadContext& context)
      : Plain(column), elements_(reader_of(column.children[0], context)) {
    const auto& dtype = column.dtype.physical();
    if (dtype.is(Kind::fixed_size_list)) fixed_size_ = dtype.list_size();
  }

  Result<void> ranges(RowRange rows, RowRange* out) override {
    for (auto row = rows.first; row < rows.last; ++row)
      *out++ = column().is_valid(row) ? RowRange{offset(row), offset(row + 1)} : RowRange{};
    return {};
  }
  Reader& elements() override { return *elements_; }
  std::uint64_t element_rows() const override { return elements_->rows(); }

 private:
  std::uint64_t offset(std::uint64_t row) const {
    if (fixed_size_) return row * *fixed_size_;
    return load<std::uint64_t>(column().buffers[0].data() + row * sizeof(std::uint64_t));
  }

  ReaderRef elements_;
  std::optional<std::uint64_t> fixed_size_;
};

}  // namespace

ReaderRef reader_of(const Column& column, ReadContext& context) {
  const auto& dtype = column.dtype.physical();
  switch (dtype.kind()) {
    case Kind::boolean: return std::make_unique<PlainMasks>(column);
    case Kind::primitive:
    case Kind::decimal:
      return with_word(word_bytes(dtype), [&]<Word W>(W) -> ReaderRef {
        return std::make_unique<PlainWords<W>>(column, context);
      });
    case Kind::utf8:
    case Kind::binary: return std::make_unique<PlainTexts>(column, context);
    case Kind::structure: return std::make_unique<PlainStructs>(column, context);
    case Kind::list:
    case Kind::map:
    case Kind::fixed_size_list: return std::make_unique<PlainLists>(column, context);
    case Kind::null:
    case Kind::extension:  // physical() is below all of them
    case Kind::variant: break;
  }
  return std::make_unique<NullReader>(column.rows);
}

}  // namespace gyre
