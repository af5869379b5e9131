#include "inputs/detail/refused_file.hpp"

#include "io/local_file.hpp"

namespace gyre {
namespace {

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

Result<std::unique_ptr<ByteOutput>> create_refused_file(const std::string& path, bool overwrite) {
  return std::make_unique<RefusedFile>(GYRE_TRY(io::create_file(path, overwrite)));
}

}  // namespace gyre
