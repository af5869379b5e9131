#include "formats/detail/parquet_types.hpp"

#include <arrow/api.h>

namespace gyre::formats {
namespace {

using ::arrow::Type;
using TypeRef = std::shared_ptr<::arrow::DataType>;
using DataRef = std::shared_ptr<::arrow::ArrayData>;

/// What views, and large lists if so wished, become.
struct Plain {
  TypeRef text, binary;
  bool small_lists;
};

::arrow::Result<TypeRef> plain_type(const TypeRef& type, const Plain& plain) {
  ::arrow::FieldVector fields;
  for (const auto& field : type->fields()) {
    ARROW_ASSIGN_OR_RAISE(auto changed, plain_type(field->type(), plain));
    fields.push_back(field->WithType(changed));
  }
  switch (type->id()) {
    case Type::STRING_VIEW: return plain.text;
    case Type::BINARY_VIEW: return plain.binary;
    case Type::LARGE_LIST:
      return plain.small_lists ? ::arrow::list(fields[0]) : ::arrow::large_list(fields[0]);
    case Type::FIXED_SIZE_LIST:
      return ::arrow::fixed_size_list(
          fields[0], static_cast<const ::arrow::FixedSizeListType&>(*type).list_size());
    case Type::STRUCT: return ::arrow::struct_(fields);
    case Type::MAP:
      return ::arrow::MapType::Make(fields[0],
                                    static_cast<const ::arrow::MapType&>(*type).keys_sorted());
    case Type::EXTENSION: {
      const auto& extension = static_cast<const ::arrow::ExtensionType&>(*type);
      ARROW_ASSIGN_OR_RAISE(auto storage, plain_type(extension.storage_type(), plain));
      return extension.Deserialize(std::move(storage), extension.Serialize());
    }
    default: return type;
  }
}

TypeRef storage_of(const TypeRef& type) {
  if (type->id() != Type::EXTENSION) return type;
  return static_cast<const ::arrow::ExtensionType&>(*type).storage_type();
}

template <class Views, class Builder>
::arrow::Result<DataRef> copied_texts(const DataRef& data) {
  const Views views(data);
  Builder builder;
  ARROW_RETURN_NOT_OK(builder.Reserve(views.length()));
  for (std::int64_t row = 0; row < views.length(); ++row) {
    if (views.IsNull(row))
      ARROW_RETURN_NOT_OK(builder.AppendNull());
    else
      ARROW_RETURN_NOT_OK(builder.Append(views.GetView(row)));
  }
  std::shared_ptr<::arrow::Array> copied;
  ARROW_RETURN_NOT_OK(builder.Finish(&copied));
  return copied->data();
}

/// `data` as `type`, which differs in views alone.
::arrow::Result<DataRef> without_views(const DataRef& data, const TypeRef& type) {
  if (data->type->Equals(*type)) return data;
  const auto from = storage_of(data->type);
  auto changed = data->Copy();
  changed->type = from;
  if (from->id() == Type::STRING_VIEW) {
    ARROW_ASSIGN_OR_RAISE(
        changed, (copied_texts<::arrow::StringViewArray, ::arrow::LargeStringBuilder>(changed)));
  } else if (from->id() == Type::BINARY_VIEW) {
    ARROW_ASSIGN_OR_RAISE(
        changed, (copied_texts<::arrow::BinaryViewArray, ::arrow::LargeBinaryBuilder>(changed)));
  } else {
    for (std::size_t i = 0; i < changed->child_data.size(); ++i) {
      const auto& child_type = type->field(static_cast<int>(i))->type();
      ARROW_ASSIGN_OR_RAISE(changed->child_data[i],
                            without_views(changed->child_data[i], child_type));
    }
  }
  changed->type = type;
  return changed;
}

}  // namespace

::arrow::Result<std::shared_ptr<::arrow::Schema>> common_schema(const ::arrow::Schema& schema) {
  const Plain common{::arrow::utf8(), ::arrow::binary(), true};
  ::arrow::FieldVector fields;
  for (const auto& field : schema.fields()) {
    ARROW_ASSIGN_OR_RAISE(auto type, plain_type(field->type(), common));
    fields.push_back(field->WithType(type));
  }
  return ::arrow::schema(std::move(fields));
}

::arrow::Result<std::shared_ptr<::arrow::Schema>> writable_schema(const ::arrow::Schema& schema) {
  const Plain large{::arrow::large_utf8(), ::arrow::large_binary(), false};
  ::arrow::FieldVector fields;
  for (const auto& field : schema.fields()) {
    fields.push_back(field);
    if (field->type()->num_fields() == 0) continue;
    ARROW_ASSIGN_OR_RAISE(auto type, plain_type(field->type(), large));
    fields.back() = field->WithType(type);
  }
  return ::arrow::schema(std::move(fields));
}

::arrow::Result<std::shared_ptr<::arrow::RecordBatch>> writable_rows(
    const ::arrow::RecordBatch& rows, const std::shared_ptr<::arrow::Schema>& writable) {
  std::vector<DataRef> columns;
  for (int i = 0; i < rows.num_columns(); ++i) {
    ARROW_ASSIGN_OR_RAISE(auto column,
                          without_views(rows.column_data(i), writable->field(i)->type()));
    columns.push_back(std::move(column));
  }
  return ::arrow::RecordBatch::Make(writable, rows.num_rows(), std::move(columns));
}

}  // namespace gyre::formats
