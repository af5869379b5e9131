#include "fuzz/tree_input.hpp"

#include <algorithm>
#include <array>

#include "dtype/temporal.hpp"
#include "encodings/builtin.hpp"

namespace gyre::fuzz {
namespace {

constexpr unsigned kinds = 12, nullable_flag = 16, ptypes = 11;
constexpr unsigned most_fields = 16, most_buffers = 32, most_children = 32, most_nodes = 96;
constexpr unsigned most_dtype_levels = 5, most_levels = 10;

using What = Temporal::What;

const std::array<Temporal, 11> temporals{{
    {What::date, TimeUnit::days, ""},
    {What::date, TimeUnit::milliseconds, ""},
    {What::time, TimeUnit::seconds, ""},
    {What::time, TimeUnit::milliseconds, ""},
    {What::time, TimeUnit::microseconds, ""},
    {What::time, TimeUnit::nanoseconds, ""},
    {What::timestamp, TimeUnit::seconds, ""},
    {What::timestamp, TimeUnit::milliseconds, ""},
    {What::timestamp, TimeUnit::microseconds, ""},
    {What::timestamp, TimeUnit::nanoseconds, ""},
    {What::timestamp, TimeUnit::microseconds, "UTC"},
}};

DType read_dtype(Input& input, unsigned level) {
  const unsigned first = input.byte();
  auto kind = static_cast<Kind>(first % nullable_flag % kinds);
  const bool nullable = (first & nullable_flag) != 0;
  if (level >= most_dtype_levels && kind > Kind::binary) kind = Kind::primitive;
  switch (kind) {
    case Kind::boolean: return DType::boolean(nullable);
    case Kind::primitive:
      return DType::primitive(static_cast<PType>(input.byte() % ptypes), nullable);
    case Kind::decimal: {
      const auto precision = 1 + input.byte() % 76;
      const auto scale = static_cast<std::int8_t>(input.byte()) % (precision + 1);
      return DType::decimal(static_cast<unsigned>(precision), scale, nullable);
    }
    case Kind::utf8: return DType::utf8(nullable);
    case Kind::binary: return DType::binary(nullable);
    case Kind::structure: {
      std::vector<DType::Field> fields;
      const auto count = input.byte() % (most_fields + 1);
      for (unsigned i = 0; i < count; ++i)
        fields.push_back({fmt::format("field{}", i), read_dtype(input, level + 1)});
      return DType::structure(std::move(fields), nullable);
    }
    case Kind::list: return DType::list(read_dtype(input, level + 1), nullable);
    case Kind::fixed_size_list: {
      const auto size = input.number();
      return DType::fixed_size_list(read_dtype(input, level + 1), size, nullable);
    }
    case Kind::extension: {
      const auto which = input.byte() % (temporals.size() + 1);
      if (which < temporals.size()) return temporal_dtype(temporals[which], nullable);
      return DType::extension("fuzz.extension", read_dtype(input, level + 1), {});
    }
    case Kind::map: {
      const auto key = read_dtype(input, level + 1).with_nullable(false);
      return DType::map(key, read_dtype(input, level + 1), false, nullable);
    }
    case Kind::variant: return DType::variant(nullable);
    case Kind::null: break;
  }
  return DType::null();
}

EncodedArray read_node(Input& input, unsigned level, unsigned& nodes) {
  const auto encodings = builtin_encodings();
  const std::size_t which = input.byte();
  const unsigned metadata = input.byte();
  const auto buffers = input.byte() % (most_buffers + 1);
  const auto children = input.byte() % (most_children + 1);
  EncodedArray node;
  node.encoding = which < encodings.size() ? encodings[which]->id : "fuzz.unknown";
  node.metadata = exact_copy(input.bytes(metadata));
  for (unsigned i = 0; i < buffers; ++i) {
    const auto size = input.number();
    node.buffers.push_back({exact_copy(input.bytes(size)), 0});
  }
  for (unsigned i = 0; i < children && level < most_levels && nodes < most_nodes; ++i) {
    ++nodes;
    node.children.push_back(read_node(input, level + 1, nodes));
  }
  return node;
}

/// What read_tree reads, as far as it goes.
class Writer {
 public:
  std::optional<std::string> write(const TreeInput& tree) && {
    if (tree.rows > most_tree_rows) return std::nullopt;
    write(tree.dtype);
    number(tree.rows, UINT16_MAX);
    write(tree.root);
    return fits_ ? std::optional(std::move(out_)) : std::nullopt;
  }

 private:
  void byte(std::uint64_t value, std::uint64_t most = UINT8_MAX) {
    fits_ = fits_ && value <= most;
    out_.push_back(static_cast<char>(value));
  }
  void number(std::uint64_t value, std::uint64_t most) {
    fits_ = fits_ && value <= most;
    byte(value & 0xff);
    byte(value >> 8 & 0xff);
  }
  void bytes(const Buffer& bytes) { out_ += bytes.text(); }

  void write(const DType& dtype) {
    byte(static_cast<unsigned>(dtype.kind()) + (dtype.nullable() ? nullable_flag : 0));
    switch (dtype.kind()) {
      case Kind::primitive: return byte(static_cast<unsigned>(dtype.ptype()));
      case Kind::decimal:
        byte(dtype.precision() - 1);
        return byte(static_cast<std::uint8_t>(dtype.scale()));
      case Kind::structure:
        byte(dtype.field_count(), most_fields);
        for (std::size_t i = 0; i < dtype.field_count(); ++i) write(dtype.field(i));
        return;
      case Kind::list: return write(dtype.element());
      case Kind::fixed_size_list:
        number(dtype.list_size(), UINT16_MAX);
        return write(dtype.element());
      case Kind::extension: {
        const auto temporal = temporal_of(dtype);
        const auto found = temporal ? std::ranges::find(temporals, *temporal) : temporals.end();
        byte(static_cast<std::uint64_t>(found - temporals.begin()));
        if (found == temporals.end()) write(dtype.storage());
        return;
      }
      case Kind::map: write(dtype.key()); return write(dtype.value());
      default: return;
    }
  }

  void write(const EncodedArray& node) {
    const auto encodings = builtin_encodings();
    const auto found = std::ranges::find(encodings, node.encoding, &Encoding::id);
    byte(static_cast<std::uint64_t>(found - encodings.begin()), encodings.size() - 1);
    byte(node.metadata.size());
    byte(node.buffers.size(), most_buffers);
    byte(node.children.size(), most_children);
    bytes(node.metadata);
    for (const auto& part : node.buffers) {
      number(part.bytes.size(), UINT16_MAX);
      bytes(part.bytes);
    }
    for (const auto& child : node.children) write(child);
  }

  std::string out_;
  bool fits_ = true;
};

}  // namespace

TreeInput read_tree(Input input) {
  TreeInput tree;
  tree.dtype = read_dtype(input, 0);
  tree.rows = input.number() % (most_tree_rows + 1);
  unsigned nodes = 1;
  tree.root = read_node(input, 1, nodes);
  return tree;
}

std::optional<std::string> write_tree(const TreeInput& tree) { return Writer().write(tree); }

}  // namespace gyre::fuzz
