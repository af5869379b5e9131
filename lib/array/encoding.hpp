#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "array/array.hpp"
#include "array/column.hpp"
#include "array/reader.hpp"

namespace gyre {

class EncodeContext;

/// One way to store an array: a row of the table of encodings. Entries that are absent have a default, so that a new
/// encoding starts with two functions.
struct Encoding {
  /// As files spell it: "vortex.runend".
  std::string_view id;

  /// Checks the shape of a node and opens its children. Touches no data.
  Result<ArrayRef> (*open)(const ArrayParts& parts);

  /// Compiles an opened array of this encoding to what gives its values.
  Result<ReaderRef> (*reader)(ArrayRef array, ReadContext& context);

  /// Bytes that `encode` would need for this column, from all of its values or a sample; nothing: no fit.
  /// Absent: never chosen when writing.
  std::optional<std::uint64_t> (*estimate)(const Column& plain,
                                           const EncodeContext& context) = nullptr;

  /// Stores a column. Children are compressed by asking `context` again.
  Result<EncodedArray> (*encode)(const Column& plain, EncodeContext& context) = nullptr;
};

/// Forms of arrays that readers of some age do not take: encoders leave out what is not set.
struct ArrayForms {
  bool fsst_code_buffer = true;      ///< vortex.fsst with its codes in a buffer instead of a child
  bool narrow_decimal_parts = true;  ///< decimals in parts of 8 and 16 bits
  bool f16_scalars = true;           ///< single values of f16 in metadata
};

/// What an encoder may ask of whoever picks encodings.
class EncodeContext {
 public:
  virtual ~EncodeContext() = default;
  /// Stores a child in the way that is smallest.
  virtual Result<EncodedArray> child(const Column& plain) = 0;
  /// Levels of encodings still allowed below this one.
  virtual unsigned depth_left() const = 0;
  /// Forms that the readers of the array take.
  virtual ArrayForms forms() const { return {}; }
};

/// Encodings by id; built once, then read by all.
class EncodingTable {
 public:
  explicit EncodingTable(std::span<const Encoding* const> encodings)
      : rows_(encodings.begin(), encodings.end()) {}
  /// Adds a row of the caller's own; a later row of the same id wins.
  void add(const Encoding& encoding) { rows_.push_back(&encoding); }
  /// Nothing where nobody knows the id.
  const Encoding* find(std::string_view id) const;
  std::span<const Encoding* const> rows() const { return rows_; }

 private:
  std::vector<const Encoding*> rows_;
};

/// What an array compiles to.
Result<ReaderRef> make_reader(ArrayRef array, ReadContext& context);

/// Rows of `array`, lazily.
Result<ArrayRef> slice(ArrayRef array, RowRange rows);

/// One value, by its row alone where the encoding can.
Result<Scalar> scalar_at(Reader& reader, const DType& dtype, std::uint64_t row);

}  // namespace gyre
