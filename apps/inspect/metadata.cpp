#include "inspect/metadata.hpp"

#include <fmt/core.h>

#include "base/protobuf.hpp"
#include "dtype/text.hpp"

namespace gyre::inspect {
namespace {

enum class Form : unsigned char {
  number,
  optional_number,
  ptype,
  optional_ptype,
  flag,
  message,
  messages,
  bytes,
  scalar
};

/// A field of a message; of a message field, `parts` are its own.
struct Field {
  unsigned number;
  std::string_view name;
  Form form = Form::number;
  std::span<const Field> parts = {};
};

constexpr Field patches[] = {{1, "len"},
                             {2, "offset"},
                             {3, "indices", Form::ptype},
                             {4, "chunk_offsets_len", Form::optional_number},
                             {5, "chunk_offsets", Form::optional_ptype},
                             {6, "offset_within_chunk", Form::optional_number}};
constexpr Field bool_fields[] = {{1, "offset"}};
constexpr Field decimal_fields[] = {{1, "values_type"}};
constexpr Field varbin_fields[] = {{1, "offsets", Form::ptype}};
constexpr Field fsst_fields[] = {{1, "uncompressed_lengths", Form::ptype},
                                 {2, "codes_offsets", Form::optional_ptype}};
constexpr Field onpair_fields[] = {{1, "uncompressed_lengths", Form::ptype},
                                   {3, "dict_size"},
                                   {4, "total_tokens"},
                                   {5, "dict_offsets", Form::ptype},
                                   {6, "codes", Form::ptype},
                                   {7, "codes_offsets", Form::ptype}};
constexpr Field list_fields[] = {{1, "elements_len"}, {2, "offsets", Form::ptype}};
constexpr Field listview_fields[] = {
    {1, "elements_len"}, {2, "offsets", Form::ptype}, {3, "sizes", Form::ptype}};
constexpr Field patched_fields[] = {{1, "n_patches"}, {2, "n_lanes"}, {3, "offset"}};
constexpr Field dict_fields[] = {{1, "values_len"},
                                 {2, "codes", Form::ptype},
                                 {3, "is_nullable_codes", Form::flag},
                                 {4, "all_values_referenced", Form::flag}};
constexpr Field runend_fields[] = {{1, "ends", Form::ptype}, {2, "num_runs"}, {3, "offset"}};
constexpr Field sparse_fields[] = {{1, "patches", Form::message, patches}};
constexpr Field sequence_fields[] = {{1, "base", Form::scalar}, {2, "multiplier", Form::scalar}};
constexpr Field alp_fields[] = {{1, "exp_e"}, {2, "exp_f"}, {3, "patches", Form::message, patches}};
constexpr Field alprd_fields[] = {{1, "right_bit_width"},
                                  {2, "dict_len"},
                                  {4, "left_parts", Form::ptype},
                                  {5, "patches", Form::message, patches}};
constexpr Field datetimeparts_fields[] = {
    {1, "days", Form::ptype}, {2, "seconds", Form::ptype}, {3, "subseconds", Form::ptype}};
constexpr Field byte_parts_fields[] = {{1, "zeroth_child", Form::ptype}, {2, "lower_part_count"}};
constexpr Field bitpacked_fields[] = {
    {1, "bit_width"}, {2, "offset"}, {3, "patches", Form::message, patches}};
constexpr Field delta_fields[] = {{1, "deltas_len"}, {2, "offset"}};
constexpr Field rle_fields[] = {{1, "values_len"},
                                {2, "indices_len"},
                                {3, "indices", Form::ptype},
                                {4, "values_idx_offsets_len"},
                                {5, "values_idx_offsets", Form::ptype},
                                {6, "offset"}};
constexpr Field zstd_fields[] = {{1, "dictionary_size"}, {2, "frames", Form::messages}};
constexpr Field pco_fields[] = {{1, "header", Form::bytes}, {2, "chunks", Form::messages}};

struct Row {
  std::string_view encoding;
  std::span<const Field> fields;
};

constexpr Row rows[] = {
    {"fastlanes.bitpacked", bitpacked_fields},
    {"fastlanes.delta", delta_fields},
    {"fastlanes.rle", rle_fields},
    {"vortex.alp", alp_fields},
    {"vortex.alprd", alprd_fields},
    {"vortex.bool", bool_fields},
    {"vortex.datetimeparts", datetimeparts_fields},
    {"vortex.decimal", decimal_fields},
    {"vortex.decimal_byte_parts", byte_parts_fields},
    {"vortex.dict", dict_fields},
    {"vortex.fsst", fsst_fields},
    {"vortex.list", list_fields},
    {"vortex.listview", listview_fields},
    {"vortex.onpair", onpair_fields},
    {"vortex.patched", patched_fields},
    {"vortex.pco", pco_fields},
    {"vortex.runend", runend_fields},
    {"vortex.sequence", sequence_fields},
    {"vortex.sparse", sparse_fields},
    {"vortex.varbin", varbin_fields},
    {"vortex.zstd", zstd_fields},
};

/// An integer of a ScalarValue, or all of it as hex.
MetadataFact scalar_fact(std::string name, std::span<const std::byte> message) {
  if (const auto fields = ProtobufFields::parse(message)) {
    if (const auto zigzag = fields->optional_number(3)) {
      const auto value = static_cast<std::int64_t>(*zigzag >> 1 ^ (~(*zigzag & 1) + 1));
      return {std::move(name), std::to_string(value), true};
    }
    if (const auto value = fields->optional_number(4))
      return {std::move(name), std::to_string(*value), true};
  }
  return {std::move(name), hex_text(message), false};
}

std::string ptype_text(std::uint64_t number) {
  if (number > static_cast<std::uint64_t>(PType::f64)) return fmt::format("ptype {}", number);
  return std::string(to_text(static_cast<PType>(number)));
}

void append(std::vector<MetadataFact>& out, const std::string& prefix,
            const ProtobufFields& message, std::span<const Field> fields) {
  for (const auto& field : fields) {
    auto name = prefix + std::string(field.name);
    const bool present = message.has(field.number);
    const auto number = message.number(field.number);
    switch (field.form) {
      case Form::optional_number:
        if (!present) break;
        [[fallthrough]];
      case Form::number: out.push_back({std::move(name), std::to_string(number), true}); break;
      case Form::optional_ptype:
        if (!present) break;
        [[fallthrough]];
      case Form::ptype: out.push_back({std::move(name), ptype_text(number), false}); break;
      case Form::flag:
        if (present) out.push_back({std::move(name), std::to_string(number), true});
        break;
      case Form::messages:
        out.push_back(
            {std::move(name), std::to_string(message.repeated_bytes(field.number).size()), true});
        break;
      case Form::bytes:
        if (present) out.push_back({std::move(name), hex_text(message.bytes(field.number)), false});
        break;
      case Form::scalar:
        if (present) out.push_back(scalar_fact(std::move(name), message.bytes(field.number)));
        break;
      case Form::message:
        if (!present) break;
        if (const auto inner = ProtobufFields::parse(message.bytes(field.number)))
          append(out, name + ".", *inner, field.parts);
        break;
    }
  }
}

}  // namespace

std::vector<MetadataFact> metadata_facts(std::string_view encoding,
                                         std::span<const std::byte> metadata) {
  if (encoding == "fastlanes.for") return {scalar_fact("reference", metadata)};
  for (const auto& row : rows) {
    if (row.encoding != encoding) continue;
    const auto message = ProtobufFields::parse(metadata);
    if (!message) return {};
    std::vector<MetadataFact> out;
    append(out, {}, *message, row.fields);
    return out;
  }
  return {};
}

std::string hex_text(std::span<const std::byte> bytes) {
  std::string out;
  for (const auto byte : bytes) out += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  return out;
}

}  // namespace gyre::inspect
