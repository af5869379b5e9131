#include <string_view>

#include "dtype/text.hpp"
#include "fuzz/input.hpp"
#include "fuzz/text_outcome.hpp"
#include "text/ndjson_reader.hpp"

namespace gyre::fuzz {
namespace {

/// Takes options from four bytes; zeros are the usual ones.
TextOptions read_options(Input& input) {
  TextOptions options;
  const unsigned flags = input.byte(), sample = input.byte(), rows = input.byte();
  const unsigned types = input.byte();
  options.all_text = (flags & 3) == 3;
  options.skip_bad = (flags & 4) != 0;
  options.sample_rows = sample == 0 ? std::nullopt : std::optional<std::uint64_t>(sample);
  options.block_size = std::size_t{1} << 14;  // quicker to have than the default
  if (rows > 0) options.rows_per_batch = std::uint64_t{rows} * rows;
  options.bytes_per_batch = (rows & 1) != 0 ? std::size_t{64} : std::size_t{1} << 16;
  constexpr std::string_view given[] = {"bool",
                                        "i8",
                                        "u64",
                                        "f32",
                                        "utf8",
                                        "date",
                                        "timestamp(us, UTC)",
                                        "binary",
                                        "json",
                                        "decimal(9,2)",
                                        "list(i64)",
                                        "list(utf8, 2)",
                                        "struct(a: i64, b: list(bool))"};
  if (types > 0 && types <= std::size(given))
    if (auto dtype = parse_dtype(given[types - 1]))
      options.types.emplace_back("a", *std::move(dtype));
  return options;
}

}  // namespace
}  // namespace gyre::fuzz

// Options, then lines of JSON: types guessed, all rows read; how the text comes in must not matter.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gyre;
  fuzz::Input input(data, size);
  auto options = fuzz::read_options(input);
  fuzz::check_pieces<NdjsonSource>(input, std::move(options));
  return 0;
}
