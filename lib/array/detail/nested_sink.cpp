#include <utility>
#include <vector>

#include "array/detail/sink.hpp"

namespace gyre::detail {
namespace {

class StructSink final : public Sink {
 public:
  StructSink(const DType& dtype, ReadContext& context) : Sink(dtype, context) {
    const auto& physical = dtype.physical();
    for (std::size_t i = 0; i < physical.field_count(); ++i)
      fields_.push_back(make_sink(physical.field(i), context));
  }

 private:
  template <class Body>
  Result<void> each(Reader& reader, Body&& body) {
    auto& structs = structs_of(reader);
    GYRE_ASSERT(structs.field_count() == fields_.size());
    for (std::size_t i = 0; i < fields_.size(); ++i) GYRE_TRY(body(*fields_[i], structs.field(i)));
    return {};
  }

  Result<void> add_tile(Reader& reader, RowRange rows, const TileMask&) override {
    return each(reader,
                [&](Sink& sink, Reader& field) { return sink.append(field, rows, nullptr); });
  }
  Result<void> add_masked(Reader& reader, RowRange rows, const TileMask& mask, std::uint64_t,
                          const TileMask&) override {
    return each(reader, [&](Sink& sink, Reader& field) { return sink.append(field, rows, &mask); });
  }
  Result<void> add_single(Reader& reader, std::uint64_t base, std::span<const std::uint32_t> rows,
                          const TileMask&) override {
    return each(reader, [&](Sink& sink, Reader& field) { return sink.gather(field, base, rows); });
  }
  Result<void> add_filler(std::uint64_t rows) override {
    for (auto& field : fields_) GYRE_TRY(field->append_nulls(rows));
    return {};
  }
  std::uint64_t value_bytes() const override {
    std::uint64_t size = 0;
    for (const auto& field : fields_) size += field->size_bytes();
    return size;
  }
  Result<void> finish_values(Column& column) override {
    for (auto& field : fields_) column.children.push_back(GYRE_TRY(field->finish()));
    return {};
  }

  std::vector<std::unique_ptr<Sink>> fields_;
};

/// Collects ranges of element rows and reads them tile by tile, each tile once as long as the
/// ranges rise.
class Elements {
 public:
  Elements(Reader& reader, Sink& sink) : reader_(reader), sink_(sink) {}

  Result<void> add(RowRange range) {
    while (!range.empty()) {
      const auto tile = range.first / tile_rows;
      if (tile != tile_ || range.first < next_) {
        GYRE_TRY(flush());
        tile_ = tile;
      }
      const auto start = tile * tile_rows;
      next_ = std::min(range.last, start + tile_rows);
      mask_.set({range.first - start, next_ - start});
      range.first = next_;
    }
    return {};
  }

  Result<void> flush() {
    if (mask_.none()) return {};
    // No more than from the first element to the last: a single list may be a small part of its tile.
    const auto span = mask_.span();
    const auto mask = std::exchange(mask_, {}).shifted_down(span.first);
    return sink_.append(reader_, span.shifted(tile_ * tile_rows), &mask);
  }

 private:
  Reader& reader_;
  Sink& sink_;
  std::uint64_t tile_ = 0;
  std::uint64_t next_ = 0;  // behind the last element that the mask has
  TileMask mask_;
};

/// Lists of all kinds: finds the ranges of the wanted rows; the kinds do the rest.
class ListSink : public Sink {
 public:
  ListSink(const DType& dtype, ReadContext& context)
      : Sink(dtype, context), elements_(make_sink(element_of(dtype), context)) {}

 protected:
  virtual Result<void> add_ranges(Reader& elements, std::span<const RowRange> ranges,
                                  const TileMask& valid) = 0;

  /// So many elements more, each of a bit or more; the elements' own sink checks what they really take.
  Result<void> check_count(std::uint64_t elements) const { return check_room(elements / 8); }

  Sink& elements() { return *elements_; }
  const Sink& elements() const { return *elements_; }

 private:
  Result<void> add_tile(Reader& reader, RowRange rows, const TileMask& valid) override {
    ReadContext::Scratch<RowRange> ranges(context(), tile_rows);
    GYRE_TRY(lists_of(reader).ranges(rows, ranges.data()));
    return add_ranges(lists_of(reader).elements(), {ranges.data(), rows.size()}, valid);
  }

  Result<void> add_masked(Reader& reader, RowRange rows, const TileMask& mask, std::uint64_t count,
                          const TileMask& valid) override {
    ReadContext::Scratch<RowRange> ranges(context(), tile_rows);
    GYRE_TRY(lists_of(reader).ranges(rows, ranges.data()));
    std::size_t next = 0;
    mask.for_each([&](std::uint64_t row) { ranges[next++] = ranges[row]; });
    return add_ranges(lists_of(reader).elements(), {ranges.data(), count}, valid);
  }

  Result<void> add_single(Reader& reader, std::uint64_t base, std::span<const std::uint32_t> rows,
                          const TileMask& valid) override {
    ReadContext::Scratch<RowRange> ranges(context(), tile_rows), picked(context(), tile_rows);
    const auto pick = [&](RowRange span, std::size_t first, std::size_t count) -> Result<void> {
      GYRE_TRY(lists_of(reader).ranges(span, ranges.data()));
      for (auto i = first; i < first + count; ++i) picked[i] = ranges[base + rows[i] - span.first];
      return {};
    };
    GYRE_TRY(for_each_tile(base, rows, pick));
    return add_ranges(lists_of(reader).elements(), {picked.data(), rows.size()}, valid);
  }

  std::unique_ptr<Sink> elements_;
};

class OffsetListSink final : public ListSink {
 public:
  using ListSink::ListSink;

 private:
  Result<void> add_ranges(Reader& reader, std::span<const RowRange> ranges,
                          const TileMask&) override {
    std::uint64_t count = 0;
    for (const auto& range : ranges) {
      count += range.size();
      GYRE_TRY(check_count(count));
    }
    Elements feed(reader, elements());
    start();
    auto last = end_;
    for (const auto& range : ranges) {
      GYRE_TRY(feed.add(range));
      last += range.size();
      offsets_.append_value(last);
    }
    end_ = last;
    return feed.flush();
  }

  Result<void> add_filler(std::uint64_t rows) override {
    start();
    for (std::uint64_t i = 0; i < rows; ++i) offsets_.append_value(end_);
    return {};
  }

  std::uint64_t value_bytes() const override { return offsets_.size() + elements().size_bytes(); }

  Result<void> finish_values(Column& column) override {
    start();
    end_ = 0;
    column.buffers.push_back(std::exchange(offsets_, MutableBuffer()).freeze());
    column.children.push_back(GYRE_TRY(elements().finish()));
    return {};
  }

  void start() {
    if (offsets_.size() == 0) offsets_.append_value(std::uint64_t{0});
  }

  MutableBuffer offsets_;
  std::uint64_t end_ = 0;  // the last offset
};

class FixedSizeListSink final : public ListSink {
 public:
  FixedSizeListSink(const DType& dtype, ReadContext& context)
      : ListSink(dtype, context), size_(dtype.physical().list_size()) {}

 private:
  Result<void> add_ranges(Reader& reader, std::span<const RowRange> ranges,
                          const TileMask& valid) override {
    GYRE_TRY(check_count(ranges.size() * size_));
    Elements feed(reader, elements());
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      if (!valid.at(i)) {
        GYRE_TRY(feed.flush());
        GYRE_TRY(elements().append_nulls(size_));
        continue;
      }
      if (ranges[i].size() != size_)
        return fail(Code::corrupt, "fixed_size_list: a row of {} elements, expected {}",
                    ranges[i].size(), size_);
      GYRE_TRY(feed.add(ranges[i]));
    }
    return feed.flush();
  }

  Result<void> add_filler(std::uint64_t rows) override {
    const auto count = checked_multiply(rows, size_);
    GYRE_TRY(check_count(count.value_or(UINT64_MAX)));
    return elements().append_nulls(*count);
  }

  std::uint64_t value_bytes() const override { return elements().size_bytes(); }

  Result<void> finish_values(Column& column) override {
    column.children.push_back(GYRE_TRY(elements().finish()));
    return {};
  }

  std::uint64_t size_;
};

}  // namespace

std::unique_ptr<Sink> make_nested_sink(const DType& dtype, ReadContext& context) {
  const auto& physical = dtype.physical();
  if (physical.is(Kind::structure)) return std::make_unique<StructSink>(dtype, context);
  if (physical.is(Kind::fixed_size_list))
    return std::make_unique<FixedSizeListSink>(dtype, context);
  return std::make_unique<OffsetListSink>(dtype, context);
}

}  // namespace gyre::detail
