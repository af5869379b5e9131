#include "file/vortex_file.hpp"

namespace gyre {
namespace {

DType table_schema(const DType& root) {
  return is_table(root) ? root : DType::structure({{"value", root}});
}

}  // namespace

VortexFile::VortexFile(std::shared_ptr<io::Source> source, Footer footer,
                       const EncodingTable& encodings, const LayoutTable& layouts)
    : source_(std::move(source)),
      footer_(std::move(footer)),
      encodings_(encodings),
      layouts_(layouts),
      schema_(table_schema(footer_.dtype)) {}

Result<std::shared_ptr<VortexFile>> VortexFile::open(std::shared_ptr<io::Source> source,
                                                     const EncodingTable& encodings,
                                                     const LayoutTable& layouts) {
  auto footer = GYRE_TRY(within(read_footer(*source), "{}", source->identity().name));
  return with_footer(std::move(source), std::move(footer), encodings, layouts);
}

std::shared_ptr<VortexFile> VortexFile::with_footer(std::shared_ptr<io::Source> source,
                                                    Footer footer, const EncodingTable& encodings,
                                                    const LayoutTable& layouts) {
  return std::shared_ptr<VortexFile>(
      new VortexFile(std::move(source), std::move(footer), encodings, layouts));
}

Result<LayoutRef> VortexFile::column(std::size_t index) {
  LayoutRef root;
  {
    const std::scoped_lock lock(mutex_);
    if (!root_) {
      const LayoutParts parts(footer_.layout, footer_.dtype, layouts_, footer_.segments.size());
      root_ = GYRE_TRY(within(open_layout(parts), "{}", identity().name));
    }
    root = root_;
  }
  if (!is_table(footer_.dtype)) return root;
  return within(root->field(index), "{}", identity().name);
}

const Statistics* VortexFile::statistics(std::size_t column) const {
  // Of a struct the file tells about the fields, not about the whole.
  if (footer_.dtype.is(Kind::structure) && !is_table(footer_.dtype)) return nullptr;
  return column < footer_.statistics.size() ? &footer_.statistics[column] : nullptr;
}

Result<Buffer> VortexFile::segment(std::uint32_t number) {
  if (number >= footer_.segments.size())
    return fail(Code::corrupt, "segment {} of {} in the footer", number, footer_.segments.size());
  const auto& spec = footer_.segments[number];
  auto bytes = GYRE_TRY(
      within(io::read_now(*source_, {spec.offset, spec.size_bytes}), "segment {}", number));
  bytes_read_ += bytes.size();
  ++segments_read_;
  return bytes;
}

Result<ArrayRef> VortexFile::array(std::uint32_t number, const DType& dtype, std::uint64_t rows) {
  const auto bytes = GYRE_TRY(segment(number));
  const auto tree = GYRE_TRY(within(parse_segment(bytes, footer_.array_ids), "segment {}", number));
  return within(open_array(tree, dtype, rows, encodings_), "segment {}", number);
}

}  // namespace gyre
