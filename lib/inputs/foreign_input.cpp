#include "inputs/foreign_input.hpp"

#include <numeric>

#include "formats/formats.hpp"

namespace gyre {
namespace {

constexpr std::string_view file_magic = "ARROW1";

/// Standard input as a file of known length, if it is one.
std::shared_ptr<io::Source> open_standard_input() {
  auto file = io::open_file("/dev/stdin", io::Access::read);
  return file ? *std::move(file) : nullptr;
}

Result<std::unique_ptr<BatchSource>> open_parquet(const std::string& path, const Formats& formats,
                                                  const InputOptions& options) {
  auto file = path == "-" ? open_standard_input() : GYRE_TRY(io::open_file(path, options.access));
  if (!file) return fail(Code::unsupported, "a Parquet file cannot be read from a pipe");
  if (options.progress) options.progress->done_bytes = file->identity().size_bytes;
  return formats.parquet_input(std::move(file), options.shares);
}

Result<std::unique_ptr<BatchSource>> open_arrow(const std::string& path, const Formats& formats,
                                                const InputOptions& options) {
  if (path != "-") {
    // Mapped whatever the access, as a batch is then the file's own bytes.
    auto file = io::open_file(path, io::Access::map);
    if (!file && file.error().code != Code::invalid_argument)
      return std::unexpected(std::move(file).error());
    if (file) {
      const auto size = (*file)->identity().size_bytes;
      if (options.progress) options.progress->done_bytes = size;
      const auto front = GYRE_TRY(io::read_now(**file, {0, std::min(size, file_magic.size())}));
      if (front.text() == file_magic) return formats.arrow_file_input(*std::move(file));
    }
  }
  return formats.arrow_stream_input(GYRE_TRY(io::open_stream(path)));
}

Result<std::unique_ptr<BatchSource>> open_unnamed(const std::string& path, FileKind kind,
                                                  const InputOptions& options) {
  const auto& formats = *GYRE_TRY(load_formats());
  auto source = GYRE_TRY(kind == FileKind::parquet ? open_parquet(path, formats, options)
                                                   : open_arrow(path, formats, options));
  if (!options.request.select.empty() || options.request.where)
    return filtered(std::move(source), options.request);
  std::vector<std::size_t> all(source->schema().field_count());
  std::iota(all.begin(), all.end(), std::size_t{0});
  (void)GYRE_TRY(source->project(all));
  return source;
}

}  // namespace

Result<std::unique_ptr<BatchSource>> open_foreign(const std::string& path, FileKind kind,
                                                  const InputOptions& options) {
  return within(open_unnamed(path, kind, options), "{}", path == "-" ? "standard input" : path);
}

}  // namespace gyre
