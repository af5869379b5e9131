#include "inputs/text_input.hpp"

#include "base/peeked_input.hpp"
#include "inputs/detail/refused_file.hpp"
#include "inputs/detail/watched_input.hpp"
#include "io/decompressed_input.hpp"
#include "text/csv_reader.hpp"
#include "text/ndjson_reader.hpp"
#include "text/utf8_input.hpp"

namespace gyre {
namespace {

/// Lines that begin like an object are NDJSON.
FileKind kind_of_text(std::string_view front) {
  const auto first = front.find_first_not_of("\xef\xbb\xbf \t\r\n");
  const bool object = first != std::string_view::npos && front[first] == '{';
  return object ? FileKind::ndjson : FileKind::csv;
}

Result<void> check_ndjson(const std::string& path, const InputOptions& options) {
  const CsvOptions plain;
  const auto& csv = options.csv;
  if (options.delimiter || csv.guess_delimiter || csv.quote != plain.quote || !csv.header ||
      !csv.null_words.empty() || csv.ragged != plain.ragged ||
      csv.decimal_mark != plain.decimal_mark)
    return fail(Code::invalid_argument,
                "{}: NDJSON has no delimiter, quote, header, null words, ragged rows or decimal "
                "mark to be told of",
                path);
  return {};
}

}  // namespace

Result<Input> open_text(const std::string& path, std::optional<FileKind> kind,
                        const InputOptions& options) {
  if (!options.proto.empty())
    return fail(Code::invalid_argument, "{}: {} tells the types of rows, not of text", path,
                options.proto);
  auto input = GYRE_TRY(io::open_stream(path));
  if (options.progress) input = watched(std::move(input), *options.progress);
  input = GYRE_TRY(io::decompressed(std::move(input)));
  input = GYRE_TRY(within(utf8_input(std::move(input), options.encoding), "{}", path));
  if (!kind) {
    constexpr std::size_t front_bytes = 4096;
    auto peeked = GYRE_TRY(PeekedInput::open(std::move(input), front_bytes));
    kind = kind_of_text(peeked->front());
    input = std::move(peeked);
  }

  Input opened{*kind, nullptr};
  auto csv = options.csv;
  if (!csv.refused) {
    opened.refused = make_refused(options);
    csv.refused = opened.refused.get();
  }
  csv.bytes_per_batch = std::min<std::size_t>(csv.bytes_per_batch, options.shares.job_bytes);
  if (kind == FileKind::ndjson) {
    GYRE_TRY(check_ndjson(path, options));
    auto source = GYRE_TRY(NdjsonSource::open(std::move(input), csv));
    opened.text = source.get();
    opened.source = std::move(source);
  } else {
    csv.delimiter = options.delimiter.value_or(kind == FileKind::tsv ? '\t' : ',');
    auto source = GYRE_TRY(CsvSource::open(std::move(input), csv));
    opened.text = source.get();
    opened.source = std::move(source);
  }
  if (!options.request.select.empty() || options.request.where)
    opened.source = GYRE_TRY(filtered(std::move(opened.source), options.request));
  return opened;
}

}  // namespace gyre
