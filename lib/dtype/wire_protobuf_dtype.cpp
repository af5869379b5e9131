#include <limits>
#include <optional>
#include <protozero/pbf_writer.hpp>

#include "base/utf8.hpp"
#include "dtype/detail/protobuf.hpp"
#include "dtype/wire.hpp"

namespace gyre {
namespace {

using protozero::pbf_reader;
using protozero::pbf_wire_type;
using protozero::pbf_writer;

constexpr unsigned depth_limit = 64;

/// Members of DType in schema/scalar.proto, by number.
enum Member : std::uint32_t {
  none,
  null_type,
  bool_type,
  primitive_type,
  decimal_type,
  utf8_type,
  binary_type,
  struct_type,
  list_type,
  extension_type,
  fixed_size_list_type,
  variant_type,
  union_type,
  map_type,  // by analogy with the flatbuffer: no file that has one was seen
};

/// Fields of one message, read one after the other. Those above `highest` are skipped as unknown.
class Fields {
 public:
  Fields(pbf_reader reader, std::uint32_t highest) : reader_(reader), highest_(highest) {}

  bool next() {
    while (reader_.next()) {
      if (reader_.tag() <= highest_) return true;
      reader_.skip();
    }
    return false;
  }
  std::uint32_t tag() const { return reader_.tag(); }

  Result<std::uint64_t> number() {
    GYRE_TRY(detail::expect(reader_, pbf_wire_type::varint, "dtype"));
    return reader_.get_uint64();
  }
  Result<bool> flag() { return GYRE_TRY(number()) != 0; }
  Result<std::string_view> bytes() {
    GYRE_TRY(detail::expect(reader_, pbf_wire_type::length_delimited, "dtype"));
    const auto view = reader_.get_view();
    return std::string_view(view.data(), view.size());
  }
  Result<pbf_reader> message() {
    const auto view = GYRE_TRY(bytes());
    return pbf_reader(view.data(), view.size());
  }
  Result<std::string> text() {
    const auto view = GYRE_TRY(bytes());
    if (!is_utf8(view)) return fail(Code::corrupt, "dtype: a name is no UTF-8");
    return std::string(view);
  }

 private:
  pbf_reader reader_;
  std::uint32_t highest_;
};

Result<DType> decode(pbf_reader reader, unsigned depth);

/// The type in the current field.
Result<DType> nested(Fields& fields, unsigned depth) {
  const auto message = GYRE_TRY(fields.message());
  return decode(message, depth + 1);
}

Result<DType> missing(std::string_view what) {
  return fail(Code::corrupt, "dtype: {} is missing", what);
}

/// A message of nothing but the flag in field `tag`.
Result<bool> read_nullable(pbf_reader reader, std::uint32_t tag) {
  bool nullable = false;
  for (Fields fields(reader, tag); fields.next();)
    if (fields.tag() == tag) nullable = GYRE_TRY(fields.flag());
  return nullable;
}

Result<DType> read_primitive(pbf_reader reader) {
  std::uint64_t ptype = 0;
  bool nullable = false;
  for (Fields fields(reader, 2); fields.next();) {
    if (fields.tag() == 1) {
      ptype = GYRE_TRY(fields.number());
    } else {
      nullable = GYRE_TRY(fields.flag());
    }
  }
  if (ptype > static_cast<unsigned>(PType::f64))
    return fail(Code::unsupported, "dtype: unsupported primitive type {}", ptype);
  return DType::primitive(static_cast<PType>(ptype), nullable);
}

Result<DType> read_decimal(pbf_reader reader) {
  std::uint64_t precision = 0;
  std::int32_t scale = 0;
  bool nullable = false;
  for (Fields fields(reader, 3); fields.next();) {
    switch (fields.tag()) {
      case 1: precision = GYRE_TRY(fields.number()); break;
      case 2: scale = static_cast<std::int32_t>(GYRE_TRY(fields.number())); break;
      default: nullable = GYRE_TRY(fields.flag());
    }
  }
  if (precision < 1 || precision > 76 || scale < -128 || scale > static_cast<int>(precision))
    return fail(Code::corrupt,
                "dtype: decimal({},{}), expected at most 76 digits and no larger scale", precision,
                scale);
  return DType::decimal(static_cast<unsigned>(precision), scale, nullable);
}

Result<DType> read_structure(pbf_reader reader, unsigned depth) {
  std::vector<std::string> names;
  std::vector<DType> dtypes;
  bool nullable = false;
  for (Fields fields(reader, 3); fields.next();) {
    switch (fields.tag()) {
      case 1: names.push_back(GYRE_TRY(fields.text())); break;
      case 2: dtypes.push_back(GYRE_TRY(nested(fields, depth))); break;
      default: nullable = GYRE_TRY(fields.flag());
    }
  }
  if (names.size() != dtypes.size())
    return fail(Code::corrupt, "dtype: struct of {} names and {} types", names.size(),
                dtypes.size());
  std::vector<DType::Field> fields;
  for (std::size_t i = 0; i < names.size(); ++i)
    fields.push_back({std::move(names[i]), std::move(dtypes[i])});
  return DType::structure(std::move(fields), nullable);
}

Result<DType> read_list(pbf_reader reader, bool fixed_size, unsigned depth) {
  std::optional<DType> element;
  std::uint64_t size = 0;
  bool nullable = false;
  for (Fields fields(reader, fixed_size ? 3 : 2); fields.next();) {
    if (fields.tag() == 1) {
      element = GYRE_TRY(nested(fields, depth));
    } else if (fixed_size && fields.tag() == 2) {
      size = GYRE_TRY(fields.number());
    } else {
      nullable = GYRE_TRY(fields.flag());
    }
  }
  if (!element) return missing("the element type of a list");
  if (!fixed_size) return DType::list(std::move(*element), nullable);
  if (size > std::numeric_limits<std::uint32_t>::max())
    return fail(Code::corrupt, "dtype: list size {}, expected at most 32 bits", size);
  return DType::fixed_size_list(std::move(*element), static_cast<std::uint32_t>(size), nullable);
}

Result<DType> read_extension(pbf_reader reader, unsigned depth) {
  std::string id;
  std::optional<DType> storage;
  Buffer metadata;
  for (Fields fields(reader, 3); fields.next();) {
    switch (fields.tag()) {
      case 1: id = GYRE_TRY(fields.text()); break;
      case 2: storage = GYRE_TRY(nested(fields, depth)); break;
      default: metadata = Buffer::copy(GYRE_TRY(fields.bytes()));
    }
  }
  if (!storage) return missing("the storage type of an extension");
  return DType::extension(std::move(id), std::move(*storage), std::move(metadata));
}

Result<DType> read_map(pbf_reader reader, unsigned depth) {
  std::optional<DType> key, value;
  bool keys_sorted = false, nullable = false;
  for (Fields fields(reader, 4); fields.next();) {
    switch (fields.tag()) {
      case 1: key = GYRE_TRY(nested(fields, depth)); break;
      case 2: value = GYRE_TRY(nested(fields, depth)); break;
      case 3: keys_sorted = GYRE_TRY(fields.flag()); break;
      default: nullable = GYRE_TRY(fields.flag());
    }
  }
  if (!key || !value) return missing("the key or value type of a map");
  return DType::map(std::move(*key), std::move(*value), keys_sorted, nullable);
}

Result<DType> decode_member(std::uint32_t member, pbf_reader message, unsigned depth) {
  switch (member) {
    case null_type: return DType::null();
    case bool_type: return DType::boolean(GYRE_TRY(read_nullable(message, 1)));
    case primitive_type: return read_primitive(message);
    case decimal_type: return read_decimal(message);
    case utf8_type: return DType::utf8(GYRE_TRY(read_nullable(message, 1)));
    case binary_type: return DType::binary(GYRE_TRY(read_nullable(message, 1)));
    case struct_type: return read_structure(message, depth);
    case list_type: return read_list(message, false, depth);
    case extension_type: return read_extension(message, depth);
    case fixed_size_list_type: return read_list(message, true, depth);
    case variant_type: return DType::variant(GYRE_TRY(read_nullable(message, 1)));
    case map_type: return read_map(message, depth);
    default: return fail(Code::unsupported, "dtype: unsupported type, member {}", member);
  }
}

Result<DType> decode(pbf_reader reader, unsigned depth) {
  if (depth >= depth_limit) return fail(Code::corrupt, "dtype: nested deeper than {}", depth_limit);
  std::uint32_t member = none;
  pbf_reader message;
  for (Fields fields(reader, std::numeric_limits<std::uint32_t>::max()); fields.next();) {
    member = fields.tag();
    message = GYRE_TRY(fields.message());
  }
  if (member == none) return fail(Code::corrupt, "dtype: empty, without a type");
  return decode_member(member, message, depth);
}

std::string encoded(const DType& dtype);

void write_structure(pbf_writer& message, const DType& dtype) {
  for (std::size_t i = 0; i < dtype.field_count(); ++i) {
    const auto name = dtype.field_name(i);
    message.add_string(1, name.data(), name.size());
  }
  for (std::size_t i = 0; i < dtype.field_count(); ++i)
    message.add_message(2, encoded(dtype.field(i)));
}

void write_extension(pbf_writer& message, const DType& dtype) {
  const auto id = dtype.extension_id();
  const auto metadata = dtype.extension_metadata().text();
  if (!id.empty()) message.add_string(1, id.data(), id.size());
  message.add_message(2, encoded(dtype.storage()));
  message.add_bytes(3, metadata.data(), metadata.size());
}

Member member_of(Kind kind) {
  switch (kind) {
    case Kind::null: return null_type;
    case Kind::boolean: return bool_type;
    case Kind::primitive: return primitive_type;
    case Kind::decimal: return decimal_type;
    case Kind::utf8: return utf8_type;
    case Kind::binary: return binary_type;
    case Kind::structure: return struct_type;
    case Kind::list: return list_type;
    case Kind::fixed_size_list: return fixed_size_list_type;
    case Kind::extension: return extension_type;
    case Kind::variant: return variant_type;
    case Kind::map: return map_type;
  }
  return none;
}

/// What the member of a type holds, without the tag around it.
std::string encoded_member(const DType& dtype) {
  std::string out;
  pbf_writer message(out);
  std::uint32_t nullable_tag = 1;
  switch (dtype.kind()) {
    case Kind::null: return out;
    case Kind::extension: write_extension(message, dtype); return out;
    case Kind::boolean:
    case Kind::utf8:
    case Kind::binary:
    case Kind::variant: break;
    case Kind::primitive:
      nullable_tag = 2;
      if (dtype.ptype() != PType::u8) message.add_enum(1, static_cast<int>(dtype.ptype()));
      break;
    case Kind::decimal:
      nullable_tag = 3;
      message.add_uint32(1, dtype.precision());
      if (dtype.scale() != 0) message.add_int32(2, dtype.scale());
      break;
    case Kind::structure:
      nullable_tag = 3;
      write_structure(message, dtype);
      break;
    case Kind::list:
      nullable_tag = 2;
      message.add_message(1, encoded(dtype.element()));
      break;
    case Kind::fixed_size_list:
      nullable_tag = 3;
      message.add_message(1, encoded(dtype.element()));
      if (dtype.list_size() != 0) message.add_uint32(2, dtype.list_size());
      break;
    case Kind::map:
      nullable_tag = 4;
      message.add_message(1, encoded(dtype.key()));
      message.add_message(2, encoded(dtype.value()));
      if (dtype.keys_sorted()) message.add_bool(3, true);
      break;
  }
  if (dtype.nullable()) message.add_bool(nullable_tag, true);
  return out;
}

// A nested pbf_writer would drop a message that turns out empty, but a member has to appear.
std::string encoded(const DType& dtype) {
  std::string out;
  pbf_writer(out).add_message(member_of(dtype.kind()), encoded_member(dtype));
  return out;
}

}  // namespace

Result<DType> read_dtype_proto(std::span<const std::byte> protobuf) {
  return detail::guarded("dtype", [&] { return decode(detail::reader_of(protobuf), 0); });
}

Buffer write_dtype_proto(const DType& dtype) { return Buffer::copy(encoded(dtype)); }

}  // namespace gyre
