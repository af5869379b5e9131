#include "rows/detail/guess_rows.hpp"

#include <algorithm>
#include <map>

#include "base/utf8.hpp"
#include "rows/detail/rows_parser.hpp"
#include "rows/detail/wire_input.hpp"

namespace gyre {
namespace {

/// Fields that a guess may have.
constexpr std::size_t most_fields = 4096;
constexpr std::uint64_t largest_number = (std::uint64_t{1} << 29) - 1;

struct Seen {
  WireType type;
  std::uint64_t last_row;
  bool is_repeated = false, is_text = true;
};

/// UTF-8 without control characters, which messages inside of messages begin with.
bool looks_like_text(std::string_view bytes) {
  const auto is_control = [](char c) {
    return c >= 0 && c < ' ' && c != '\n' && c != '\r' && c != '\t';
  };
  return is_utf8(bytes) && std::ranges::none_of(bytes, is_control);
}

class Guess {
 public:
  bool add(WireInput& in, std::uint64_t row) {
    while (!in.done()) {
      const auto* tag_at = in.position();
      std::uint64_t tag = 0;
      if (!in.take_varint(tag)) return false;
      const auto type = static_cast<WireType>(tag & 7);
      const auto number = tag >> 3;
      if (number == 0 || number > largest_number)
        return in.fail_at(tag_at, fmt::format("field number {}", number));
      const auto [found, is_new] = seen_.try_emplace(static_cast<unsigned>(number), type, row);
      if (seen_.size() > most_fields)
        return in.fail_at(tag_at, fmt::format("over {} fields", most_fields));
      auto& seen = found->second;
      if (seen.type != type)
        return in.fail_at(
            tag_at, fmt::format("field {} has wire type {}, but {} before", number,
                                static_cast<unsigned>(type), static_cast<unsigned>(seen.type)));
      if (!is_new && seen.last_row == row) seen.is_repeated = true;
      seen.last_row = row;
      std::string_view bytes;
      if (type != WireType::bytes) {
        if (!in.skip(type)) return false;
      } else {
        if (!in.take_bytes(bytes)) return false;
        seen.is_text = seen.is_text && looks_like_text(bytes);
      }
    }
    return true;
  }

  RowSchema schema() const {
    RowSchema schema;
    std::vector<DType::Field> columns;
    for (const auto& [number, seen] : seen_) {
      auto value = value_of(seen);
      value.number = number;
      value.name = value.identifier = fmt::format("f{}", number);
      if (seen.is_repeated) {
        RowField list{value.name,           value.name,         number, DType::list(value.dtype),
                      RowField::Form::list, ProtoType::message, {}};
        list.children.push_back(std::move(value));
        value = std::move(list);
      }
      columns.push_back({value.name, value.dtype});
      schema.fields.push_back(std::move(value));
    }
    schema.dtype = DType::structure(std::move(columns));
    schema.is_guess = true;
    return schema;
  }

 private:
  static RowField value_of(const Seen& seen) {
    RowField field;
    const bool nullable = !seen.is_repeated;
    switch (seen.type) {
      case WireType::varint:
        field.type = ProtoType::int64;
        field.dtype = DType::primitive(PType::i64, nullable);
        break;
      case WireType::fixed32:
        field.type = ProtoType::float32;
        field.dtype = DType::primitive(PType::f32, nullable);
        break;
      case WireType::fixed64:
        field.type = ProtoType::float64;
        field.dtype = DType::primitive(PType::f64, nullable);
        break;
      default:
        field.type = seen.is_text ? ProtoType::string : ProtoType::bytes;
        field.dtype = seen.is_text ? DType::utf8(nullable) : DType::binary(nullable);
        break;
    }
    return field;
  }

  std::map<unsigned, Seen> seen_;
};

}  // namespace

Result<RowSchema> guess_row_schema(std::string_view bytes) {
  Guess guess;
  RowParse parse;
  const auto* first = reinterpret_cast<const std::byte*>(bytes.data());
  for (std::uint64_t row = 0; row < guessed_rows && !bytes.empty(); ++row) {
    const auto size = row_size(bytes);
    if (!size)
      return fail(Code::corrupt, "row {}, byte {}: {}", row + 1,
                  reinterpret_cast<const std::byte*>(bytes.data()) - first, early_end(bytes));
    WireInput message(bytes.substr(sizeof(std::uint16_t), *size - sizeof(std::uint16_t)), parse);
    if (!guess.add(message, row))
      return fail(Code::corrupt, "row {}, byte {}: {}", row + 1, parse.fault_at - first,
                  parse.fault);
    bytes.remove_prefix(*size);
  }
  auto schema = guess.schema();
  if (schema.fields.empty())
    return fail(Code::corrupt, "no row has a field to guess columns from; a .proto tells them");
  return schema;
}

}  // namespace gyre
