#include "inputs/vortex_input.hpp"

namespace gyre {

Result<Input> open_vortex(const std::string& path, const InputOptions& options,
                          const EncodingTable& encodings, const LayoutTable& layouts) {
  auto source = GYRE_TRY(io::open_file(path, options.access));
  auto file = GYRE_TRY(VortexFile::open(std::move(source), encodings, layouts));
  auto executor = make_cpu_executor({.plain = options.plain,
                                     .job_bytes = options.shares.job_bytes,
                                     .most_column_bytes = options.shares.most_column_bytes});
  auto plan = GYRE_TRY(make_plan(std::move(file), options.request));
  auto scan = std::make_unique<ScanSource>(std::move(plan), std::move(executor));
  auto* borrowed = scan.get();
  return Input{FileKind::vortex, std::move(scan), borrowed, 0, {}};
}

}  // namespace gyre
