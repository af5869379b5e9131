#include "formats/detail/table.hpp"

namespace gyre {

extern "C" __attribute__((visibility("default"))) const Formats* gyre_formats() {
  static constexpr Formats formats{.arrow_file_input = formats::arrow_file_input,
                                   .arrow_stream_input = formats::arrow_stream_input,
                                   .arrow_output = formats::arrow_output,
                                   .parquet_input = formats::parquet_input,
                                   .parquet_output = formats::parquet_output,
                                   .describe_parquet = formats::describe_parquet};
  return &formats;
}

}  // namespace gyre
