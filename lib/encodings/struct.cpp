#include "encodings/struct.hpp"

#include "encodings/detail/node.hpp"
#include "encodings/detail/validity.hpp"

namespace gyre {

Struct::Struct(const ArrayParts& parts, std::vector<ArrayRef> all_fields, ArrayRef validity_child)
    : Array(parts), fields(std::move(all_fields)), validity(std::move(validity_child)) {}

namespace {

Result<ArrayRef> open(const ArrayParts& parts) {
  if (!parts.dtype.is(Kind::structure)) return wrong_dtype(parts);
  const auto count = parts.dtype.field_count();
  GYRE_TRY(expect_children(parts, count, count + 1));
  ArrayRef validity;
  std::size_t next_child = 0;
  if (parts.children() > count) validity = GYRE_TRY(parts.validity(next_child++));
  std::vector<ArrayRef> fields;
  fields.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    fields.push_back(GYRE_TRY(parts.child(next_child++, parts.dtype.field(i), parts.rows)));
  return std::make_shared<Struct>(parts, std::move(fields), std::move(validity));
}

class FieldsReader final : public Nullable<StructReader> {
 public:
  FieldsReader(ValidityReader validity, std::uint64_t rows, std::vector<ReaderRef> fields)
      : Nullable(std::move(validity), rows), fields_(std::move(fields)) {}

  std::size_t field_count() const override { return fields_.size(); }
  Reader& field(std::size_t index) override { return *fields_[index]; }

 private:
  std::vector<ReaderRef> fields_;
};

Result<ReaderRef> reader(ArrayRef array, ReadContext& context) {
  const auto& structure = static_cast<const Struct&>(*array);
  std::vector<ReaderRef> fields;
  fields.reserve(structure.fields.size());
  for (const auto& field : structure.fields)
    fields.push_back(GYRE_TRY(make_reader(field, context)));
  auto validity = GYRE_TRY(ValidityReader::make(structure.validity, context));
  return std::make_unique<FieldsReader>(std::move(validity), array->rows, std::move(fields));
}

std::optional<std::uint64_t> estimate(const Column& plain, const EncodeContext&) {
  if (!plain.dtype.is(Kind::structure)) return std::nullopt;
  return plain.size_bytes();
}

Result<EncodedArray> encode(const Column& plain, EncodeContext& context) {
  auto node = make_node(struct_encoding.id);
  append_validity(node, plain);
  for (const auto& field : plain.children) node.children.push_back(GYRE_TRY(context.child(field)));
  return node;
}

}  // namespace

const Encoding struct_encoding{
    .id = "vortex.struct", .open = open, .reader = reader, .estimate = estimate, .encode = encode};

}  // namespace gyre
