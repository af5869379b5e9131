#include "inputs/row_input.hpp"

#include "inputs/detail/watched_input.hpp"
#include "io/decompressed_input.hpp"
#include "rows/proto_text.hpp"
#include "rows/rows_files.hpp"
#include "rows/rows_reader.hpp"

namespace gyre {
namespace {

Result<RowSchema> schema_in(const std::string& path) {
  const auto text = GYRE_TRY(read_small_file(path, most_proto_bytes));
  return within(parse_proto(text), "{}", path);
}

Result<std::optional<RowSchema>> known_schema(const std::string& path, const std::string& given) {
  if (!given.empty()) return std::optional(GYRE_TRY(schema_in(given)));
  const auto beside = proto_path(path);
  if (path == "-" || !file_exists(beside)) return std::optional<RowSchema>{};
  return std::optional(GYRE_TRY(schema_in(beside)));
}

Result<std::unique_ptr<BatchSource>> open_source(const std::string& path,
                                                 const InputOptions& options) {
  RowsOptions rows;
  rows.schema = GYRE_TRY(known_schema(path, options.proto));
  rows.block_bytes = options.csv.block_size;
  rows.progress = options.progress;
  if (path != "-")
    if (const auto file = GYRE_TRY(find_row_blocks(path, options.access)))
      return read_row_blocks(file->data, file->index, rows);
  auto stream = GYRE_TRY(io::open_stream(path));
  if (options.progress) stream = watched(std::move(stream), *options.progress);
  return read_rows(GYRE_TRY(io::decompressed(std::move(stream))), rows);
}

}  // namespace

Result<Input> open_rows(const std::string& path, const InputOptions& options) {
  auto source = GYRE_TRY(open_source(path, options));
  if (!options.request.select.empty() || options.request.where)
    source = GYRE_TRY(filtered(std::move(source), options.request));
  return Input{FileKind::rows, std::move(source), nullptr, 0, {}};
}

}  // namespace gyre
