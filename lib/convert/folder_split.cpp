#include "convert/folder_split.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "convert/detail/chunker.hpp"
#include "convert/detail/recut.hpp"
#include "convert/detail/row_groups.hpp"
#include "dtype/text.hpp"
#include "store/hive.hpp"

namespace gyre {
namespace {

/// Files that may be open at a time, below what systems allow by default.
constexpr std::size_t most_partitions = 900;

class FolderCutter final : public BatchCutter {
 public:
  FolderCutter(const BatchSource& source, FolderSplit split, std::shared_ptr<FolderFiles> files)
      : source_(source), split_(std::move(split)), files_(std::move(files)) {}

  const DType& schema() const override { return schema_; }

  Result<void> reset() override {
    files_->clear();
    partitions_.clear();
    full_.clear();
    ready_.clear();
    kept_.clear();
    spill_ = BatchSpill(split_.spill_folder);
    rows_ = open_bytes_ = 0;
    std::vector<std::size_t> by;
    std::vector<DType::Field> fields;
    const auto& schema = source_.schema();
    for (const auto& name : split_.partition_by) by.push_back(GYRE_TRY(partition_column(name)));
    for (std::size_t i = 0; i < schema.field_count(); ++i) {
      if (std::ranges::find(by, i) != by.end()) continue;
      kept_.push_back(i);
      fields.push_back({std::string(schema.field_name(i)), schema.field(i)});
    }
    groups_ = RowGroups(std::move(by));
    schema_ = DType::structure(std::move(fields));
    return {};
  }

  Result<bool> add(Batch batch) override {
    const auto left = split_.limit.value_or(UINT64_MAX) - rows_;
    if (batch.rows > left) batch = first_rows(batch, left);
    rows_ += batch.rows;
    const auto groups = GYRE_TRY(groups_.number(batch, most_partitions));
    while (partitions_.size() < groups_.size()) add_partition();
    std::vector<std::vector<std::uint32_t>> rows(partitions_.size());
    for (std::uint32_t row = 0; row < batch.rows; ++row) rows[groups[row]].push_back(row);
    batch = in_files(batch);
    for (std::size_t group = 0; group < rows.size(); ++group) {
      if (rows[group].empty()) continue;
      auto& partition = partitions_[group];
      GYRE_TRY(rows[group].size() == batch.rows ? partition.chunker.add(batch)
                                                : partition.chunker.add_rows(batch, rows[group]));
      if (partition.chunker.has_chunk()) full_.push_back(&partition);
    }
    GYRE_TRY(spill_largest());
    return rows_ != split_.limit;
  }

  Result<std::optional<Batch>> take(bool at_end) override {
    while (ready_.empty() && !full_.empty())
      if (!GYRE_TRY(take_chunk(*full_.back(), false))) full_.pop_back();
    if (at_end) GYRE_TRY(end_some());
    if (ready_.empty()) return std::optional<Batch>{};
    auto batch = std::move(ready_.front());
    ready_.pop_front();
    return batch;
  }

 private:
  struct Partition {
    std::string folder;  ///< with a slash behind it, or empty
    Chunker chunker;
    std::optional<std::uint32_t> file = std::nullopt;  ///< that is open
    unsigned files = 0;                                ///< so far
    std::uint64_t open_bytes = 0;                      ///< see OpenFileMemory
  };

  Result<std::size_t> partition_column(std::string_view name) const {
    const auto& schema = source_.schema();
    for (std::size_t i = 0; i < schema.field_count(); ++i) {
      if (schema.field_name(i) != name) continue;
      const auto& physical = schema.field(i).physical();
      if (physical.is(Kind::structure) || physical.is(Kind::list) || physical.is(Kind::map) ||
          physical.is(Kind::fixed_size_list) || physical.is(Kind::variant))
        return fail(Code::unsupported, "--partition-by {}: a {} makes no folder's name", name,
                    to_text(schema.field(i)));
      return i;
    }
    return fail(Code::invalid_argument, "--partition-by {}: no such column", name);
  }

  void add_partition() {
    std::string folder;
    const auto& values = groups_.values(partitions_.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      std::optional<std::string> text;
      if (!values[i].is_null()) text = to_text(values[i]);
      folder += hive_folder(split_.partition_by[i], text) + "/";
    }
    partitions_.push_back({std::move(folder), Chunker(split_.chunks, context_)});
  }

  /// Without the columns that folders name.
  Batch in_files(const Batch& batch) const {
    Batch kept{schema_, batch.rows, {}};
    for (const auto column : kept_) kept.columns.push_back(batch.columns[column]);
    return kept;
  }

  /// Partitions may be many: their rows wait in memory only while that does not take too much in all.
  Result<void> spill_largest() {
    for (;;) {
      auto bytes = open_bytes_;
      Partition* largest = nullptr;
      for (auto& partition : partitions_) {
        bytes += partition.chunker.waiting_bytes();
        if (!largest || partition.chunker.waiting_bytes() > largest->chunker.waiting_bytes())
          largest = &partition;
      }
      if (bytes <= split_.waiting_bytes || !largest || largest->chunker.waiting_bytes() == 0)
        return {};
      GYRE_TRY(largest->chunker.spill(spill_));
    }
  }

  Result<bool> take_chunk(Partition& partition, bool at_end) {
    auto chunk = GYRE_TRY(partition.chunker.take(at_end));
    if (!chunk) return false;
    if (!partition.file) open_file(partition);
    const auto rows_in_file = chunk->first_row + chunk->rows;
    const auto zones =
        rows_in_file / split_.chunks.zone_rows - chunk->first_row / split_.chunks.zone_rows;
    grow(partition, split_.file_memory.chunk + zones * split_.file_memory.zone);
    chunk->part = *partition.file;
    ready_.push_back(*std::move(chunk));
    if (rows_in_file == split_.chunks.rows_per_file) end_file(partition);
    while (open_bytes_ > split_.waiting_bytes / 2)
      end_file(*std::ranges::max_element(partitions_, {}, &Partition::open_bytes));
    return true;
  }

  void open_file(Partition& partition) {
    const auto name = fmt::format("part-{:05}{}", partition.files++, split_.ending);
    partition.file = files_->add(partition.folder + name);
    grow(partition, split_.file_memory.file);
  }

  void grow(Partition& partition, std::uint64_t bytes) {
    partition.open_bytes += bytes;
    open_bytes_ += bytes;
  }

  void end_file(Partition& partition) {
    ready_.push_back({schema_, 0, {}, *partition.file});
    partition.file.reset();
    partition.chunker.end_file();
    open_bytes_ -= std::exchange(partition.open_bytes, 0);
  }

  /// At the end of all rows: a chunk of what waits of a partition, or the end of its file.
  Result<void> end_some() {
    for (auto& partition : partitions_) {
      if (!ready_.empty()) return {};
      if (GYRE_TRY(take_chunk(partition, true))) return {};
      if (partition.file) end_file(partition);
    }
    return {};
  }

  const BatchSource& source_;
  FolderSplit split_;
  std::shared_ptr<FolderFiles> files_;
  DType schema_;
  std::vector<std::size_t> kept_;  // columns that stay in the files
  RowGroups groups_{{}};
  BatchSpill spill_{""};
  std::deque<Partition> partitions_;
  std::vector<Partition*> full_;  // may have a chunk
  std::deque<Batch> ready_;
  std::uint64_t rows_ = 0;
  std::uint64_t open_bytes_ = 0;  // of all partitions
  ReadContext context_;
};

}  // namespace

Result<FolderSource> split_for_folder(BatchSource& source, FolderSplit split) {
  auto files = std::make_shared<FolderFiles>();
  const auto job_bytes = split.job_bytes;
  auto cutter = std::make_unique<FolderCutter>(source, std::move(split), files);
  GYRE_TRY(cutter->reset());
  return FolderSource{recut(source, std::move(cutter), job_bytes), std::move(files)};
}

}  // namespace gyre
