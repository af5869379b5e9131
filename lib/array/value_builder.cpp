#include "array/value_builder.hpp"

#include <utility>

namespace gyre {

ValueBuilder::ValueBuilder(DType dtype) : dtype_(std::move(dtype)) {
  const auto& physical = dtype_.physical();
  switch (physical.kind()) {
    case Kind::utf8:
    case Kind::binary: texts_ = std::make_unique<TextBuilder>(); break;
    case Kind::structure:
      for (std::size_t i = 0; i < physical.field_count(); ++i)
        children_.emplace_back(physical.field(i));
      break;
    case Kind::list:
    case Kind::map:
      words_.append_value(std::int64_t{0});
      children_.emplace_back(element_of(physical));
      break;
    case Kind::fixed_size_list: children_.emplace_back(physical.element()); break;
    default: break;
  }
}

void ValueBuilder::append(const Value& value) {
  ++rows_;
  const auto& physical = dtype_.physical();
  switch (physical.kind()) {
    case Kind::boolean: {
      const auto* held = std::get_if<bool>(&value.held);
      bits_.append(held && *held);
      break;
    }
    case Kind::primitive:
    case Kind::decimal: {
      const auto* held = std::get_if<Int256>(&value.held);
      const auto word = held ? *held : Int256{};
      words_.append(std::as_bytes(std::span(word.limb)).first(word_bytes(physical)));
      break;
    }
    case Kind::utf8:
    case Kind::binary: {
      const auto* held = std::get_if<std::string>(&value.held);
      held ? texts_->append(*held) : texts_->append_null();
      break;
    }
    case Kind::structure:
    case Kind::list:
    case Kind::map:
    case Kind::fixed_size_list: append_elements(value); break;
    default: return;
  }
  // In a null struct, fields without nulls hold nothing as well.
  validity_.append(!value.is_null() || !dtype_.nullable());
}

void ValueBuilder::append_elements(const Value& value) {
  const auto* held = std::get_if<std::vector<Value>>(&value.held);
  const auto& physical = dtype_.physical();
  if (physical.is(Kind::structure)) {
    for (std::size_t i = 0; i < children_.size(); ++i)
      children_[i].append(held ? (*held)[i] : Value{});
    return;
  }
  auto& elements = children_.front();
  if (physical.is(Kind::fixed_size_list)) {
    for (std::uint32_t i = 0; i < physical.list_size(); ++i)
      elements.append(held ? (*held)[i] : Value{});
    return;
  }
  if (held)
    for (const auto& element : *held) elements.append(element);
  words_.append_value(static_cast<std::int64_t>(elements.rows()));
}

Column ValueBuilder::finish() {
  Column column;
  if (texts_) column.buffers = texts_->finish(dtype_).buffers;
  switch (dtype_.physical().kind()) {
    case Kind::null: column.null_count = rows_; break;
    case Kind::boolean: column.buffers.push_back(bits_.finish()); break;
    case Kind::primitive:
    case Kind::decimal:
      words_.reserve(0);  // no rows have a buffer too
      column.buffers.push_back(std::exchange(words_, MutableBuffer()).freeze());
      break;
    case Kind::list:
    case Kind::map:
      column.buffers.push_back(std::exchange(words_, MutableBuffer()).freeze());
      words_.append_value(std::int64_t{0});
      break;
    default: break;
  }
  for (auto& child : children_) column.children.push_back(child.finish());
  if (!dtype_.physical().is(Kind::null)) validity_.finish(column);
  column.dtype = dtype_;
  column.rows = std::exchange(rows_, 0);
  return column;
}

Column column_of_values(std::span<const Value> values, const DType& dtype) {
  ValueBuilder builder(dtype);
  for (const auto& value : values) builder.append(value);
  return builder.finish();
}

}  // namespace gyre
