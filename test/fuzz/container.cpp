#include <memory>

#include "encodings/builtin.hpp"
#include "file/describe.hpp"
#include "file/vortex_file.hpp"
#include "fuzz/input.hpp"
#include "fuzz/read_checks.hpp"
#include "layout/layout.hpp"
#include "scan/scan_source.hpp"
#include "support/memory_io.hpp"

namespace gyre::fuzz {
namespace {

constexpr std::uint64_t most_rows = 4096, most_elements = 1 << 16;
constexpr std::size_t most_filters = 4;

/// Hands out every range as memory of its own.
class ExactSource final : public io::Source {
 public:
  explicit ExactSource(Buffer bytes) : bytes_(std::move(bytes)) {}

  const io::Identity& identity() const override { return identity_; }
  io::Profile profile() const override { return {0, 1 << 20, 1}; }
  std::optional<Buffer> mapped(io::ByteRange range) override {
    return exact_copy(bytes_.bytes().subspan(range.offset, range.size));
  }
  Ticket read(std::span<const io::ByteRange>, io::Destination&, Done done) override {
    done(fail(Code::io, "all of this source is mapped"));
    return 0;
  }
  void cancel(Ticket) override {}

 private:
  Buffer bytes_;
  io::Identity identity_{"fuzz.vortex", bytes_.size(), "1"};
};

struct Tables {
  EncodingTable encodings{builtin_encodings()};
  LayoutTable layouts{builtin_layouts()};
};

/// Rows that fit into memory when all columns are read; 0 where not even one does.
std::uint64_t rows_that_fit(VortexFile& file) {
  const auto& schema = file.schema();
  auto rows = std::min(file.footer().rows(), most_rows);
  rows = std::min(rows, most_elements / values_per_row(schema));
  for (std::size_t i = 0; i < schema.field_count(); ++i) {
    const auto column = file.column(i);
    if (!column || (*column)->rows() < rows) continue;
    ReadContext context;
    const auto reader = (*column)->reader({0, rows}, file, context);
    std::uint64_t room = most_elements;
    if (reader && !lists_fit(**reader, {0, rows}, room)) return 0;
  }
  return rows;
}

/// Reads what a request asks for, at most `rows` rows.
void scan(const std::shared_ptr<VortexFile>& file, ScanRequest request, std::uint64_t rows) {
  request.limit = rows;
  auto plan = make_plan(file, request);
  if (!plan) return;
  (void)explain(*plan);
  for (auto& range : plan->ranges) range = range.cut({0, rows});
  std::erase_if(plan->ranges, [](RowRange range) { return range.empty(); });
  ScanSource source(*std::move(plan), make_cpu_executor({.most_column_bytes = 64 << 20}));
  (void)read_all(source);
}

void open_and_scan(const std::shared_ptr<io::Source>& source, const Tables& tables) {
  const auto opened = VortexFile::open(source, tables.encodings, tables.layouts);
  if (!opened) return;
  const auto& file = *opened;
  const auto rows = rows_that_fit(*file);
  if (rows == 0) return;
  scan(file, {}, rows);
  const auto& schema = file->schema();
  for (std::size_t i = 0; i < std::min(schema.field_count(), most_filters); ++i) {
    const auto name = expr::quoted_name(schema.field_name(i));
    for (const auto* test : {" is null", " > 0", " < 'm'"}) {
      ScanRequest request;
      auto where = expr::parse(name + test);
      if (!where) continue;
      request.where = *std::move(where);
      scan(file, std::move(request), rows);
    }
  }
}

}  // namespace
}  // namespace gyre::fuzz

// A whole file: described, opened, all columns read, filters asked of its zone maps.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gyre;
  static const fuzz::Tables tables;
  const auto bytes = fuzz::exact_copy(std::as_bytes(std::span(data, size)));
  const auto description =
      describe(std::make_shared<test::MemorySource>(bytes), tables.encodings, tables.layouts);
  const auto source = std::make_shared<fuzz::ExactSource>(bytes);
  if (description.parts.has_segments)
    for (std::uint32_t i = 0; i < description.segments.size(); ++i)
      (void)read_array_tree(*source, description.footer(), i);
  fuzz::open_and_scan(source, tables);
  return 0;
}
