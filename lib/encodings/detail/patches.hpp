#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "array/encoding.hpp"
#include "array/reader.hpp"
#include "base/protobuf.hpp"
#include "encodings/detail/once.hpp"
#include "encodings/detail/rising.hpp"
#include "encodings/detail/take_reader.hpp"

namespace gyre {

/// Rows of an array that hold something else than the rest of it says.
///
/// indices   unsigned, no nulls, strictly rising: row + offset
/// values    one for each index
/// Source    Vortex "PatchesMetadata", schema/encodings.proto. Chunk offsets, which newer files add as a third child, only
///           speed up a search that has other means here: they are not opened.
struct Patches {
  std::uint64_t offset = 0;  ///< rows cut from the front by a slice
  std::uint64_t array_rows = 0;
  ArrayRef indices, values;
  Once<Rising> rows;

  std::uint64_t count() const { return indices->rows; }
  Result<std::shared_ptr<const Rising>> read_rows(ReadContext& context) const;
};

/// What a node's metadata says of its patches.
class PatchesMessage {
 public:
  /// The message in a field of `meta`, if there is one: if not, there are no patches.
  static Result<PatchesMessage> read(const ProtobufFields& meta, unsigned field);

  /// Children that belong to the patches: none, 2 or 3.
  std::size_t children() const { return children_; }
  /// Opens them from child `first_child` on; the values are of type `values`. Null where there are no patches.
  Result<std::shared_ptr<const Patches>> open(const ArrayParts& parts, std::size_t first_child,
                                              const DType& values) const;

 private:
  std::size_t children_ = 0;
  std::uint64_t count_ = 0, offset_ = 0, indices_ptype_ = 0;
};

/// Which patches a range of rows has.
struct PatchRange {
  std::size_t first = 0, last = 0;
  bool empty() const { return first == last; }
  std::size_t size() const { return last - first; }
  RowRange rows() const { return {first, last}; }
};

/// The rows of patches, looked up by one reader.
class PatchRows {
 public:
  PatchRows() = default;  ///< no patches
  explicit PatchRows(std::shared_ptr<const Patches> patches) : patches_(std::move(patches)) {}

  /// Reads the indices when first called, unless it is for a few single rows.
  Result<PatchRange> find(RowRange rows, ReadContext& context);
  /// The row of a patch that the last find has named.
  std::uint64_t row(std::size_t patch) const { return rows_ ? (*rows_)[patch] : searched_row_; }
  std::size_t count() const { return patches_ ? static_cast<std::size_t>(patches_->count()) : 0; }

  /// For rows base + rows[i], which rise: calls `hit(i, patch)` for each that has a patch.
  template <class Hit>
  Result<void> match(std::uint64_t base, std::span<const std::uint32_t> rows, ReadContext& context,
                     Hit&& hit) {
    if (!patches_ || rows.empty()) return {};
    if (searches(rows.size(), context)) {
      for (std::size_t i = 0; i < rows.size(); ++i)
        if (const auto range = GYRE_TRY(search(base + rows[i])); !range.empty())
          hit(i, range.first);
      return {};
    }
    auto at = GYRE_TRY(find_in_all({base + rows.front(), base + rows.back() + 1}, context)).first;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      at = rows_->find(base + rows[i], at);
      if (at == rows_->size()) break;
      if ((*rows_)[at] == base + rows[i]) hit(i, at);
    }
    return {};
  }

 private:
  /// So few rows are looked up without reading all indices.
  bool searches(std::size_t rows, ReadContext& context);
  /// The patch of one row, or none.
  Result<PatchRange> search(std::uint64_t row);
  Result<PatchRange> find_in_all(RowRange rows, ReadContext& context);

  std::shared_ptr<const Patches> patches_;
  std::shared_ptr<const Rising> rows_;
  std::optional<RisingSearch> search_;
  std::uint64_t searched_row_ = 0;
  std::uint64_t last_row_ = 0;  // where the last find ended
  std::size_t last_patch_ = 0;
};

/// Patches of words.
template <Word W>
class PatchReader {
 public:
  PatchReader() = default;  ///< no patches
  /// `patches` may be null.
  /// Errors   Code::corrupt: values without words
  static Result<PatchReader> make(std::shared_ptr<const Patches> patches, ReadContext& context) {
    PatchReader reader;
    if (!patches) return reader;
    auto values = GYRE_TRY(make_reader(patches->values, context));
    reader.values_ = GYRE_TRY(take_words<W>(std::move(values), "patches"));
    reader.rows_ = PatchRows(std::move(patches));
    return reader;
  }

  bool empty() const { return !values_; }

  /// Calls `body(i, value)` for each row rows.first + i that has a patch; at most 1,024 rows.
  template <class Body>
  Result<void> for_each(RowRange rows, ReadContext& context, Body&& body) {
    if (empty()) return {};
    const auto range = GYRE_TRY(rows_.find(rows, context));
    if (range.empty()) return {};
    ReadContext::Scratch<W> values(context, ReadContext::tile_room<W>);
    GYRE_TRY(values_->read(range.rows(), values.data()));
    for (std::size_t i = 0; i < range.size(); ++i)
      body(rows_.row(range.first + i) - rows.first, values[i]);
    return {};
  }

  /// Calls `body(i, value)` for each row base + rows[i] that has a patch.
  template <class Body>
  Result<void> for_each(std::uint64_t base, std::span<const std::uint32_t> rows,
                        ReadContext& context, Body&& body) {
    if (empty()) return {};
    ReadContext::Scratch<std::uint32_t> at(context, tile_rows), patches(context, tile_rows);
    std::size_t hits = 0;
    GYRE_TRY(rows_.match(base, rows, context, [&](std::size_t i, std::size_t patch) {
      at[hits] = static_cast<std::uint32_t>(i);
      patches[hits++] = static_cast<std::uint32_t>(patch);
    }));
    if (hits == 0) return {};
    ReadContext::Scratch<W> values(context, ReadContext::tile_room<W>);
    GYRE_TRY(values_->gather(0, {patches.data(), hits}, values.data()));
    for (std::size_t i = 0; i < hits; ++i) body(at[i], values[i]);
    return {};
  }

 private:
  PatchRows rows_;
  std::unique_ptr<WordReader<W>> values_;
};

/// Stores patches: appends indices and values as the next children of `node`; result: the message that tells of them.
/// `rows` rise.
Result<Buffer> encode_patches(EncodedArray& node, std::span<const std::uint32_t> rows,
                              const Column& values, EncodeContext& context);

}  // namespace gyre
