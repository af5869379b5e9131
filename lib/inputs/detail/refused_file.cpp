#include "inputs/detail/refused_file.hpp"

#include "io/local_file.hpp"

namespace gyre {
namespace {

/// A file that appears when it is finished.
class RefusedFile final : public ByteOutput {
 public:
  explicit RefusedFile(std::unique_ptr<io::Sink> sink) : sink_(std::move(sink)) {}
  Result<void> write(std::span<const std::byte> bytes) override {
    return sink_->write(Buffer::copy(bytes));
  }
  Result<void> finish() override {
    GYRE_TRY(sink_->commit());
    return {};
  }

 private:
  std::unique_ptr<io::Sink> sink_;
};

}  // namespace

std::unique_ptr<RefusedRecords> make_refused(const InputOptions& options) {
  if (!options.csv.skip_bad && options.csv.ragged != Ragged::skip) return nullptr;
  if (options.refused_file.empty()) return std::make_unique<RefusedRecords>();
  return std::make_unique<RefusedRecords>(
      [path = options.refused_file,
       overwrite = options.overwrite]() -> Result<std::unique_ptr<ByteOutput>> {
        return std::make_unique<RefusedFile>(GYRE_TRY(io::create_file(path, overwrite)));
      });
}

}  // namespace gyre
