#include "convert/rechunked.hpp"

#include "convert/detail/chunker.hpp"
#include "convert/detail/recut.hpp"

namespace gyre {
namespace {

class ChunkCutter final : public BatchCutter {
 public:
  ChunkCutter(const BatchSource& source, std::uint64_t rows)
      : source_(source), chunker_(rows, context_) {}
  const DType& schema() const override { return source_.schema(); }
  Result<bool> add(Batch batch) override {
    chunker_.add(std::move(batch));
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

std::unique_ptr<BatchSource> rechunked(BatchSource& source, std::uint64_t rows) {
  return recut(source, std::make_unique<ChunkCutter>(source, rows));
}

}  // namespace gyre
