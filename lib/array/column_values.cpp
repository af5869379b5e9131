#include "array/column_builder.hpp"

namespace gyre {
namespace {

Column masks_of_values(std::span<const Value> values) {
  auto bits = MutableBuffer::zeroed(bitmap_bytes(values.size()));
  for (std::size_t row = 0; row < values.size(); ++row)
    if (const auto* value = std::get_if<bool>(&values[row].held); value && *value)
      set_bit(bits.data(), row);
  Column column;
  column.buffers.push_back(std::move(bits).freeze());
  return column;
}

Column words_of_values(std::span<const Value> values, unsigned bytes) {
  auto words = MutableBuffer::zeroed(values.size() * bytes);
  for (std::size_t row = 0; row < values.size(); ++row)
    if (const auto* value = std::get_if<Int256>(&values[row].held))
      std::memcpy(words.data() + row * bytes, value->limb.data(), bytes);
  Column column;
  column.buffers.push_back(std::move(words).freeze());
  return column;
}

Column texts_of_values(std::span<const Value> values, const DType& dtype) {
  TextBuilder builder;
  for (const auto& value : values) {
    if (const auto* text = std::get_if<std::string>(&value.held))
      builder.append(*text);
    else
      builder.append_null();
  }
  return builder.finish(dtype);
}

Column structs_of_values(std::span<const Value> values, const DType& dtype) {
  Column column;
  for (std::size_t i = 0; i < dtype.field_count(); ++i) {
    std::vector<Value> fields;
    for (const auto& value : values) {
      const auto* held = std::get_if<std::vector<Value>>(&value.held);
      fields.push_back(held ? (*held)[i] : Value{});
    }
    column.children.push_back(column_of_values(fields, dtype.field(i)));
  }
  return column;
}

Column lists_of_values(std::span<const Value> values, const DType& element) {
  auto offsets = MutableBuffer::uninitialized(0);
  std::vector<Value> elements;
  offsets.append_value(std::int64_t{0});
  for (const auto& value : values) {
    if (const auto* held = std::get_if<std::vector<Value>>(&value.held))
      elements.insert(elements.end(), held->begin(), held->end());
    offsets.append_value(static_cast<std::int64_t>(elements.size()));
  }
  Column column;
  column.buffers.push_back(std::move(offsets).freeze());
  column.children.push_back(column_of_values(elements, element));
  return column;
}

Column fixed_lists_of_values(std::span<const Value> values, const DType& dtype) {
  std::vector<Value> elements;
  for (const auto& value : values) {
    const auto* held = std::get_if<std::vector<Value>>(&value.held);
    for (std::uint32_t i = 0; i < dtype.list_size(); ++i)
      elements.push_back(held ? (*held)[i] : Value{});
  }
  Column column;
  column.children.push_back(column_of_values(elements, dtype.element()));
  return column;
}

Column values_of(std::span<const Value> values, const DType& physical) {
  switch (physical.kind()) {
    case Kind::boolean: return masks_of_values(values);
    case Kind::primitive:
    case Kind::decimal: return words_of_values(values, word_bytes(physical));
    case Kind::utf8:
    case Kind::binary: return texts_of_values(values, physical);
    case Kind::structure: return structs_of_values(values, physical);
    case Kind::list: return lists_of_values(values, physical.element());
    case Kind::fixed_size_list: return fixed_lists_of_values(values, physical);
    case Kind::map:
      return lists_of_values(
          values, DType::structure({{"key", physical.key()}, {"value", physical.value()}}));
    default: return {};
  }
}

}  // namespace

Column column_of_values(std::span<const Value> values, const DType& dtype) {
  auto column = values_of(values, dtype.physical());
  if (dtype.physical().is(Kind::null)) {
    column.null_count = values.size();
  } else {
    ValidityBuilder validity;
    // In a null struct, fields without nulls hold nothing as well.
    for (const auto& value : values) validity.append(!value.is_null() || !dtype.nullable());
    validity.finish(column);
  }
  column.dtype = dtype;
  column.rows = values.size();
  return column;
}

}  // namespace gyre
