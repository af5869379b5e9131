#include <parquet/column_reader.h>

#include <cstdint>
#include <limits>

#include "base/words.hpp"
#include "formats/detail/import.hpp"
#include "formats/detail/row_group.hpp"
#include "formats/detail/table.hpp"

namespace gyre::formats {
namespace {

/// What the INT96 times of some columns need.
struct Int96Range {
  bool beyond_nanoseconds = false;  ///< one lies outside the years 1677 to 2262
  bool below_microseconds = false;  ///< one has a fraction of a microsecond
};

constexpr std::int64_t julian_day_of_1970 = 2'440'588;
constexpr std::int64_t nanoseconds_per_day = 86'400'000'000'000;

void look_at(const ::parquet::Int96& value, Int96Range& range) {
  std::uint64_t of_day = 0;
  std::memcpy(&of_day, &value.value[0], sizeof of_day);
  range.below_microseconds |= of_day % 1000 != 0;
  const auto day = std::int64_t{static_cast<std::int32_t>(value.value[2])} - julian_day_of_1970;
  const auto time = static_cast<i128>(day) * nanoseconds_per_day +
                    static_cast<i128>(static_cast<std::int64_t>(of_day));
  range.beyond_nanoseconds |= time < std::numeric_limits<std::int64_t>::min() ||
                              time > std::numeric_limits<std::int64_t>::max();
}

class ParquetSource final : public BatchSource {
 public:
  ParquetSource(std::unique_ptr<ParquetFile> file, const MemoryShares& shares)
      : file_(std::move(file)), shares_(shares) {
    for (std::size_t i = 0; i < file_->columns().size(); ++i) columns_.push_back(i);
    make_schema();
  }

  const DType& schema() const override { return schema_; }
  FileMetadata metadata() const override {
    return import_metadata(file_->metadata().key_value_metadata().get());
  }
  void prepare(unsigned) override {}

  Result<bool> project(std::span<const std::size_t> columns) override {
    std::vector<std::size_t> kept;
    for (const auto column : columns) kept.push_back(columns_[column]);
    for (const auto column : kept)
      if (const auto& dtype = file_->columns()[column].dtype; !dtype)
        return std::unexpected(dtype.error());
    columns_ = std::move(kept);
    GYRE_TRY(check_memory());
    GYRE_TRY(choose_time_unit());
    make_schema();
    return true;
  }

  Result<std::optional<BatchJob>> next_job() override {
    for (;;) {
      if (group_)
        if (const auto piece = group_->next_piece())
          return std::optional<BatchJob>([this, group = group_, piece = *piece](
                                             unsigned, const BatchTaker& take) -> Result<void> {
            return give(GYRE_TRY(group->read(piece, schema_)), take);
          });
      if (next_group_ == file_->metadata().num_row_groups()) return std::optional<BatchJob>{};
      group_ = GYRE_TRY(open_group(next_group_++, std::move(group_)));
    }
  }

  Result<void> restart() override {
    next_group_ = 0;
    group_.reset();
    return {};
  }

 private:
  Result<std::shared_ptr<RowGroup>> open_group(int number, std::shared_ptr<RowGroup> before) const {
    return guarded(file_->errors(), [&]() -> ::arrow::Result<std::shared_ptr<RowGroup>> {
      return std::make_shared<RowGroup>(*file_, number, columns_, shares_.job_bytes,
                                        std::move(before));
    });
  }

  /// Pages are as large as they were written.
  Result<void> check_memory() const {
    if (shares_.most_open_bytes == UINT64_MAX) return {};
    for (int i = 0; i < file_->metadata().num_row_groups(); ++i) {
      const auto open = GYRE_TRY(open_group(i, nullptr))->open_bytes();
      if (open <= shares_.most_open_bytes) continue;
      return fail(Code::unsupported,
                  "the pages of row group {} take about {} MiB of memory at a time; "
                  "--memory-limit {}MiB lets them in",
                  i, whole_mebibytes(open), whole_mebibytes(MemoryShares::limit_for(open)));
    }
    return {};
  }

  void make_schema() {
    std::vector<DType::Field> fields;
    for (const auto column : columns_) {
      const auto& [name, dtype, arrow_type, leaves, has_int96, seen_as] = file_->columns()[column];
      fields.push_back({name, dtype.value_or(DType::null())});
    }
    schema_ = DType::structure(std::move(fields));
  }

  /// INT96 times count nanoseconds, of any day. Those that 64 bits cannot hold are read as microseconds; the file says
  /// nothing of their range, so they are looked at.
  Result<void> choose_time_unit() {
    std::string_view far, fine;  // a column of such times
    for (const auto index : columns_) {
      const auto& column = file_->columns()[index];
      if (!column.has_int96) continue;
      Int96Range range;
      for (const auto leaf : column.leaves)
        if (file_->metadata().schema()->Column(leaf)->physical_type() == ::parquet::Type::INT96)
          GYRE_TRY(within(look_through(leaf, range), "column {}", column.name));
      if (range.beyond_nanoseconds) far = column.name;
      if (range.below_microseconds) fine = column.name;
    }
    if (far.data() == nullptr) return {};
    if (fine.data() == nullptr) return file_->use_microseconds();
    return fail(Code::unsupported,
                "column {}: times outside of 1677 to 2262, and fractions of microseconds in column "
                "{}: no one unit holds both",
                far, fine);
  }

  Result<void> look_through(int leaf, Int96Range& range) const {
    for (int group = 0; group < file_->metadata().num_row_groups(); ++group) {
      const auto reader = GYRE_TRY(file_->raw_row_group(group));
      GYRE_TRY(guarded_status(file_->errors(), [&] {
        const auto column = reader->Column(leaf);
        auto& values = static_cast<::parquet::Int96Reader&>(*column);
        constexpr std::int64_t some = 4096;
        std::vector<::parquet::Int96> read(some);
        std::vector<std::int16_t> definitions(some), repetitions(some);
        while (values.HasNext()) {
          std::int64_t count = 0;
          if (values.ReadBatch(some, definitions.data(), repetitions.data(), read.data(), &count) ==
              0)
            break;
          for (std::int64_t i = 0; i < count; ++i)
            look_at(read[static_cast<std::size_t>(i)], range);
        }
        return ::arrow::Status::OK();
      }));
    }
    return {};
  }

  std::unique_ptr<ParquetFile> file_;
  MemoryShares shares_;
  std::vector<std::size_t> columns_;  // of the file's
  DType schema_;
  int next_group_ = 0;
  std::shared_ptr<RowGroup> group_;
};

}  // namespace

Result<std::unique_ptr<BatchSource>> parquet_input(std::shared_ptr<io::Source> source,
                                                   const MemoryShares& shares) {
  auto file = GYRE_TRY(ParquetFile::open(std::move(source)));
  return std::make_unique<ParquetSource>(std::move(file), shares);
}

}  // namespace gyre::formats
