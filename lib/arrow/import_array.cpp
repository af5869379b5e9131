#include <algorithm>
#include <optional>

#include "array/take_rows.hpp"
#include "arrow/detail/array_node.hpp"
#include "arrow/detail/import_text.hpp"
#include "arrow/detail/import_type.hpp"
#include "arrow/import.hpp"
#include "arrow/uuid.hpp"
#include "base/words.hpp"

namespace gyre::arrow {
namespace {

/// Rows that list views and runs may stand for: their arrays tell of any number in a few bytes.
constexpr std::uint64_t most_expanded_rows = std::uint64_t{1} << 28;

/// Takes an array over and releases it with the last owner.
std::shared_ptr<const ArrowArray> owned(ArrowArray array) {
  return {new ArrowArray(array), [](const ArrowArray* gone) {
            auto* mine = const_cast<ArrowArray*>(gone);
            if (mine->release) mine->release(mine);
            delete mine;
          }};
}

Result<Column> import_node(const ArrayNode& node, const ImportType& type);

/// Where the type has no nulls, there may be none but below a null parent, and the bitmap goes.
/// `parent_valid(row)` tells of the parent's row.
template <class ParentValid>
Result<void> require_valid(Column& column, ParentValid&& parent_valid) {
  if (column.dtype.nullable() || column.null_count == 0) return {};
  for (std::uint64_t row = 0; row < column.rows; ++row)
    if (!column.is_valid(row) && parent_valid(row))
      return fail(Code::corrupt, "row {}: null in a field that is not nullable", row);
  column.validity = {};
  column.null_count = 0;
  return {};
}

Result<void> require_valid(Column& column) {
  return require_valid(column, [](std::uint64_t) { return true; });
}

std::int64_t offset_at(const Buffer& offsets, unsigned width, std::uint64_t row) {
  const auto* at = offsets.data() + row * width;
  return width == 4 ? load<std::int32_t>(at) : load<std::int64_t>(at);
}

Result<void> import_decimal(const ArrayNode& node, const ImportType& type, Column& column) {
  const auto buffer = GYRE_TRY(node.values(1, node.rows(), type.width, 1));
  return with_word(word_bytes(type.dtype), [&]<Word To>(To) -> Result<void> {
    auto values = MutableBuffer::uninitialized(column.rows * sizeof(To));
    return with_word(type.width, [&]<Word From>(From) -> Result<void> {
      for (std::uint64_t row = 0; row < column.rows; ++row) {
        const auto wide = sign_extend(load<From>(buffer.data() + row * sizeof(From)));
        const auto narrow = truncate<To>(wide);
        if (sign_extend(narrow) != wide && column.is_valid(row))
          return fail(Code::corrupt, "row {}: a decimal of more than {} digits", row,
                      type.dtype.precision());
        store(values.data() + row * sizeof(To), narrow);
      }
      column.buffers.push_back(std::move(values).freeze());
      return {};
    });
  });
}

Result<void> import_offset_text(const ArrayNode& node, const ImportType& type, Column& column) {
  GYRE_TRY(node.expect(3, 0));
  if (node.rows() == 0) {
    column.buffers.emplace_back();
    return {};
  }
  const auto offsets = GYRE_TRY(node.values(1, node.rows() + 1, type.width, 1));
  return view_offsets(column, offsets.data(), type.width, node.raw(2), node.owner());
}

Result<void> import_views(const ArrayNode& node, Column& column) {
  if (node.buffers() < 3) return fail(Code::corrupt, "an array of views without buffers");
  column.buffers.push_back(
      GYRE_TRY(node.values(1, node.rows(), sizeof(TextView), alignof(std::uint64_t))));
  const auto count = node.buffers() - 3;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto size = load<std::int64_t>(node.raw(node.buffers() - 1) +
                                         static_cast<std::size_t>(i) * sizeof(std::int64_t));
    if (size < 0 || (size > 0 && !node.raw(2 + i)))
      return fail(Code::corrupt, "a buffer of {} bytes", size);
    column.buffers.push_back(
        Buffer::share({node.raw(2 + i), static_cast<std::size_t>(size)}, node.owner()));
  }
  return check_views(column);
}

Result<void> import_struct(const ArrayNode& node, const ImportType& type, Column& column) {
  GYRE_TRY(node.expect(1, static_cast<std::int64_t>(type.children.size())));
  for (std::size_t i = 0; i < type.children.size(); ++i) {
    const auto& field = type.children[i];
    const auto child = GYRE_TRY(node.field(static_cast<std::int64_t>(i)));
    auto imported = import_node(child, field);
    if (imported)
      if (auto valid = require_valid(*imported, [&](auto row) { return column.is_valid(row); });
          !valid)
        imported = std::unexpected(std::move(valid).error());
    column.children.push_back(GYRE_TRY(within(std::move(imported), "{}", field.name)));
  }
  return {};
}

Result<void> import_list(const ArrayNode& node, const ImportType& type, Column& column) {
  GYRE_TRY(node.expect(2, 1));
  const auto rows = node.rows();
  auto moved = MutableBuffer::zeroed((rows + 1) * sizeof(std::int64_t));
  std::int64_t first = 0, last = 0;
  if (rows > 0) {
    const auto offsets = GYRE_TRY(node.values(1, rows + 1, type.width, 1));
    first = last = offset_at(offsets, type.width, 0);
    if (first < 0) return fail(Code::corrupt, "the first offset is {}", first);
    for (std::uint64_t row = 1; row <= rows; ++row) {
      const auto offset = offset_at(offsets, type.width, row);
      if (offset < last)
        return fail(Code::corrupt, "row {}: offsets fall from {} to {}", row - 1, last, offset);
      last = offset;
      moved.as<std::int64_t>()[row] = offset - first;
    }
  }
  const auto elements = GYRE_TRY(
      node.child(0, static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(last - first)));
  column.buffers.push_back(std::move(moved).freeze());
  auto child = GYRE_TRY(import_node(elements, type.children[0]));
  GYRE_TRY(require_valid(child));
  column.children.push_back(std::move(child));
  return {};
}

Result<void> import_list_view(const ArrayNode& node, const ImportType& type, Column& column) {
  GYRE_TRY(node.expect(3, 1));
  const auto offsets = GYRE_TRY(node.values(1, node.rows(), type.width, 1));
  const auto sizes = GYRE_TRY(node.values(2, node.rows(), type.width, 1));
  const auto whole = GYRE_TRY(node.whole_child(0));
  auto elements = GYRE_TRY(import_node(whole, type.children[0]));
  GYRE_TRY(require_valid(elements));

  std::vector<std::uint32_t> taken;
  auto moved = MutableBuffer::zeroed((node.rows() + 1) * sizeof(std::int64_t));
  for (std::uint64_t row = 0; row < node.rows(); ++row) {
    const auto offset = offset_at(offsets, type.width, row),
               size = offset_at(sizes, type.width, row);
    if (column.is_valid(row) && size != 0) {
      const auto first = static_cast<std::uint64_t>(offset),
                 count = static_cast<std::uint64_t>(size);
      if (offset < 0 || size < 0 || first > elements.rows || count > elements.rows - first)
        return fail(Code::corrupt, "row {}: {} elements from {} on, there are {}", row, size,
                    offset, elements.rows);
      if (elements.rows >= no_row || taken.size() + count > most_expanded_rows)
        return fail(Code::unsupported, "list views of more than {} elements", most_expanded_rows);
      for (auto i = first; i < first + count; ++i) taken.push_back(static_cast<std::uint32_t>(i));
    }
    moved.as<std::int64_t>()[row + 1] = static_cast<std::int64_t>(taken.size());
  }
  column.buffers.push_back(std::move(moved).freeze());
  column.children.push_back(GYRE_TRY(take_rows(elements, taken)));
  return {};
}

Result<void> import_fixed_list(const ArrayNode& node, const ImportType& type, Column& column) {
  GYRE_TRY(node.expect(1, 1));
  const auto size = std::uint64_t{type.dtype.list_size()};
  const auto first = checked_multiply(node.first(), size),
             count = checked_multiply(node.rows(), size);
  if (!first || !count) return fail(Code::corrupt, "lists of {} elements each", size);
  const auto elements = GYRE_TRY(node.child(0, *first, *count));
  auto child = GYRE_TRY(import_node(elements, type.children[0]));
  GYRE_TRY(require_valid(child, [&](auto row) { return column.is_valid(row / size); }));
  column.children.push_back(std::move(child));
  return {};
}

Result<void> import_uuid(const ArrayNode& node, const ImportType& type, Column& column) {
  GYRE_TRY(node.expect(2, 0));
  Column bytes;
  bytes.dtype = type.dtype.storage().element();
  bytes.rows = node.rows() * uuid_bytes;
  bytes.buffers.push_back(GYRE_TRY(node.values(1, node.rows(), uuid_bytes, 1)));
  column.children.push_back(std::move(bytes));
  return {};
}

Result<Column> import_dictionary(const ArrayNode& node, const ImportType& type) {
  GYRE_TRY(node.expect(2, 0));
  const auto whole = GYRE_TRY(ArrayNode::whole(node.dictionary(), node.owner()));
  const auto values = GYRE_TRY(import_node(whole, type.children[0]));
  Column codes;
  codes.rows = node.rows();
  GYRE_TRY(node.read_validity(codes));
  const auto buffer = GYRE_TRY(node.values(1, node.rows(), type.width, 1));
  std::vector<std::uint32_t> rows(node.rows(), no_row);
  const auto fits = with_small_word(type.width, [&]<Word W>(W) -> Result<void> {
    for (std::uint64_t row = 0; row < node.rows(); ++row) {
      if (!codes.is_valid(row)) continue;
      const auto code = load<W>(buffer.data() + row * sizeof(W));
      if (code >= values.rows || code >= no_row)
        return fail(Code::corrupt, "row {}: code {} of a dictionary of {} values", row, code,
                    values.rows);
      rows[row] = static_cast<std::uint32_t>(code);
    }
    return {};
  });
  GYRE_TRY(fits);
  return take_rows(values, rows);
}

Result<Column> import_runs(const ArrayNode& node, const ImportType& type) {
  GYRE_TRY(node.expect(0, 2));
  const auto ends = GYRE_TRY(node.whole_child(0));
  const auto runs = GYRE_TRY(node.whole_child(1));
  const auto values = GYRE_TRY(import_node(runs, type.children[0]));
  const auto buffer = GYRE_TRY(ends.values(1, ends.rows(), type.width, 1));
  const auto end_at = [&](std::uint64_t run) {
    const auto* at = buffer.data() + run * type.width;
    return type.width == 2 ? load<std::int16_t>(at) : offset_at(buffer, type.width, run);
  };
  if (node.rows() > most_expanded_rows)
    return fail(Code::unsupported, "runs of more than {} rows", most_expanded_rows);
  std::vector<std::uint32_t> rows;
  rows.reserve(node.rows());
  std::int64_t before = 0;
  const auto last = static_cast<std::int64_t>(node.first() + node.rows());
  for (std::uint64_t run = 0; run < ends.rows() && before < last; ++run) {
    const auto end = end_at(run);
    if (end <= before || run >= values.rows || run >= no_row)
      return fail(Code::corrupt, "run {} ends at {}, the one before at {}", run, end, before);
    const auto from = std::max(before, static_cast<std::int64_t>(node.first()));
    const auto to = std::min(end, last);
    if (to > from)
      rows.insert(rows.end(), static_cast<std::size_t>(to - from), static_cast<std::uint32_t>(run));
    before = end;
  }
  if (rows.size() != node.rows())
    return fail(Code::corrupt, "runs end at {}, there are {} rows", before, last);
  return take_rows(values, rows);
}

Result<void> import_values(const ArrayNode& node, const ImportType& type, Column& column) {
  switch (type.form) {
    case Form::boolean:
      GYRE_TRY(node.expect(2, 0));
      column.buffers.push_back(GYRE_TRY(node.bits(1)));
      return {};
    case Form::words: {
      GYRE_TRY(node.expect(2, 0));
      const auto alignment = std::min<std::size_t>(type.width, alignof(u128));
      column.buffers.push_back(GYRE_TRY(node.values(1, node.rows(), type.width, alignment)));
      return {};
    }
    case Form::decimal: GYRE_TRY(node.expect(2, 0)); return import_decimal(node, type, column);
    case Form::text: return import_offset_text(node, type, column);
    case Form::text_view: return import_views(node, column);
    case Form::fixed_text:
      GYRE_TRY(node.expect(2, 0));
      return view_fixed(column, GYRE_TRY(node.values(1, node.rows(), type.width, 1)), type.width);
    case Form::uuid: return import_uuid(node, type, column);
    case Form::structure: return import_struct(node, type, column);
    case Form::list: return import_list(node, type, column);
    case Form::list_view: return import_list_view(node, type, column);
    case Form::fixed_list: return import_fixed_list(node, type, column);
    case Form::null:
    case Form::dictionary:
    case Form::run_ends: break;
  }
  return {};
}

Result<Column> import_node(const ArrayNode& node, const ImportType& type) {
  if (type.form == Form::dictionary || type.form == Form::run_ends) {
    auto column = GYRE_TRY(type.form == Form::dictionary ? import_dictionary(node, type)
                                                         : import_runs(node, type));
    column.dtype = type.dtype;
    return column;
  }
  Column column;
  column.dtype = type.dtype;
  column.rows = node.rows();
  if (type.form == Form::null) {
    column.null_count = column.rows;
    return column;
  }
  if (node.buffers() < 1) return fail(Code::corrupt, "an array without buffers");
  GYRE_TRY(node.read_validity(column));
  GYRE_TRY(import_values(node, type, column));
  return column;
}

}  // namespace

Result<DType> import_schema(const ArrowSchema& schema) {
  return GYRE_TRY(import_type(schema)).dtype;
}

Result<Column> import_array(ArrowArray array, const ArrowSchema& schema) {
  const auto owner = owned(array);
  const auto type = GYRE_TRY(import_type(schema));
  const auto node = GYRE_TRY(ArrayNode::whole(owner.get(), owner));
  auto column = GYRE_TRY(import_node(node, type));
  GYRE_TRY(require_valid(column));
  return column;
}

Result<Batch> import_batch(ArrowArray array, const ArrowSchema& schema) {
  auto rows = GYRE_TRY(import_array(array, schema));
  if (!rows.dtype.is(Kind::structure))
    return fail(Code::invalid_argument, "rows that are no structs");
  if (rows.null_count > 0) return fail(Code::corrupt, "rows that are null as a whole");
  auto schema_of_rows = rows.dtype.with_nullable(false);
  return Batch{std::move(schema_of_rows), rows.rows, std::move(rows.children)};
}

}  // namespace gyre::arrow
