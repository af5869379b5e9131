#include <bit>
#include <limits>
#include <optional>
#include <protozero/pbf_writer.hpp>

#include "base/utf8.hpp"
#include "dtype/detail/protobuf.hpp"
#include "dtype/wire.hpp"

namespace gyre {
namespace {

using detail::expect;
using protozero::pbf_reader;
using protozero::pbf_wire_type;
using protozero::pbf_writer;

constexpr unsigned depth_limit = 64;

/// Members of ScalarValue in schema/scalar.proto, by number.
enum Member : std::uint32_t {
  none,
  null_value,
  bool_value,
  int64_value,
  uint64_value,
  f32_value,
  f64_value,
  string_value,
  bytes_value,
  list_value,
  f16_value,
  variant_value,
};
constexpr std::string_view member_names[] = {"nothing",
                                             "a null",
                                             "a bool",
                                             "a signed integer",
                                             "an unsigned integer",
                                             "an f32",
                                             "an f64",
                                             "a text",
                                             "bytes",
                                             "a list",
                                             "an f16",
                                             "a variant"};

/// What a ScalarValue holds, its type not yet looked at: a number's bits, or the bytes of text or a
/// message.
struct Held {
  Member member = none;
  std::uint64_t bits = 0;
  protozero::data_view bytes;

  std::string_view text() const { return {bytes.data(), bytes.size()}; }
};

pbf_wire_type wire_type_of(Member member) {
  switch (member) {
    case f32_value: return pbf_wire_type::fixed32;
    case f64_value: return pbf_wire_type::fixed64;
    case string_value:
    case bytes_value:
    case list_value:
    case variant_value: return pbf_wire_type::length_delimited;
    default: return pbf_wire_type::varint;
  }
}

Result<Held> read_held(pbf_reader reader) {
  Held held;
  while (reader.next()) {
    if (reader.tag() > variant_value) {
      reader.skip();
      continue;
    }
    const auto member = static_cast<Member>(reader.tag());
    GYRE_TRY(expect(reader, wire_type_of(member), "value"));
    held = {member, 0, {}};
    switch (wire_type_of(member)) {
      case pbf_wire_type::fixed32: held.bits = reader.get_fixed32(); break;
      case pbf_wire_type::fixed64: held.bits = reader.get_fixed64(); break;
      case pbf_wire_type::length_delimited: held.bytes = reader.get_view(); break;
      default: held.bits = reader.get_uint64();
    }
  }
  return held;
}

std::unexpected<Error> mismatch(const Held& held, std::string_view wanted) {
  return fail(Code::corrupt, "value: {}, expected {}", member_names[held.member], wanted);
}

Result<Value> read_integer(const Held& held, PType ptype) {
  Int256 number;
  if (held.member == int64_value) {
    number = Int256::of(protozero::decode_zigzag64(held.bits));
  } else if (held.member == uint64_value) {
    number = Int256::of(held.bits);
  } else {
    return mismatch(held, "an integer");
  }
  const auto bits = 8 * byte_width(ptype) - (is_signed(ptype) ? 1 : 0);
  const auto highest = std::numeric_limits<std::uint64_t>::max() >> (64 - bits);
  const auto lowest =
      is_signed(ptype) ? Int256::of(-static_cast<std::int64_t>(highest) - 1) : Int256{};
  if (number < lowest || number > Int256::of(highest))
    return fail(Code::corrupt, "value: {} {} is outside of its type of {} bytes",
                is_signed(ptype) ? "signed" : "unsigned",
                held.member == int64_value ? number.low64() : static_cast<std::int64_t>(held.bits),
                byte_width(ptype));
  return Value{number};
}

Result<Value> read_float(const Held& held, PType ptype) {
  if (ptype == PType::f16) {
    // Release 0.36 wrote plain integers here.
    if (held.member != f16_value && held.member != uint64_value) return mismatch(held, "an f16");
    if (held.bits > 0xffff) return fail(Code::corrupt, "value: {:#x} is no f16", held.bits);
  } else if (held.member != (ptype == PType::f32 ? f32_value : f64_value)) {
    return mismatch(held, ptype == PType::f32 ? "an f32" : "an f64");
  }
  return Value{Int256::of(held.bits)};
}

Result<Value> read_decimal(const Held& held, const DType& dtype) {
  if (held.member != bytes_value) return mismatch(held, "bytes of a decimal");
  const auto size = held.bytes.size();
  if (!std::has_single_bit(size) || size > 32)
    return fail(Code::corrupt, "value: decimal of {} bytes, expected 1, 2, 4, 8, 16 or 32", size);
  const auto number = with_word(static_cast<unsigned>(size), [&](auto word) {
    return sign_extend(load<decltype(word)>(held.bytes.data()));
  });
  if (word_bytes(dtype) == 16 && !number.fits_i128())
    return fail(Code::corrupt, "value: decimal of {} digits with more than 128 bits",
                dtype.precision());
  return Value{number};
}

Result<Value> read_text(const Held& held, bool utf8) {
  if (held.member != string_value && held.member != bytes_value)
    return mismatch(held, utf8 ? "a text" : "bytes");
  if (utf8 && !is_utf8(held.text())) return fail(Code::corrupt, "value: text is no UTF-8");
  return Value{std::string(held.text())};
}

Result<Value> decode(pbf_reader reader, const DType& dtype, unsigned depth);

/// The elements of a list; `dtype_at` says what the one at an index must be.
template <class DTypeAt>
Result<Value> read_elements(const Held& held, std::optional<std::size_t> count, unsigned depth,
                            DTypeAt dtype_at) {
  if (held.member != list_value) return mismatch(held, "a list");
  std::vector<Value> values;
  pbf_reader reader(held.bytes);
  while (reader.next()) {
    if (reader.tag() != 1) {
      reader.skip();
      continue;
    }
    GYRE_TRY(expect(reader, pbf_wire_type::length_delimited, "value: list"));
    if (count && values.size() == *count)
      return fail(Code::corrupt, "value: list of more than {} elements", *count);
    values.push_back(GYRE_TRY(decode(reader.get_message(), dtype_at(values.size()), depth + 1)));
  }
  if (count && values.size() != *count)
    return fail(Code::corrupt, "value: list of {} elements, expected {}", values.size(), *count);
  return Value{std::move(values)};
}

Result<Value> read_map(const Held& held, const DType& dtype, unsigned depth) {
  const auto entry = DType::structure({{"key", dtype.key()}, {"value", dtype.value()}});
  return read_elements(held, std::nullopt, depth,
                       [&](std::size_t) -> const DType& { return entry; });
}

Result<Value> decode(pbf_reader reader, const DType& logical, unsigned depth) {
  if (depth >= depth_limit) return fail(Code::corrupt, "value: nested deeper than {}", depth_limit);
  const auto held = GYRE_TRY(read_held(reader));
  if (held.member == none) return fail(Code::corrupt, "value: empty, without a kind");
  if (held.member == null_value) {
    if (!logical.nullable()) return fail(Code::corrupt, "value: null of a type without nulls");
    return Value{};
  }
  const auto& dtype = logical.physical();
  const auto element = [&](std::size_t) -> const DType& { return dtype.element(); };
  switch (dtype.kind()) {
    case Kind::null: return mismatch(held, "a null");
    case Kind::boolean:
      if (held.member != bool_value) return mismatch(held, "a bool");
      return Value{held.bits != 0};
    case Kind::primitive:
      return is_integer(dtype.ptype()) ? read_integer(held, dtype.ptype())
                                       : read_float(held, dtype.ptype());
    case Kind::decimal: return read_decimal(held, dtype);
    case Kind::utf8: return read_text(held, true);
    case Kind::binary: return read_text(held, false);
    case Kind::list: return read_elements(held, std::nullopt, depth, element);
    case Kind::fixed_size_list: return read_elements(held, dtype.list_size(), depth, element);
    case Kind::structure:
      return read_elements(held, dtype.field_count(), depth,
                           [&](std::size_t i) -> const DType& { return dtype.field(i); });
    case Kind::map: return read_map(held, dtype, depth);
    case Kind::variant:
    case Kind::extension: break;
  }
  return fail(Code::unsupported, "value: a variant that is not null");
}

void write_decimal(pbf_writer& writer, const Int256& word, unsigned precision) {
  // The narrowest width for the precision, and wider where the number needs it.
  unsigned bytes = precision <= 2    ? 1
                   : precision <= 4  ? 2
                   : precision <= 9  ? 4
                   : precision <= 18 ? 8
                   : precision <= 38 ? 16
                                     : 32;
  while (bytes < 32 &&
         with_word(
             bytes, [&](auto zero) { return sign_extend(truncate<decltype(zero)>(word)) != word; }))
    bytes *= 2;
  writer.add_bytes(bytes_value, reinterpret_cast<const char*>(word.limb.data()), bytes);
}

void write_primitive(pbf_writer& writer, const Int256& word, PType ptype) {
  switch (ptype) {
    case PType::f16: writer.add_uint64(f16_value, word.limb[0]); break;
    case PType::f32: writer.add_fixed32(f32_value, truncate<std::uint32_t>(word)); break;
    case PType::f64: writer.add_fixed64(f64_value, word.limb[0]); break;
    default:
      if (is_unsigned(ptype)) {
        writer.add_uint64(uint64_value, word.limb[0]);
      } else {
        writer.add_sint64(int64_value, word.low64());
      }
  }
}

std::string encoded(const Value& value, const DType& dtype);

template <class DTypeAt>
void write_elements(pbf_writer& writer, const Value& value, DTypeAt dtype_at) {
  std::string out;
  pbf_writer list(out);
  std::size_t index = 0;
  for (const auto& element : std::get<std::vector<Value>>(value.held))
    list.add_message(1, encoded(element, dtype_at(index++)));
  // A nested pbf_writer would drop an empty list, but the member has to appear.
  writer.add_message(list_value, out);
}

void encode(pbf_writer& writer, const Value& value, const DType& logical) {
  const auto& dtype = logical.physical();
  const auto element = [&](std::size_t) -> const DType& { return dtype.element(); };
  if (value.is_null()) {
    writer.add_enum(null_value, 0);
    return;
  }
  switch (dtype.kind()) {
    case Kind::null:
    case Kind::variant:
    case Kind::extension: writer.add_enum(null_value, 0); break;
    case Kind::boolean: writer.add_bool(bool_value, std::get<bool>(value.held)); break;
    case Kind::primitive:
      write_primitive(writer, std::get<Int256>(value.held), dtype.ptype());
      break;
    case Kind::decimal:
      write_decimal(writer, std::get<Int256>(value.held), dtype.precision());
      break;
    case Kind::utf8: writer.add_string(string_value, std::get<std::string>(value.held)); break;
    case Kind::binary: writer.add_bytes(bytes_value, std::get<std::string>(value.held)); break;
    case Kind::list:
    case Kind::fixed_size_list: write_elements(writer, value, element); break;
    case Kind::structure:
      write_elements(writer, value, [&](std::size_t i) -> const DType& { return dtype.field(i); });
      break;
    case Kind::map: {
      const auto entry = DType::structure({{"key", dtype.key()}, {"value", dtype.value()}});
      write_elements(writer, value, [&](std::size_t) -> const DType& { return entry; });
      break;
    }
  }
}

std::string encoded(const Value& value, const DType& dtype) {
  std::string out;
  pbf_writer writer(out);
  encode(writer, value, dtype);
  return out;
}

}  // namespace

Result<Value> read_value(std::span<const std::byte> protobuf, const DType& dtype) {
  return detail::guarded("value", [&] { return decode(detail::reader_of(protobuf), dtype, 0); });
}

Buffer write_value(const Value& value, const DType& dtype) {
  return Buffer::copy(encoded(value, dtype));
}

Result<Scalar> read_scalar(std::span<const std::byte> protobuf) {
  return detail::guarded("scalar", [&]() -> Result<Scalar> {
    std::optional<protozero::data_view> dtype_bytes, value_bytes;
    auto reader = detail::reader_of(protobuf);
    while (reader.next()) {
      if (reader.tag() != 1 && reader.tag() != 2) {
        reader.skip();
        continue;
      }
      GYRE_TRY(expect(reader, pbf_wire_type::length_delimited, "scalar"));
      auto& target = reader.tag() == 1 ? dtype_bytes : value_bytes;
      target = reader.get_view();  // from here on there is no tag
    }
    if (!dtype_bytes || !value_bytes) return fail(Code::corrupt, "scalar: no type or no value");
    auto dtype = GYRE_TRY(read_dtype_proto(detail::bytes_of(*dtype_bytes)));
    auto value = GYRE_TRY(decode(pbf_reader(*value_bytes), dtype, 0));
    return Scalar{std::move(dtype), std::move(value)};
  });
}

Buffer write_scalar(const Scalar& scalar) {
  std::string out;
  pbf_writer writer(out);
  writer.add_message(1, std::string(write_dtype_proto(scalar.dtype).text()));
  writer.add_message(2, encoded(scalar.value, scalar.dtype));
  return Buffer::copy(out);
}

}  // namespace gyre
