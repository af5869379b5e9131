#include "cli/json.hpp"

#include <algorithm>

#include "dtype/text.hpp"
#include "inspect/metadata.hpp"
#include "inspect/views.hpp"

namespace gyre::inspect {
namespace {

class Writer {
 public:
  Writer(const Subject& subject, const Wanted& wanted, cli::Context& context)
      : subject_(subject), description_(subject.description), wanted_(wanted), json_(context.out) {}

  void write() {
    const auto& parts = description_.parts;
    const bool all = wanted_.is_summary();
    json_.begin_object();
    text("file", subject_.name);
    number("file_size", subject_.footer().file_bytes);
    json_.key("row_count");
    parts.has_layout ? json_.number(subject_.footer().rows()) : json_.null();
    if ((all || wanted_.footer) && parts.has_version) write_version();
    if ((all || wanted_.schema) && parts.has_dtype) text("dtype", to_text(subject_.footer().dtype));
    if ((all || wanted_.footer) && parts.has_segments) write_ids();
    if ((all || wanted_.footer) && description_.is_complete) write_oldest_reader();
    if ((all || wanted_.schema) && parts.has_dtype) write_columns(!all);
    if ((all || wanted_.footer || wanted_.segments) && parts.has_segments) write_segments();
    if ((all || wanted_.layout) && parts.has_layout) {
      json_.key("layout");
      write_layout(root_place(parts.footer, parts.has_dtype));
    }
    if (wanted_.arrays) write_arrays();
    write_faults();
    json_.end();
  }

 private:
  void text(std::string_view key, std::string_view value) {
    json_.key(key);
    json_.text(value);
  }
  void number(std::string_view key, std::uint64_t value) {
    json_.key(key);
    json_.number(value);
  }
  void texts(std::string_view key, const std::vector<std::string_view>& values) {
    json_.key(key);
    json_.texts(values);
  }

  void write_version() {
    number("version", subject_.footer().version);
    json_.key("magic_valid");
    json_.boolean(description_.magic_valid);
  }

  void write_ids() {
    texts("encodings", subject_.footer().array_ids);
    texts("layouts", subject_.footer().layout_ids);
    texts("encodings_used", description_.used_encodings);
    texts("encodings_unknown", description_.unknown_encodings);
    texts("layouts_unknown", description_.unknown_layouts);
    json_.key("tail");
    json_.begin_array();
    for (const auto& part : tail_parts(subject_.footer())) {
      json_.begin_object(true);
      text("part", part.name);
      number("offset", part.offset);
      number("length", part.size_bytes);
      json_.end();
    }
    json_.end();
  }

  void write_oldest_reader() {
    const auto& oldest = description_.oldest_reader;
    json_.key("oldest_reader");
    oldest.release ? json_.text(to_text(*oldest.release)) : json_.null();
    json_.key("oldest_reader_reason");
    oldest.reason.empty() ? json_.null() : json_.text(oldest.reason);
    json_.key("plain_size");
    json_.optional_number(description_.plain_bytes);
  }

  void bound(std::string_view key, std::string_view exact_key, const std::optional<Scalar>& value,
             bool exact) {
    json_.key(key);
    value ? json_.scalar(*value) : json_.null();
    if (!value) return;
    json_.key(exact_key);
    json_.boolean(exact);
  }

  void write_columns(bool only_types) {
    json_.key("columns");
    json_.begin_array();
    for (const auto& column : description_.columns) {
      json_.begin_object(true);
      text("name", column.name);
      text("dtype", to_text(column.dtype));
      if (!only_types) {
        texts("encodings", column.encodings);
        if (description_.is_complete) {
          number("bytes", column.data_bytes);
          number("zone_bytes", column.zone_bytes);
        }
        json_.key("null_count");
        json_.optional_number(column.statistics.null_count);
        bound("min", "min_exact", column.statistics.min, column.statistics.min_exact);
        bound("max", "max_exact", column.statistics.max, column.statistics.max_exact);
      }
      json_.end();
    }
    json_.end();
  }

  void write_owner(const FieldPathRef& field, LayoutRole role) {
    json_.key("owner");
    field ? json_.text(to_text(field)) : json_.null();
    text("role", name_of(role));
  }

  void write_segments() {
    json_.key("segments");
    json_.begin_array();
    for (std::size_t i = 0; i < description_.segments.size(); ++i) {
      const auto& segment = description_.segments[i];
      json_.begin_object(true);
      number("id", i);
      number("offset", segment.spec.offset);
      number("length", segment.spec.size_bytes);
      number("alignment", std::uint64_t{1} << segment.spec.alignment_exponent);
      if (segment.used) {
        write_owner(segment.field, segment.role);
      } else {
        json_.key("owner");
        json_.null();
      }
      json_.end();
    }
    json_.end();
    json_.key("gaps");
    json_.begin_array();
    for (const auto& gap : description_.gaps) {
      json_.begin_object(true);
      number("offset", gap.offset);
      number("length", gap.size_bytes);
      json_.key("padding");
      json_.boolean(gap.is_padding);
      json_.end();
    }
    json_.end();
  }

  void write_layout(const LayoutPlace& place) {
    const auto& node = place.node;
    json_.begin_object();
    node.id().empty() ? number("id", node.id_number()) : text("id", node.id());
    text("name", place.label);
    json_.key("dtype");
    place.dtype ? json_.text(to_text(*place.dtype)) : json_.null();
    number("row_count", node.rows());
    number("bytes", layout_bytes(node, subject_.footer()));
    json_.key("segments");
    json_.begin_array(true);
    for (std::size_t i = 0; i < node.segment_count(); ++i)
      json_.number(std::uint64_t{node.segment(i)});
    json_.end();
    json_.key("children");
    json_.begin_array();
    for (std::size_t i = 0; i < node.child_count(); ++i) write_layout(child_place(place, i));
    json_.end();
    json_.end();
  }

  void write_arrays() {
    json_.key("arrays");
    json_.begin_array();
    for (const auto& [segment, place] : array_places(subject_, wanted_)) {
      json_.begin_object();
      number("segment", segment);
      write_owner(place.field, place.role);
      number("row_count", place.node.rows());
      json_.key("array");
      if (const auto tree = read_array_tree(*subject_.source, subject_.footer(), segment))
        write_array(*tree);
      else
        json_.null();
      json_.end();
    }
    json_.end();
  }

  void write_array(const EncodedArray& node) {
    json_.begin_object();
    text("encoding", node.encoding);
    json_.key("metadata");
    json_.begin_object(true);
    for (const auto& fact : metadata_facts(node.encoding, node.metadata.bytes())) {
      json_.key(fact.name);
      fact.is_number ? json_.raw(fact.value) : json_.text(fact.value);
    }
    json_.end();
    text("metadata_hex", hex_text(node.metadata.bytes()));
    json_.key("buffers");
    json_.begin_array();
    for (const auto& buffer : node.buffers) {
      json_.begin_object(true);
      number("length", buffer.bytes.size());
      number("alignment", std::uint64_t{1} << buffer.alignment_exponent);
      json_.end();
    }
    json_.end();
    json_.key("children");
    json_.begin_array();
    for (const auto& child : node.children) write_array(child);
    json_.end();
    json_.end();
  }

  void write_faults() {
    json_.key("faults");
    json_.begin_array();
    for (const auto& fault : description_.faults) {
      json_.begin_object(true);
      text("where", fault.where.empty() ? "file" : fault.where);
      text("what", fault.what);
      json_.key("serious");
      json_.boolean(fault.serious);
      json_.end();
    }
    json_.end();
  }

  const Subject& subject_;
  const FileDescription& description_;
  const Wanted& wanted_;
  cli::JsonWriter json_;
};

}  // namespace

void print_json(const Subject& subject, const Wanted& wanted, cli::Context& context) {
  Writer(subject, wanted, context).write();
}

}  // namespace gyre::inspect
