#include "inputs/inputs.hpp"

#include <algorithm>

#include "expr/prune.hpp"
#include "inputs/detail/file_chain.hpp"
#include "inputs/detail/hive_table.hpp"
#include "inputs/detail/refused_file.hpp"
#include "store/hive.hpp"
#include "store/listing.hpp"

namespace gyre {
namespace {

Result<std::vector<std::string>> all_files(std::span<const std::string> locations) {
  std::vector<std::string> files;
  for (const auto& location : locations) {
    auto found = GYRE_TRY(
        list_files(location, [](std::string_view name) { return kind_by_name(name).has_value(); }));
    std::ranges::move(found, std::back_inserter(files));
  }
  return files;
}

std::uint64_t size_of(const std::string& path) {
  const auto file = io::open_file(path, io::Access::read);
  return file ? (*file)->identity().size_bytes : 0;
}

/// Whether a file whose folders say the values of a row may hold rows that pass.
bool may_pass(const expr::Predicate& filter, const Batch& hive, std::size_t row,
              std::size_t first_hive_column) {
  std::vector<std::optional<Statistics>> known;
  for (const auto& column : filter.columns()) {
    auto& statistics = known.emplace_back();
    if (column.path.size() > 1 || column.path.front() < first_hive_column) continue;
    auto value = scalar_at(hive.columns[column.path.front() - first_hive_column], row);
    statistics.emplace();
    statistics->rows = 1;
    statistics->null_count = value.is_null() ? 1 : 0;
    statistics->nan_count = 0;
    if (value.is_null()) continue;
    statistics->min = statistics->max = std::move(value);
    statistics->min_exact = statistics->max_exact = true;
  }
  return expr::possible(
             filter, [&](std::size_t column) { return known[column] ? &*known[column] : nullptr; })
      .may_be_true();
}

/// The files' rows with the columns of their folders, then the request on all of it.
Result<std::unique_ptr<BatchSource>> filtered_chain(std::unique_ptr<FileChain> chain,
                                                    const Batch& hive, const ScanRequest& request) {
  const auto first = chain->schema().field_count() - hive.columns.size();
  if (request.where) {
    const auto filter = GYRE_TRY(expr::bind(*request.where, chain->schema()));
    chain->keep_files([&](std::size_t row) { return may_pass(filter, hive, row, first); });
  }
  return filtered(std::move(chain), request);
}

}  // namespace

Result<Input> open_inputs(std::span<const std::string> locations, bool hive,
                          const InputOptions& options, const EncodingTable& encodings,
                          const LayoutTable& layouts) {
  const auto paths = GYRE_TRY(all_files(locations));
  if (paths.size() == 1 && (!hive || hive_values(paths.front()).empty()))
    return open_input(paths.front(), options, encodings, layouts);
  if (std::ranges::find(paths, "-") != paths.end())
    return fail(Code::invalid_argument, "-: standard input is read alone, not with other files");

  std::vector<FileChain::File> files;
  for (const auto& path : paths) {
    const auto kind = GYRE_TRY(kind_of_input(path, options));
    files.push_back({path, kind, files.size()});
  }
  Batch table{DType::structure({}), paths.size(), {}};
  if (hive) table = GYRE_TRY(hive_table(paths, options.csv));

  // Files that know their types answer the request themselves, as long as it does not ask for what folders say.
  const bool guessed = std::ranges::any_of(
      files, [](const auto& file) { return !file.kind || is_text(*file.kind); });
  const bool pushes = !guessed && table.columns.empty();
  auto refused = guessed ? make_refused(options) : nullptr;
  auto own = options;
  own.csv.refused = refused.get();
  if (!pushes)
    own.request = {.select = {}, .where = {}, .limit = {}, .prune = options.request.prune};

  const auto kind = files.front().kind.value_or(FileKind::csv);
  std::uint64_t size_bytes = 0;
  for (const auto& path : paths) size_bytes += size_of(path);
  auto chain = GYRE_TRY(FileChain::make(std::move(files), table, own, encodings, layouts));
  Input input{kind, nullptr, nullptr, size_bytes, std::move(refused)};
  input.source = pushes ? std::move(chain)
                        : GYRE_TRY(filtered_chain(std::move(chain), table, options.request));
  return input;
}

}  // namespace gyre
