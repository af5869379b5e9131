#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "array/encoding.hpp"
#include "file/footer.hpp"
#include "io/source.hpp"
#include "layout/layout.hpp"

namespace gyre {

/// An open Vortex file: footer, layouts, segments. Any thread may use it.
class VortexFile final : public SegmentSource {
 public:
  /// The tables live longer than the file.
  static Result<std::shared_ptr<VortexFile>> open(std::shared_ptr<io::Source> source,
                                                  const EncodingTable& encodings,
                                                  const LayoutTable& layouts);

  /// One whose footer was read already, perhaps a broken file's: segments may lie outside, and fail when they are read.
  static std::shared_ptr<VortexFile> with_footer(std::shared_ptr<io::Source> source, Footer footer,
                                                 const EncodingTable& encodings,
                                                 const LayoutTable& layouts);

  const Footer& footer() const { return footer_; }
  const io::Identity& identity() const { return source_->identity(); }

  /// What the file looks like as a table: the fields of a non-null root struct, or one column "value" for any other root.
  const DType& schema() const { return schema_; }
  /// Column `index` of schema(), opened on first use.
  Result<LayoutRef> column(std::size_t index);
  /// Statistics of the whole column; null where the file has none.
  const Statistics* statistics(std::size_t column) const;

  Result<Buffer> segment(std::uint32_t number) override;
  Result<ArrayRef> array(std::uint32_t number, const DType& dtype, std::uint64_t rows) override;

  /// Bytes of segments handed out so far, and how many.
  std::uint64_t bytes_read() const { return bytes_read_; }
  std::uint64_t segments_read() const { return segments_read_; }

 private:
  VortexFile(std::shared_ptr<io::Source> source, Footer footer, const EncodingTable& encodings,
             const LayoutTable& layouts);

  std::shared_ptr<io::Source> source_;
  Footer footer_;
  const EncodingTable& encodings_;
  const LayoutTable& layouts_;
  DType schema_;
  std::mutex mutex_;
  LayoutRef root_;  // opened on first use
  std::atomic<std::uint64_t> bytes_read_ = 0, segments_read_ = 0;
};

}  // namespace gyre
