#include "file/describe.hpp"

#include <algorithm>
#include <cstring>
#include <set>

#include "base/bits.hpp"
#include "base/words.hpp"
#include "file/detail/oldest_reader.hpp"
#include "file/magic.hpp"
#include "file/vortex_file.hpp"
#include "file/zone_table.hpp"
#include "layout/zone_map.hpp"

namespace gyre {
namespace {

constexpr std::size_t max_faults = 100;
/// Nodes of all array trees together; files with more are hostile, and the rest of their trees is not looked at.
constexpr std::uint64_t max_array_nodes = 4'000'000;
constexpr std::uint64_t tree_read_bytes = 64 << 10;

/// Ids in order of first use.
class IdList {
 public:
  explicit IdList(std::vector<std::string_view>& ids) : ids_(ids) {}
  bool add(std::string_view id) {
    if (!seen_.insert(id).second) return false;
    ids_.push_back(id);
    return true;
  }

 private:
  std::vector<std::string_view>& ids_;
  std::set<std::string_view> seen_;
};

class Describer {
 public:
  Describer(const std::shared_ptr<io::Source>& source, const EncodingTable& encodings,
            const LayoutTable& layouts, FileDescription& out)
      : source_(source), encodings_(encodings), layouts_(layouts), out_(out) {}

  void run() {
    out_.parts = read_footer_parts(*source_);
    out_.faults = out_.parts.faults;
    auto wrong_magic = fault_of_leading_magic(*source_, out_.footer());
    out_.magic_valid = !wrong_magic;
    if (!out_.parts.has_version || !out_.faults.empty()) return describe_rest_of_broken();
    if (wrong_magic) fault(*std::move(wrong_magic));
    make_columns();
    make_segments();
    walk(root_place(out_.footer(), true));
    find_gaps();
    if (out_.footer().statistics.empty() && !out_.serious_fault()) read_zone_maps();
    finish_plain_bytes();
    if (const auto& blob = out_.footer().statistics_blob) {
      const auto bytes = io::read_now(*source_, {blob->offset, blob->size_bytes});
      if (bytes) oldest_.see_statistics(*bytes);
    }
    out_.oldest_reader = oldest_.finish(out_.footer(), used_encodings_seen_);
    out_.is_complete = true;
  }

 private:
  void fault(Fault fault) {
    if (out_.faults.size() < max_faults) out_.faults.push_back(std::move(fault));
  }
  void fault(std::string where, std::string what, bool serious = true) {
    fault({Code::corrupt, std::move(where), std::move(what), serious});
  }

  void describe_rest_of_broken() {
    if (out_.parts.has_dtype) make_columns();
    if (out_.parts.has_segments) make_segments();
  }

  void make_columns() {
    const auto& footer = out_.footer();
    const auto& root = footer.dtype;
    const bool has_statistics = !footer.statistics.empty();
    if (!is_table(root)) {
      // Of a struct the file tells about the fields, not about the whole.
      const bool of_whole = has_statistics && !root.is(Kind::structure);
      return add_column("value", root, of_whole ? &footer.statistics[0] : nullptr);
    }
    for (std::size_t i = 0; i < root.field_count(); ++i)
      add_column(root.field_name(i), root.field(i),
                 has_statistics ? &footer.statistics[i] : nullptr);
  }
  void add_column(std::string_view name, const DType& dtype, const Statistics* statistics) {
    ColumnDescription column{.name = name, .dtype = dtype, .encodings = {}, .statistics = {}};
    if (statistics) column.statistics = *statistics;
    out_.columns.push_back(std::move(column));
  }

  void make_segments() {
    for (const auto& spec : out_.footer().segments) {
      if (auto outside = fault_of_segment(out_.footer(), out_.segments.size()))
        fault(*std::move(outside));
      out_.segments.push_back({.spec = spec, .field = {}});
    }
  }

  void walk(const LayoutPlace& place) {
    const auto id = place.node.id();
    if (id.empty()) {
      fault(layout_where(place),
            fmt::format("kind number {} is not in the footer's list", place.node.id_number()));
    } else {
      used_layouts_.add(id);
      if (!layouts_.find(id)) unknown_layouts_.add(id);
      check(place, id);
    }
    oldest_.see_layout(place);
    for (std::size_t i = 0; i < place.node.segment_count(); ++i)
      see_segment(place, place.node.segment(i));
    std::uint64_t rows = 0;
    for (std::size_t i = 0; i < place.node.child_count(); ++i) {
      const auto child = child_place(place, i);
      rows += child.node.rows();
      walk(child);
    }
    if (id == "vortex.chunked" && rows != place.node.rows())
      fault(layout_where(place),
            fmt::format("chunks hold {} rows, expected {}", rows, place.node.rows()));
  }

  void expect_children(const LayoutPlace& place, std::size_t count) {
    if (place.node.child_count() != count)
      fault(layout_where(place), fmt::format("{}: {} children, expected {}", place.node.id(),
                                             place.node.child_count(), count));
  }
  void expect_rows(const LayoutPlace& place, std::size_t index, std::string_view what) {
    if (index >= place.node.child_count()) return;
    const auto rows = place.node.child(index).rows();
    if (rows != place.node.rows())
      fault(layout_where(place), fmt::format("{}: {} has {} rows, expected {}", place.node.id(),
                                             what, rows, place.node.rows()));
  }

  void check(const LayoutPlace& place, std::string_view id) {
    if (id == "vortex.flat") {
      expect_children(place, 0);
      if (place.node.segment_count() != 1)
        fault(layout_where(place),
              fmt::format("{}: {} segments, expected 1", id, place.node.segment_count()));
    } else if (id == "vortex.struct") {
      check_struct(place);
    } else if (id == "vortex.dict") {
      expect_children(place, 2);
      expect_rows(place, 1, "codes");
    } else if (id == "vortex.stats" || id == "vortex.zoned") {
      expect_children(place, 2);
      expect_rows(place, 0, "data");
      check_zones(place);
    }
  }

  void check_struct(const LayoutPlace& place) {
    if (!place.dtype) return;
    if (!place.dtype->is(Kind::structure))
      return fault(layout_where(place), "a struct layout of a type that is no struct");
    const auto fields = place.dtype->field_count(), children = place.node.child_count();
    // Release 0.36 wrote nullable structs without a validity child.
    if (children != fields && !(place.dtype->nullable() && children == fields + 1))
      fault(layout_where(place),
            fmt::format("vortex.struct: {} children for {} fields", children, fields));
    for (std::size_t i = 0; i < children; ++i) expect_rows(place, i, "a child");
  }

  void check_zones(const LayoutPlace& place) {
    if (!place.dtype || place.node.child_count() != 2) return;
    const auto zones = zone_layout(place.node, *place.dtype);
    if (!zones) {
      if (zones.error().code != Code::unsupported)
        fault(layout_where(place), zones.error().message);
      return;
    }
    if (zones->zone_rows == 0) return fault(layout_where(place), "a zone has 0 rows", false);
    const auto expected = div_ceil(place.node.rows(), zones->zone_rows),
               found = place.node.child(1).rows();
    // Release 0.36 wrote one zone for no rows.
    if (found != expected && place.node.rows() > 0)
      fault(layout_where(place), fmt::format("a zone map of {} rows, expected {}", found, expected),
            false);
  }

  void see_segment(const LayoutPlace& place, std::uint32_t number) {
    if (number >= out_.segments.size())
      return fault(layout_where(place),
                   fmt::format("segment {} of {} in the footer", number, out_.segments.size()));
    auto& segment = out_.segments[number];
    if (segment.used) return;  // shared by layouts, which is legal
    segment.used = true;
    segment.field = place.field;
    segment.role = place.role;
    auto* column = place.column && *place.column < out_.columns.size()
                       ? &out_.columns[*place.column]
                       : nullptr;
    const bool is_zones = place.role == LayoutRole::zones;
    if (column) (is_zones ? column->zone_bytes : column->data_bytes) += segment.spec.size_bytes;
    if (place.node.id() != "vortex.flat" || nodes_seen_ >= max_array_nodes) return;
    if (fault_of_segment(out_.footer(), number)) return;  // told already
    const auto tree = read_array_tree(*source_, out_.footer(), number);
    if (!tree) return fault(fmt::format("segment {}", number), tree.error().message);
    oldest_.see_root_array(*tree, place);
    see_arrays(*tree, is_zones ? nullptr : column);
    if (!column && place.dtype && place.role == LayoutRole::data) see_fields(*tree, *place.dtype);
  }

  void see_arrays(const EncodedArray& node, ColumnDescription* column) {
    if (++nodes_seen_ > max_array_nodes) return;
    const auto id = node.encoding;
    if (used_encodings_.add(id)) {
      used_encodings_seen_.insert(id);
      if (!encodings_.find(id)) unknown_encodings_.add(id);
    }
    if (column) add_encoding(*column, id);
    oldest_.see_array(node);
    for (const auto& child : node.children) see_arrays(child, column);
  }

  /// A struct whose columns lie in one segment: what each field takes of it.
  void see_fields(const EncodedArray& node, const DType& dtype) {
    if (node.encoding != "vortex.struct" || !dtype.is(Kind::structure)) return;
    const auto fields = dtype.field_count();
    if (fields != out_.columns.size() || node.children.size() < fields) return;
    const auto first = node.children.size() - fields;
    for (std::size_t i = 0; i < fields; ++i) {
      add_encodings(out_.columns[i], node.children[first + i]);
      out_.columns[i].data_bytes += node.children[first + i].size_bytes();
    }
  }
  void add_encodings(ColumnDescription& column, const EncodedArray& node) {
    add_encoding(column, node.encoding);
    for (const auto& child : node.children) add_encodings(column, child);
  }
  void add_encoding(ColumnDescription& column, std::string_view id) {
    if (&column != last_column_) {
      last_column_ = &column;
      last_encodings_ = {column.encodings.begin(), column.encodings.end()};
    }
    if (last_encodings_.insert(id).second) column.encodings.push_back(id);
  }

  void find_gaps() {
    std::uint64_t end = magic.size();
    const auto add = [&](std::uint64_t to, unsigned alignment_exponent) {
      if (to <= end) return;
      const auto aligned = round_up(end, std::uint64_t{1} << alignment_exponent);
      out_.gaps.push_back({end, to - end, to <= aligned});
    };
    for (const auto& segment : out_.footer().segments) {
      add(segment.offset, segment.alignment_exponent);
      end = std::max(end, segment.offset + segment.size_bytes);
    }
    const auto& footer = out_.footer();
    auto tail = std::min(footer.layout_blob.offset, footer.footer_blob.offset);
    if (footer.dtype_blob) tail = std::min(tail, footer.dtype_blob->offset);
    if (footer.statistics_blob) tail = std::min(tail, footer.statistics_blob->offset);
    add(tail, 3);
  }

  void read_zone_maps() {
    const auto file = VortexFile::open(source_, encodings_, layouts_);
    if (!file) return;
    for (std::size_t i = 0; i < out_.columns.size(); ++i) {
      const auto layout = (*file)->column(i);
      if (!layout) continue;
      const auto zones = (*layout)->zones(**file);
      if (!zones || !*zones)
        continue;  // what cannot be read tells nothing, and is no fault of the data
      for (const auto& zone : (*zones)->zones)
        merge_statistics(out_.columns[i].statistics, zone, out_.columns[i].dtype);
    }
  }

  void finish_plain_bytes() {
    const auto rows = out_.footer().rows();
    std::uint64_t sum = 0;
    for (const auto& column : out_.columns) {
      const auto& physical = column.dtype.physical();
      std::optional<std::uint64_t> bytes;
      if (const auto width = word_bytes(physical); width > 0)
        bytes = checked_multiply(rows, std::uint64_t{width});
      else if (physical.is(Kind::boolean))
        bytes = div_ceil(rows, std::uint64_t{8});
      else
        bytes = column.statistics.plain_bytes;
      const auto total = bytes ? checked_add(sum, *bytes) : std::nullopt;
      if (!total) return;
      sum = *total;
    }
    out_.plain_bytes = sum;
  }

  const std::shared_ptr<io::Source>& source_;
  const EncodingTable& encodings_;
  const LayoutTable& layouts_;
  FileDescription& out_;
  IdList used_encodings_{out_.used_encodings}, used_layouts_{out_.used_layouts};
  IdList unknown_encodings_{out_.unknown_encodings}, unknown_layouts_{out_.unknown_layouts};
  std::set<std::string_view> used_encodings_seen_;
  std::uint64_t nodes_seen_ = 0;
  const ColumnDescription* last_column_ = nullptr;
  std::set<std::string_view> last_encodings_;  // of last_column_
  detail::OldestReaderSearch oldest_;
};

}  // namespace

const Fault* FileDescription::serious_fault() const {
  const auto found = std::ranges::find_if(faults, [](const Fault& fault) { return fault.serious; });
  return found == faults.end() ? nullptr : &*found;
}

FileDescription describe(const std::shared_ptr<io::Source>& source, const EncodingTable& encodings,
                         const LayoutTable& layouts) {
  FileDescription out;
  Describer(source, encodings, layouts, out).run();
  return out;
}

Result<EncodedArray> read_array_tree(io::Source& source, const Footer& footer,
                                     std::uint32_t segment) {
  const auto& spec = footer.segments[segment];
  if (const auto outside = fault_of_segment(footer, segment))
    return fail(outside->code, "{}", outside->what);
  if (auto mapped = source.mapped({spec.offset, spec.size_bytes}))
    return parse_segment(*mapped, footer.array_ids);

  // The tree lies at the end. Memory that nobody touches is never really there.
  auto bytes = MutableBuffer::uninitialized(spec.size_bytes);
  const auto read_tail = [&](std::uint64_t wanted) -> Result<void> {
    const auto count = std::min<std::uint64_t>(wanted, spec.size_bytes);
    const auto tail =
        GYRE_TRY(io::read_now(source, {spec.offset + spec.size_bytes - count, count}));
    if (count > 0) std::memcpy(bytes.data() + spec.size_bytes - count, tail.data(), tail.size());
    return {};
  };
  GYRE_TRY(read_tail(tree_read_bytes));
  if (spec.size_bytes >= sizeof(std::uint32_t)) {
    const auto tree_bytes =
        load<std::uint32_t>(bytes.data() + spec.size_bytes - sizeof(std::uint32_t));
    if (tree_bytes + sizeof(std::uint32_t) > tree_read_bytes)
      GYRE_TRY(read_tail(tree_bytes + sizeof(std::uint32_t)));
  }
  return parse_segment(std::move(bytes).freeze(), footer.array_ids);
}

}  // namespace gyre
