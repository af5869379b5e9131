#include <array>

#include "array/column.hpp"
#include "array/column_sink.hpp"
#include "array/encoding.hpp"

namespace gyre {
namespace {

Value value_at(const Column& column, std::uint64_t row);

Value values_at(const Column& column, std::uint64_t first, std::uint64_t last) {
  std::vector<Value> values;
  values.reserve(last - first);
  for (auto row = first; row < last; ++row) values.push_back(value_at(column, row));
  return {std::move(values)};
}

Value value_at(const Column& column, std::uint64_t row) {
  const auto& dtype = column.dtype.physical();
  if (!column.is_valid(row)) return {};
  switch (dtype.kind()) {
    case Kind::boolean: return {bit_at(column.buffers[0].data(), row)};
    case Kind::primitive:
    case Kind::decimal:
      return with_word(word_bytes(dtype), [&]<Word W>(W) -> Value {
        return {widen(dtype, load<W>(column.buffers[0].data() + row * sizeof(W)))};
      });
    case Kind::utf8:
    case Kind::binary: return {std::string(text_at(column, row))};
    case Kind::structure: {
      std::vector<Value> fields;
      for (const auto& field : column.children) fields.push_back(value_at(field, row));
      return {std::move(fields)};
    }
    case Kind::list:
    case Kind::map: {
      const auto* offsets = column.buffers[0].data() + row * sizeof(std::uint64_t);
      return values_at(column.children[0], load<std::uint64_t>(offsets),
                       load<std::uint64_t>(offsets + sizeof(std::uint64_t)));
    }
    case Kind::fixed_size_list: {
      const auto size = std::uint64_t{dtype.list_size()};
      return values_at(column.children[0], row * size, (row + 1) * size);
    }
    case Kind::null:
    case Kind::extension:  // physical() is below all of them
    case Kind::variant: break;
  }
  return {};
}

}  // namespace

Scalar scalar_at(const Column& column, std::uint64_t row) {
  return {column.dtype, value_at(column, row)};
}

Result<Scalar> scalar_at(Reader& reader, const DType& dtype, std::uint64_t row) {
  ReadContext context;
  const auto sink = make_column_sink(dtype, context);
  constexpr std::array<std::uint32_t, 1> only{0};
  GYRE_TRY(sink->gather(reader, row, only));
  const auto column = GYRE_TRY(sink->finish());
  return scalar_at(column, 0);
}

}  // namespace gyre
