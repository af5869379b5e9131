#include "convert/detail/written_rows.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "dtype/text.hpp"
#include "text/csv_names.hpp"

namespace gyre {
namespace {

std::vector<std::string> names_of(const DType& schema) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < schema.field_count(); ++i) names.emplace_back(schema.field_name(i));
  return names;
}

}  // namespace

WrittenRows::WrittenRows(BatchSource& source, unsigned threads, std::optional<TextStyle> text)
    : source_(source), text_(text) {
  source_.prepare(threads);
}

Result<void> WrittenRows::check_types(const DType& expected) const {
  const auto& written = source_.schema();
  auto names = names_of(expected);
  if (text_ == TextStyle::plain) make_names_unique(names);
  std::unordered_set<std::string_view> before;
  for (std::size_t i = 0; i < std::min(written.field_count(), names.size()); ++i) {
    // Readers give a name that repeats a number.
    const auto name = written.field_name(i);
    const bool is_repeated = !before.insert(names[i]).second;
    const bool same_name =
        name == names[i] || (is_repeated && name.starts_with(fmt::format("{}_", names[i])));
    if (!same_name || (!text_ && written.field(i) != expected.field(i)))
      return fail(Code::corrupt, "column {} is {} {}, expected {} {}", i, written.field_name(i),
                  to_text(written.field(i)), names[i], to_text(expected.field(i)));
  }
  if (written.field_count() != names.size())
    return fail(Code::corrupt, "{} columns, expected {}", written.field_count(), names.size());
  return {};
}

Result<void> WrittenRows::check_schema(const DType& expected) {
  if (std::exchange(checked_schema_, true)) return {};
  GYRE_TRY(check_types(expected));
  for (std::size_t i = 0; i < expected.field_count(); ++i) {
    const auto &ours = source_.schema().field(i), &theirs = expected.field(i);
    Comparison how{ours.with_nullable(true) == theirs.with_nullable(true), false, nullptr, nullptr};
    if (text_) {
      // Text stands for what has no form that could be read: in JSON any value may be taken as it is written.
      how.is_raw = *text_ == TextStyle::json ? ours.is(Kind::extension) && ours.physical().is_text()
                                             : ours.is(Kind::utf8);
      how.expected = make_value_writer(theirs, *text_);
      how.written = make_value_writer(ours, *text_);
    }
    columns_.push_back(std::move(how));
  }
  return {};
}

Result<std::uint64_t> WrittenRows::some() {
  while (batches_.empty() || first_ == batches_.front().rows) {
    if (!batches_.empty()) {
      batches_.pop_front();
      first_ = 0;
      continue;
    }
    const auto job = GYRE_TRY(source_.next_job());
    if (!job) return std::uint64_t{0};
    GYRE_TRY((*job)(0, [&](Batch batch) -> Result<bool> {
      batches_.push_back(std::move(batch));
      return true;
    }));
  }
  return batches_.front().rows - first_;
}

bool WrittenRows::is_same(const Comparison& how, const Column& written, std::uint64_t row,
                          const Column& expected, std::uint64_t expected_row) const {
  if (how.same_type && same_value(written, row, expected, expected_row)) return true;
  if (!text_) return false;
  const auto text = [&](const Column& column, std::uint64_t at,
                        const ValueWriter* writer) -> std::optional<std::string> {
    std::string out;
    if (column.is_valid(at) && !column.dtype.is(Kind::null)) {
      if (!writer) return std::string(text_at(column, at));
      writer->append(out, column, at);
    } else if (*text_ == TextStyle::json) {
      out = "null";
    } else {
      return std::nullopt;
    }
    return out;
  };
  return text(written, row, how.is_raw ? nullptr : how.written.get()) ==
         text(expected, expected_row, how.expected.get());
}

Result<void> WrittenRows::check(const Batch& expected) {
  GYRE_TRY(check_schema(expected.schema));
  for (std::uint64_t done = 0; done < expected.rows;) {
    const auto rows = std::min(GYRE_TRY(some()), expected.rows - done);
    if (rows == 0) return fail(Code::corrupt, "fewer than {} rows", rows_ + 1);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const auto &ours = batches_.front().columns[i], &theirs = expected.columns[i];
      for (std::uint64_t row = 0; row < rows; ++row)
        if (!is_same(columns_[i], ours, first_ + row, theirs, done + row))
          return fail(Code::corrupt, "row {}: column {} is {}, expected {}", rows_ + row,
                      expected.schema.field_name(i), to_text(scalar_at(ours, first_ + row)),
                      to_text(scalar_at(theirs, done + row)));
    }
    first_ += rows;
    done += rows;
    rows_ += rows;
  }
  return {};
}

Result<void> WrittenRows::check_end(const DType& expected) {
  GYRE_TRY(check_schema(expected));
  if (GYRE_TRY(some()) > 0) return fail(Code::corrupt, "more than {} rows", rows_);
  return {};
}

}  // namespace gyre
