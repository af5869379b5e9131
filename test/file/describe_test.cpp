#include "file/describe.hpp"

#include <algorithm>
#include <filesystem>

#include "base/words.hpp"
#include "dtype/text.hpp"
#include "encodings/builtin.hpp"
#include "io/local_file.hpp"
#include "support/catch.hpp"
#include "support/memory_io.hpp"
#include "support/must.hpp"

namespace gyre {
namespace {

using Ids = std::vector<std::string_view>;

std::shared_ptr<io::Source> open(const std::string& name, io::Access access = io::Access::map) {
  return test::must(io::open_file("testdata/interop/" + std::string(name), access));
}

FileDescription describe_file(const std::shared_ptr<io::Source>& source) {
  static const EncodingTable encodings(builtin_encodings());
  static const LayoutTable layouts(builtin_layouts());
  return describe(source, encodings, layouts);
}
FileDescription describe_file(const std::string& name) { return describe_file(open(name)); }

std::string oldest(const std::string& name) {
  const auto reader = describe_file(name).oldest_reader;
  return reader.release ? to_text(*reader.release) : "none";
}

std::string bound(const std::optional<Scalar>& value) { return value ? to_text(*value) : "none"; }

std::string first_fault(const FileDescription& description) {
  const auto* fault = description.serious_fault();
  return fault ? error_of(*fault).message : "none";
}

/// Takes the statistics out of a file's postscript: a flatbuffer table whose third field they are.
void drop_statistics(MutableBuffer& file) {
  auto* end = file.data() + file.size();
  auto* postscript = end - 8 - load<std::uint16_t>(end - 6);
  auto* table = postscript + load<std::uint32_t>(postscript);
  store(table - load<std::int32_t>(table) + 8, std::uint16_t{0});
}

/// Never maps, and counts what is read.
class Counting final : public io::Source {
 public:
  explicit Counting(std::shared_ptr<io::Source> inner) : inner_(std::move(inner)) {}
  const io::Identity& identity() const override { return inner_->identity(); }
  io::Profile profile() const override { return inner_->profile(); }
  std::optional<Buffer> mapped(io::ByteRange) override { return std::nullopt; }
  Ticket read(std::span<const io::ByteRange> ranges, io::Destination& to, Done done) override {
    for (const auto& range : ranges) bytes += range.size;
    return inner_->read(ranges, to, std::move(done));
  }
  void cancel(Ticket ticket) override { inner_->cancel(ticket); }

  std::uint64_t bytes = 0;

 private:
  std::shared_ptr<io::Source> inner_;
};

}  // namespace

TEST_CASE("describe: columns have their types, bounds, nulls and bytes", "[file]") {
  const auto description = describe_file("v0.93.0/nullable_alternating_1025.vortex");
  CHECK(description.is_complete);
  CHECK(description.magic_valid);
  CHECK(first_fault(description) == "none");
  REQUIRE_FALSE(description.columns.empty());
  std::uint64_t bytes = 0;
  for (const auto& column : description.columns) {
    INFO(column.name);
    CHECK(column.statistics.null_count > 0);
    CHECK_FALSE(column.encodings.empty());
    bytes += column.data_bytes + column.zone_bytes;
  }
  std::uint64_t segments = 0;
  for (const auto& segment : description.segments) {
    CHECK(segment.used);
    segments += segment.spec.size_bytes;
  }
  CHECK(bytes == segments);
}

TEST_CASE("describe: segments know their column and what they are for", "[file]") {
  const auto description = describe_file("v0.93.0/strings_dict.vortex");
  std::vector<std::string> roles;
  for (const auto& segment : description.segments)
    if (to_text(segment.field) == description.columns[0].name)
      roles.emplace_back(name_of(segment.role));
  std::ranges::sort(roles);
  CHECK(roles == std::vector<std::string>{"codes", "values", "zones"});
}

TEST_CASE("describe: a root that is no struct is one column", "[file]") {
  const auto description = describe_file("v0.93.0/root_int64.vortex");
  REQUIRE(description.columns.size() == 1);
  CHECK(description.columns[0].name == "value");
  CHECK(to_text(description.columns[0].dtype).starts_with("i64"));
}

TEST_CASE("describe: the oldest reader is the youngest that something in the file asks for",
          "[file]") {
  CHECK(oldest("v0.36.0/one_column.vortex") == "0.36.0");
  CHECK(oldest("v0.36.0/strings_fsst.vortex") == "0.36.0");
  CHECK(oldest("v0.62.0/one_column.vortex") ==
        "0.60.0");  // its footer lists what it might have used
  CHECK(oldest("v0.62.0/strings_fsst.vortex") == "0.60.0");
  CHECK(oldest("v0.93.0/one_column.vortex") == "0.76.0");    // vortex.zoned
  CHECK(oldest("v0.93.0/strings_fsst.vortex") == "0.85.0");  // vortex.onpair
  CHECK(oldest("v0.93.0/maps.vortex") == "0.84.0");
  CHECK(oldest("negative/encoding_unknown.vortex") == "none");
  CHECK(oldest("negative/layout_unknown.vortex") == "none");
}

TEST_CASE("describe: what nobody knows is named, and is no fault", "[file]") {
  const auto arrays = describe_file("negative/encoding_unknown.vortex");
  CHECK(first_fault(arrays) == "none");
  CHECK(arrays.is_complete);
  CHECK_FALSE(arrays.unknown_encodings.empty());
  CHECK(arrays.unknown_encodings == arrays.used_encodings);
  const auto layouts = describe_file("negative/layout_unknown.vortex");
  CHECK(first_fault(layouts) == "none");
  CHECK(layouts.unknown_layouts.size() == 1);
}

TEST_CASE("describe: of a broken file comes what its sound parts say", "[file]") {
  const auto layout = describe_file("negative/layout_bitflip_root.vortex");
  CHECK_FALSE(layout.is_complete);
  CHECK(first_fault(layout).starts_with("layout: "));
  CHECK(layout.columns.size() == 6);
  CHECK_FALSE(layout.segments.empty());
  const auto dtype = describe_file("negative/dtype_ptype_99.vortex");
  CHECK(first_fault(dtype).starts_with("dtype: "));
  CHECK(dtype.parts.has_layout);
  const auto empty = describe_file("negative/trunc_empty.vortex");
  CHECK(first_fault(empty) == "0 bytes are too few for a Vortex file");
  CHECK(empty.columns.empty());
}

TEST_CASE("describe: each damage that the footer or the layouts show is a fault", "[file]") {
  CHECK(first_fault(describe_file("negative/seg_offset_beyond.vortex")).starts_with("segment "));
  CHECK(first_fault(describe_file("negative/seg_length_huge.vortex"))
            .starts_with("segment 0: bytes "));
  CHECK(first_fault(describe_file("negative/layout_segment_index.vortex"))
            .ends_with(" in the footer"));
  CHECK(first_fault(describe_file("negative/layout_child_missing.vortex")) ==
        "layout: vortex.struct: 5 children for 6 fields");
  CHECK(first_fault(describe_file("negative/layout_encoding_index.vortex")) ==
        "layout: kind number 999 is not in the footer's list");
  const auto chunked = describe_file("negative/chunk_rows_do_not_add_up.vortex");
  CHECK(std::ranges::any_of(chunked.faults, [](const Fault& fault) {
    return error_of(fault).message == "layout of k: chunks hold 17000 rows, expected 30000";
  }));
  CHECK(first_fault(describe_file("negative/array_encoding_index.vortex")).starts_with("segment "));
  CHECK(first_fault(describe_file("negative/array_tree_length.vortex")).starts_with("segment 0: "));
}

TEST_CASE("describe: what a reader can go on with is a fault that is not serious", "[file]") {
  for (const std::string name : {"magic_leading", "zone_length_zero", "zone_rows_wrong"}) {
    INFO(name);
    const auto description = describe_file("negative/" + name + ".vortex");
    CHECK(first_fault(description) == "none");
    CHECK(description.faults.size() >= 1);
  }
}

TEST_CASE("describe: every file of the reference is sound, and all of its bytes are accounted for",
          "[file][interop]") {
  for (const std::string version : {"v0.36.0", "v0.62.0", "v0.93.0"}) {
    for (const auto& entry :
         std::filesystem::directory_iterator("testdata/interop/" + std::string(version))) {
      const auto name = version + "/" + entry.path().filename().string();
      INFO(name);
      const auto description = describe_file(name);
      REQUIRE(description.is_complete);
      CHECK(first_fault(description) == "none");
      CHECK(std::ranges::all_of(description.gaps, &Gap::is_padding));
      CHECK(description.oldest_reader.release.has_value());
      CHECK(description.oldest_reader.release <=
            Release{static_cast<unsigned>(std::stoi(version.substr(3, 2)))});
    }
  }
}

TEST_CASE("describe: values are not read", "[file]") {
  const auto counting =
      std::make_shared<Counting>(open("v0.93.0/rows_70000.vortex", io::Access::read));
  const auto description = describe_file(counting);
  CHECK(description.is_complete);
  CHECK(first_fault(description) == "none");
  CHECK(description.columns.size() == describe_file("v0.93.0/rows_70000.vortex").columns.size());
  CHECK(counting->bytes < counting->identity().size_bytes);
}

TEST_CASE("describe: without file statistics the zone maps tell the bounds", "[file]") {
  const auto source = open("v0.93.0/rows_70000.vortex");
  const auto size = source->identity().size_bytes;
  auto bytes = MutableBuffer::uninitialized(0);
  bytes.append(test::must(io::read_now(*source, {0, size})).bytes());
  drop_statistics(bytes);
  const auto with = describe_file(source);
  const auto without =
      describe_file(std::make_shared<test::MemorySource>(std::move(bytes).freeze(), true));
  CHECK_FALSE(with.footer().statistics.empty());
  CHECK(without.footer().statistics.empty());
  REQUIRE(without.columns.size() == with.columns.size());
  for (std::size_t i = 0; i < with.columns.size(); ++i) {
    INFO(with.columns[i].name);
    const auto &expected = with.columns[i].statistics, &found = without.columns[i].statistics;
    CHECK(bound(found.min) == bound(expected.min));
    CHECK(bound(found.max) == bound(expected.max));
    CHECK(found.null_count == expected.null_count);
  }
}

}  // namespace gyre
