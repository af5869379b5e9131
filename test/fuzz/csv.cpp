#include <string_view>

#include "dtype/text.hpp"
#include "fuzz/expect.hpp"
#include "fuzz/input.hpp"
#include "fuzz/text_outcome.hpp"
#include "text/csv_reader.hpp"

namespace gyre::fuzz {
namespace {

/// Takes options from five bytes; zeros are the usual ones.
CsvOptions read_options(Input& input) {
  CsvOptions options;
  const unsigned characters = input.byte(), flags = input.byte();
  options.delimiter = ",\t;|, :a"[characters % 8];
  options.quote = "\"\"\"'\"|"[characters / 8 % 6];
  if (characters >= 192) options.quote.reset();
  options.header = (flags & 1) == 0;
  options.all_text = (flags & 6) == 6;
  options.decimal_mark = (flags & 24) == 24 ? ',' : '.';
  options.ragged = static_cast<Ragged>(flags / 32 % 3);
  options.skip_bad = (flags & 10) == 10;
  if ((flags & 128) != 0) options.null_words = {"NA", "null", "-"};
  const unsigned sample = input.byte(), rows = input.byte(), types = input.byte();
  options.sample_rows = sample == 0 ? std::nullopt : std::optional<std::uint64_t>(sample);
  options.block_size = std::size_t{1} << 14;  // quicker to have than the default
  if (rows > 0) options.rows_per_batch = std::uint64_t{rows} * rows;
  options.bytes_per_batch = (rows & 1) != 0 ? std::size_t{64} : std::size_t{1} << 16;
  options.record_limit = std::size_t{1 << 16} >> (rows % 11);
  constexpr std::string_view given[] = {
      "bool",   "i8",           "u64",  "i64", "f32", "f64", "utf8", "date", "timestamp(us, UTC)",
      "binary", "decimal(9,2)", "time", "f16"};
  if (types > 0 && types <= std::size(given))
    if (auto dtype = parse_dtype(given[types - 1]))
      options.types.emplace_back("a", *std::move(dtype));
  return options;
}

}  // namespace
}  // namespace gyre::fuzz

// Options, then text: types guessed, all rows read; how the text comes in must not matter.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gyre;
  fuzz::Input input(data, size);
  auto options = fuzz::read_options(input);
  fuzz::check_pieces<CsvSource>(input, std::move(options));
  return 0;
}
