#include <memory>
#include <vector>

#include "arrow/detail/exports_as_map.hpp"
#include "arrow/export.hpp"
#include "arrow/uuid.hpp"
#include "base/words.hpp"

namespace gyre::arrow {
namespace {

/// What an array node owns until it is released.
struct Owned {
  std::vector<Buffer> kept;
  std::vector<const void*> buffers;
  std::vector<std::int64_t> text_sizes;  // string views end with the sizes of their data buffers
  std::vector<ArrowArray> nodes;
  std::vector<ArrowArray*> children;
};

void release(ArrowArray* array) {
  auto* owned = static_cast<Owned*>(array->private_data);
  for (auto& child : owned->nodes)
    if (child.release) child.release(&child);
  delete owned;
  array->release = nullptr;
}

/// Arrow wants an address even for buffers without bytes.
const void* address_of(const Buffer& buffer) {
  static constexpr std::uint64_t nothing[8] = {};
  return buffer.empty() ? static_cast<const void*>(nothing) : buffer.data();
}

/// The offsets of Arrow's maps have 32 bits.
constexpr std::uint64_t most_map_entries = 0x7fff'ffff;

Buffer narrow_offsets(const Column& map) {
  auto offsets = MutableBuffer::uninitialized((map.rows + 1) * sizeof(std::int32_t));
  for (std::uint64_t row = 0; row <= map.rows; ++row)
    offsets.as<std::int32_t>()[row] = static_cast<std::int32_t>(
        load<std::int64_t>(map.buffers[0].data() + row * sizeof(std::int64_t)));
  return std::move(offsets).freeze();
}

Result<void> check_maps(const Column& column) {
  if (exports_as_map(column.dtype.physical()) && column.children[0].rows > most_map_entries)
    return fail(Code::unsupported, "maps of {} entries in one batch, Arrow's hold at most {}",
                column.children[0].rows, most_map_entries);
  for (const auto& child : column.children) GYRE_TRY(check_maps(child));
  return {};
}

void export_nodes(std::span<const Column> columns, Owned& owned);

void finish(std::unique_ptr<Owned> owned, std::uint64_t rows, std::uint64_t null_count,
            ArrowArray& out) {
  for (auto& node : owned->nodes) owned->children.push_back(&node);
  out = {static_cast<std::int64_t>(rows),
         static_cast<std::int64_t>(null_count),
         0,
         static_cast<std::int64_t>(owned->buffers.size()),
         static_cast<std::int64_t>(owned->nodes.size()),
         owned->buffers.data(),
         owned->children.data(),
         nullptr,
         release,
         nullptr};
  out.private_data = owned.release();
}

void export_column(const Column& column, ArrowArray& out) {
  auto owned = std::make_unique<Owned>();
  const auto& physical = column.dtype.physical();
  if (!physical.is(Kind::null)) {
    owned->kept.push_back(column.validity);
    owned->buffers.push_back(column.validity.empty() ? nullptr : address_of(column.validity));
  }
  for (const auto& buffer : column.buffers) {
    owned->kept.push_back(exports_as_map(physical) ? narrow_offsets(column) : buffer);
    owned->buffers.push_back(address_of(owned->kept.back()));
  }
  if (physical.is_text()) {
    for (std::size_t i = 1; i < column.buffers.size(); ++i)
      owned->text_sizes.push_back(static_cast<std::int64_t>(column.buffers[i].size()));
    if (owned->text_sizes.empty()) {
      static constexpr std::int64_t none = 0;
      owned->buffers.push_back(&none);
    } else {
      owned->buffers.push_back(owned->text_sizes.data());
    }
  }
  if (is_uuid(column.dtype)) {
    const auto& bytes = column.children[0].buffers[0];
    owned->kept.push_back(bytes);
    owned->buffers.push_back(address_of(bytes));
  } else {
    export_nodes(column.children, *owned);
  }
  const auto nulls = physical.is(Kind::null) ? column.rows : column.null_count;
  finish(std::move(owned), column.rows, nulls, out);
}

void export_nodes(std::span<const Column> columns, Owned& owned) {
  owned.nodes.resize(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) export_column(columns[i], owned.nodes[i]);
}

}  // namespace

Result<void> export_batch(const Batch& batch, ArrowArray& out) {
  for (const auto& column : batch.columns) GYRE_TRY(check_maps(column));
  auto owned = std::make_unique<Owned>();
  owned->buffers.push_back(nullptr);
  export_nodes(batch.columns, *owned);
  finish(std::move(owned), batch.rows, 0, out);
  return {};
}

}  // namespace gyre::arrow
