#include "inputs/input.hpp"

#include "inputs/foreign_input.hpp"
#include "inputs/row_input.hpp"
#include "inputs/text_input.hpp"
#include "inputs/vortex_input.hpp"
#include "io/decompressed_input.hpp"

namespace gyre {

Result<std::optional<FileKind>> kind_of_input(const std::string& path,
                                              const InputOptions& options) {
  if (options.from) return options.from;
  if (path != "-") {
    // What cannot be opened as a file of known length (a named pipe) goes by its name.
    auto file = io::open_file(path, io::Access::read);
    if (!file && file.error().code != Code::invalid_argument)
      return std::unexpected(std::move(file).error());
    if (file)
      if (const auto kind = kind_by_content(**file)) return kind;
  }
  return kind_by_name(io::without_compression(path));
}

Result<Input> open_input(const std::string& path, const InputOptions& options,
                         const EncodingTable& encodings, const LayoutTable& layouts) {
  const auto kind = GYRE_TRY(kind_of_input(path, options));
  if (!kind) return open_text(path, kind, options);
  switch (*kind) {
    case FileKind::vortex:
      if (path == "-")
        return fail(Code::unsupported, "a Vortex file cannot be read from standard input");
      return open_vortex(path, options, encodings, layouts);
    case FileKind::csv:
    case FileKind::tsv:
    case FileKind::ndjson: return open_text(path, kind, options);
    case FileKind::parquet:
    case FileKind::arrow:
      return Input{*kind, GYRE_TRY(open_foreign(path, *kind, options)), nullptr, 0, {}};
    case FileKind::rows: return open_rows(path, options);
  }
  return fail(Code::unsupported, "{}: {} files cannot be read", path, name_of(*kind));
}

}  // namespace gyre
