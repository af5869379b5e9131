#pragma once

#include <memory>
#include <span>
#include <vector>

#include "array/column.hpp"
#include "rows/detail/wire_input.hpp"
#include "rows/row_schema.hpp"

namespace gyre {

/// A column of a batch, while the rows of its field are read. Where a function gives false, the parse has a fault, and the
/// reader is of no further use.
class FieldReader {
 public:
  virtual ~FieldReader() = default;
  /// One occurrence of the field in the row at hand; `tag_at` is where its tag stands. The last of several counts, those of
  /// messages are merged, and those of lists are put together.
  virtual bool read(WireInput& in, WireType type, const std::byte* tag_at) = 0;
  /// Ends the row: takes what was read, or what an absent field stands for.
  virtual bool commit(WireInput& in) = 0;
  /// A row of a struct that is null.
  virtual void append_null() = 0;
  /// All rows so far; starts afresh.
  virtual Column finish() = 0;
  /// Values, in all columns below, that append_null appends at most.
  virtual std::uint64_t weight() const { return 1; }
};

/// is_strict   a second occurrence in a row is an error
std::unique_ptr<FieldReader> make_field_reader(const RowField& field, bool is_strict);

/// The fields of a message.
class MessageReader {
 public:
  /// wanted   false: the field is passed over
  MessageReader(std::span<const RowField> fields, bool is_strict,
                const std::vector<bool>& wanted = {});

  /// Reads up to the end of the message.
  bool read(WireInput& in);
  bool commit(WireInput& in);
  void append_null();
  /// Of the fields that are wanted.
  std::vector<Column> finish();
  std::uint64_t weight() const { return weight_; }

 private:
  struct Place {
    unsigned number;
    std::unique_ptr<FieldReader> reader;  // null: not wanted
  };

  /// nullptr: not a field that is known.
  Place* find(std::uint64_t number);
  bool read_field(WireInput& in, std::uint64_t tag, const std::byte* tag_at);

  std::vector<Place> places_;
  std::vector<std::size_t> by_number_;  // places, by rising numbers
  std::size_t next_ = 0;                // the place that is expected
  std::uint64_t weight_ = 1;
  bool is_strict_;
};

}  // namespace gyre
