#include "file/detail/check_values.hpp"

#include <algorithm>

#include "array/column_sink.hpp"
#include "array/zone_statistics.hpp"
#include "base/ordered.hpp"
#include "base/utf8.hpp"
#include "file/detail/compare_statistics.hpp"
#include "file/detail/part_finder.hpp"
#include "file/zone_table.hpp"

namespace gyre::detail {
namespace {

/// Rows that one worker reads at a time, as far as zones allow.
constexpr std::uint64_t job_rows = 128 << 10;
/// Plain values that a worker holds.
constexpr std::uint64_t piece_bytes = 1 << 20;
constexpr std::uint64_t piece_rows = 64 << 10;
constexpr std::size_t jobs_ahead_per_thread = 2;
/// A part of which so many jobs failed is not read on: a few bytes can claim any number of rows.
constexpr unsigned most_failures = 8;

/// A part while it is read.
struct OpenPart : ValuePart {
  explicit OpenPart(ValuePart part) : ValuePart(std::move(part)) {}
  unsigned failures = 0;  // only whoever emits looks at it
  std::atomic<bool> is_given_up = false;
};

struct Job {
  std::shared_ptr<OpenPart> part;
  RowRange rows;
  std::vector<Fault> findings;  // of the finder, before it came to the part
};

/// What some rows tell of a column of the file.
struct ColumnFacts {
  std::size_t column;
  Statistics statistics;
};

struct Outcome {
  std::shared_ptr<OpenPart> part;
  bool is_complete = false;  // all rows were read
  std::vector<Fault> findings;
  std::vector<ColumnFacts> facts;
};

/// Whether all texts in a column and below it are what their type says.
bool has_sound_texts(const Column& column) {
  if (column.dtype.physical().is(Kind::utf8))
    for (std::uint64_t row = 0; row < column.rows; ++row)
      if (!is_utf8(text_at(column, row))) return false;
  return std::ranges::all_of(column.children, has_sound_texts);
}

/// Rows that are false, told as nulls: of a struct, its validity tells which rows are null.
Statistics nulls_of_validity(const Column& validity) {
  Statistics nulls;
  nulls.rows = validity.rows;
  nulls.null_count = 0;
  for (std::uint64_t row = 0; row < validity.rows; ++row)
    *nulls.null_count += bit_at(validity.buffers[0].data(), row) ? 0 : 1;
  return nulls;
}

/// Reads the rows of one job and looks at them.
class JobReader {
 public:
  JobReader(Job job, VortexFile& file, ReadContext& context)
      : part_(*job.part), rows_(job.rows), file_(file), context_(context) {
    out_.part = std::move(job.part);
    out_.findings = std::move(job.findings);
  }

  Outcome run() && {
    auto reader = part_.layout->reader(rows_, file_, context_);
    const auto done = !reader            ? Result<void>(std::unexpected(std::move(reader).error()))
                      : part_.only_nulls ? count_nulls(**reader)
                                         : read(**reader);
    // Where only nulls count, the fields are parts of their own, and tell what is wrong with them.
    if (!done && !part_.only_nulls) tell(place_, done.error());
    out_.is_complete = done.has_value();
    return std::move(out_);
  }

 private:
  void tell(std::string place, Error error) {
    out_.findings.push_back({error.code, std::move(place), std::move(error.message)});
  }

  /// Names the rows of the job that are looked at now.
  void go_to(RowRange rows) {
    const auto in_column = rows.shifted(part_.first_row + rows_.first);
    place_ = fmt::format("{}, rows {} to {}", where(part_.place), in_column.first, in_column.last);
  }

  RowRange tile_from(std::uint64_t first) const {
    return {first, std::min(rows_.size(), first + tile_rows)};
  }

  Result<void> count_nulls(Reader& reader) {
    for (auto rows = tile_from(0); !rows.empty(); rows = tile_from(rows.last)) {
      TileMask valid;
      GYRE_TRY(reader.validity(rows, valid));
      add_to_zones(rows, [&](RowRange part) {
        TileMask mask;
        mask.set(part);
        Statistics nulls;
        nulls.rows = part.size();
        nulls.null_count = part.size() - (mask &= valid).count();
        return nulls;
      });
    }
    return {};
  }

  Result<void> read(Reader& reader) {
    const auto sink = make_column_sink(part_.layout->dtype(), context_);
    std::uint64_t first = 0;
    for (auto tile = tile_from(0); !tile.empty(); tile = tile_from(tile.last)) {
      go_to(tile);
      GYRE_TRY(sink->append(reader, tile, nullptr));
      const RowRange piece{first, tile.last};
      if (tile.last < rows_.size() && piece.size() < piece_rows && sink->size_bytes() < piece_bytes)
        continue;
      look_at(GYRE_TRY(sink->finish()), piece);
      first = tile.last;
    }
    return {};
  }

  void look_at(const Column& column, RowRange rows) {
    go_to(rows);
    if (!has_sound_texts(column)) tell(place_, {Code::corrupt, "a text that is no UTF-8"});
    add_to_zones(rows, [&](RowRange part) { return statistics_of(column, part); });
    const auto& place = part_.place;
    if (!place.field && place.role == LayoutRole::data) {  // a table whose columns lie together
      for (std::size_t i = 0; i < column.children.size(); ++i)
        out_.facts.push_back({i, statistics_of(column.children[i], {0, column.rows})});
    } else if (is_column(LayoutRole::validity)) {
      out_.facts.push_back({*place.column, nulls_of_validity(column)});
    }
  }

  /// Whether the part plays this role for a column of the file, not for a field below one.
  bool is_column(LayoutRole role) const {
    const auto& place = part_.place;
    return place.column && place.field && !place.field->above && place.role == role;
  }

  /// Adds rows of the job, each part of them that lies in one zone by its own: `statistics` tells of rows.first + 0, 1, …
  template <class StatisticsOf>
  void add_to_zones(RowRange rows, StatisticsOf&& statistics) {
    const auto zone_rows = part_.zones ? part_.zones->zone_rows : UINT64_MAX;
    for (auto first = rows.first; first < rows.last;) {
      const auto left = zone_rows - (rows_.first + first) % zone_rows;
      const auto count = std::min(left, rows.last - first);
      const auto before = first - rows.first;
      merge_statistics(zone_, statistics(RowRange{before, before + count}), part_.layout->dtype());
      first += count;
      if (count == left || first == rows_.size())
        finish_zone((rows_.first + first - 1) / zone_rows);
    }
  }

  void finish_zone(std::uint64_t zone) {
    const auto& zones = part_.zones;
    if (zones && zone < zones->zones.size()) {
      const auto& stored = zones->zones[static_cast<std::size_t>(zone)];
      for (auto& what : contradictions(stored, zone_, part_.layout->dtype()))
        tell(fmt::format("zone map of {}, zone {}", where(part_.place), zone),
             {Code::corrupt, std::move(what)});
    }
    if (is_column(LayoutRole::data) && !part_.only_nulls)
      out_.facts.push_back({*part_.place.column, std::move(zone_)});
    zone_ = {};
  }

  const ValuePart& part_;
  RowRange rows_;
  VortexFile& file_;
  ReadContext& context_;
  std::string place_ = where(part_.place);
  Statistics zone_;  // of the rows so far; where there are no zones, the job is one
  Outcome out_;
};

/// Cuts parts into jobs, and gathers what the jobs found.
class Checker {
 public:
  Checker(VortexFile& file, const LayoutTable& layouts, const VerifyOptions& options,
          Findings& findings)
      : file_(file),
        options_(options),
        findings_(findings),
        finder_(file, layouts, findings.faults()) {
    columns_.resize(file.schema().field_count());
    for (unsigned i = 0; i < options.threads; ++i)
      contexts_.emplace_back(std::make_unique<ReadContext>())->most_sink_bytes =
          options.most_column_bytes;
  }

  Result<void> run() {
    const auto work = [this](Job job, unsigned worker, auto&) -> Result<Outcome> {
      const auto bytes = bytes_of(job);
      auto outcome = JobReader(std::move(job), file_, *contexts_[worker]).run();
      if (options_.progress) options_.progress->done_bytes += bytes;
      return outcome;
    };
    GYRE_TRY((OrderedRun<Job, Outcome>::run(
        options_.threads, options_.threads * jobs_ahead_per_thread, [this] { return next(); }, work,
        [this](Outcome outcome) { return take(std::move(outcome)); })));
    findings_.add(finder_.take_findings());
    check_columns();
    return {};
  }

 private:
  Result<std::optional<Job>> next() {
    if (options_.stop && *options_.stop) return fail(Code::cancelled, "stopped");
    if (!part_ || part_->is_given_up || next_row_ == part_->layout->rows()) {
      auto part = finder_.next();
      if (!part) return std::optional<Job>{};
      part_ = std::make_shared<OpenPart>(*std::move(part));
      next_row_ = 0;
    }
    const RowRange rows{next_row_, end_of_job()};
    next_row_ = rows.last;
    return Job{part_, rows, finder_.take_findings()};
  }

  /// Zones are not cut.
  std::uint64_t end_of_job() const {
    const auto zone_rows = part_->zones ? part_->zones->zone_rows : 1;
    const auto rows = zone_rows < job_rows ? job_rows / zone_rows * zone_rows : zone_rows;
    return next_row_ + std::min(rows, part_->layout->rows() - next_row_);
  }

  /// A job's share of its part.
  static std::uint64_t bytes_of(const Job& job) {
    const auto rows = job.part->layout->rows();
    if (rows == 0) return job.part->bytes;
    return static_cast<std::uint64_t>(static_cast<double>(job.part->bytes) *
                                      static_cast<double>(job.rows.size()) /
                                      static_cast<double>(rows));
  }

  Result<bool> take(Outcome outcome) {
    // Drops what was under way when the part was given up, so that threads change nothing.
    if (outcome.part->is_given_up) return true;
    if (!outcome.is_complete && ++outcome.part->failures == most_failures)
      outcome.part->is_given_up = true;
    findings_.add(std::move(outcome.findings));
    for (const auto& [column, statistics] : outcome.facts)
      if (column < columns_.size())
        merge_statistics(columns_[column], statistics, file_.schema().field(column));
    return true;
  }

  void check_columns() {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const auto* stored = file_.statistics(i);
      // Otherwise not all rows could be read.
      if (!stored || columns_[i].rows != file_.footer().rows()) continue;
      for (auto& what : contradictions(*stored, columns_[i], file_.schema().field(i)))
        findings_.add(fmt::format("statistics of column {}", file_.schema().field_name(i)),
                      std::move(what));
    }
  }

  VortexFile& file_;
  const VerifyOptions& options_;
  Findings& findings_;
  PartFinder finder_;
  std::vector<Statistics> columns_;
  std::vector<std::unique_ptr<ReadContext>> contexts_;
  std::shared_ptr<OpenPart> part_;
  std::uint64_t next_row_ = 0;
};

}  // namespace

Result<void> check_values(VortexFile& file, const LayoutTable& layouts,
                          const VerifyOptions& options, Findings& findings) {
  return Checker(file, layouts, options, findings).run();
}

}  // namespace gyre::detail
