#include "convert/rechunked.hpp"

#include "convert/detail/chunker.hpp"
#include "convert/detail/recut.hpp"

namespace gyre {
namespace {

class ChunkCutter final : public BatchCutter {
 public:
  ChunkCutter(const BatchSource& source, const ChunkBounds& bounds)
      : source_(source), chunker_(bounds, context_) {}
  const DType& schema() const override { return source_.schema(); }
  Result<bool> add(Batch batch) override {
    GYRE_TRY(chunker_.add(std::move(batch)));
    return true;
  }
  Result<std::optional<Batch>> take(bool at_end) override { return chunker_.take(at_end); }
  Result<void> reset() override {
    chunker_.reset();
    return {};
  }

 private:
  const BatchSource& source_;
  ReadContext context_;
  Chunker chunker_;
};

}  // namespace

std::unique_ptr<BatchSource> rechunked(BatchSource& source, const ChunkBounds& bounds,
                                       std::uint64_t job_bytes) {
  return recut(source, std::make_unique<ChunkCutter>(source, bounds), job_bytes);
}

}  // namespace gyre
