#include "file/stored_schema.hpp"

#include <fmt/core.h>

#include "base/assert.hpp"
#include "base/bits.hpp"
#include "file/footer.hpp"

namespace gyre {
namespace {

Column validity_of(const Column& column) {
  Column validity{DType::boolean(), column.rows, {}, 0, {}, {}};
  if (column.validity.empty()) {
    auto bits = MutableBuffer::uninitialized(bitmap_bytes(column.rows));
    for (auto& byte : bits.bytes()) byte = std::byte{0xff};
    validity.buffers.push_back(std::move(bits).freeze());
  } else {
    validity.buffers.push_back(column.validity);
  }
  return validity;
}

void cut_column(const StoredSchema::Node& node, const Column& column,
                std::vector<StoredPart>& out) {
  if (!node.is_cut) {
    out.push_back({column});
    return;
  }
  if (node.has_validity()) out.push_back({validity_of(column), column.null_count});
  for (std::size_t i = 0; i < node.fields.size(); ++i)
    cut_column(node.fields[i], column.children[i], out);
}

}  // namespace

StoredSchema::StoredSchema(const DType& root, const Edition& edition)
    : root_(add(root, "", edition, true)) {}

StoredSchema::Node StoredSchema::add(const DType& dtype, const std::string& name,
                                     const Edition& edition, bool has_zones) {
  Node node{dtype, {}, false, columns_.size()};
  node.is_cut = dtype.is(Kind::structure) &&
                (!dtype.nullable() || edition.has(Feature::struct_validity_layout));
  const auto own_name = name.empty() ? "value" : name;
  if (!node.is_cut) {
    columns_.push_back({own_name, dtype, has_zones});
    return node;
  }
  if (dtype.nullable()) {
    columns_.push_back({own_name, DType::boolean(), false, true});
    has_zones = false;
  }
  for (std::size_t i = 0; i < dtype.field_count(); ++i) {
    const auto field = dtype.field_name(i);
    node.fields.push_back(add(dtype.field(i),
                              name.empty() ? std::string(field) : fmt::format("{}.{}", name, field),
                              edition, has_zones));
  }
  return node;
}

std::vector<StoredPart> StoredSchema::cut(const Batch& batch) const {
  std::vector<StoredPart> rows;
  rows.reserve(columns_.size());
  if (is_table(root_.dtype)) {
    for (std::size_t i = 0; i < root_.fields.size(); ++i)
      cut_column(root_.fields[i], batch.columns[i], rows);
  } else {
    cut_column(root_, batch.columns.front(), rows);
  }
  GYRE_ASSERT(rows.size() == columns_.size());
  return rows;
}

}  // namespace gyre
