#include "file/footer.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/words.hpp"
#include "dtype/wire.hpp"
#include "file/magic.hpp"
#include "file/statistics.hpp"
#include "wire/container_generated.h"

namespace gyre {
namespace {

constexpr std::uint64_t first_read_bytes = 64 << 10;
constexpr unsigned max_alignment_exponent = 31;
constexpr unsigned max_depth = 64, max_tables = 1'000'000;

/// A flatbuffer's root at 8-aligned memory, verified.
template <class Table>
Result<const Table*> verified(const Buffer& aligned, std::string_view what) {
  flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(aligned.data()), aligned.size(), max_depth,
                                 max_tables);
  if (!verifier.VerifyBuffer<Table>(nullptr)) return fail(Code::corrupt, "{}: not a valid flatbuffer", what);
  return flatbuffers::GetRoot<Table>(aligned.data());
}

/// The last bytes of a file, grown to the front when the blobs begin earlier.
class Tail {
 public:
  Tail(io::Source& source, std::uint64_t file_bytes) : source_(source), file_bytes_(file_bytes) {}

  Result<void> reach(std::uint64_t offset) {
    if (offset >= start_) return {};
    auto before = GYRE_TRY(io::read_now(source_, {offset, start_ - offset}));
    if (bytes_.empty()) {
      bytes_ = std::move(before);
    } else {
      auto joined = MutableBuffer::uninitialized(0);
      joined.reserve(before.size() + bytes_.size());
      joined.append(before.bytes());
      joined.append(bytes_.bytes());
      bytes_ = std::move(joined).freeze();
    }
    start_ = offset;
    return {};
  }

  std::uint64_t start() const { return start_; }
  /// A copy at 8-aligned memory; the range has been reached.
  Buffer aligned(std::uint64_t offset, std::uint64_t size) const {
    return Buffer::copy(bytes_.bytes().subspan(static_cast<std::size_t>(offset - start_), static_cast<std::size_t>(size)));
  }

 private:
  io::Source& source_;
  std::uint64_t file_bytes_;
  std::uint64_t start_ = file_bytes_;
  Buffer bytes_;
};

Result<TailBlob> blob_of(const wire::PostscriptSegment* at, std::string_view what, std::uint64_t file_bytes) {
  if (!at) return fail(Code::corrupt, "postscript: no {}", what);
  if (at->encryption() || (at->compression() && at->compression()->scheme() != wire::CompressionScheme::None))
    return fail(Code::unsupported, "postscript: the {} is compressed or encrypted", what);
  if (at->alignment_exponent() > max_alignment_exponent)
    return fail(Code::corrupt, "postscript: the {} asks for an alignment of 2^{}", what, at->alignment_exponent());
  if (at->offset() > file_bytes || at->length() > file_bytes - at->offset())
    return fail(Code::corrupt, "postscript: the {} lies at bytes {} to {} of a file of {}", what, at->offset(),
                at->offset() + at->length(), file_bytes);
  return TailBlob{at->offset(), at->length()};
}

Result<void> read_segments(const wire::Footer& from, Footer& footer) {
  if (!from.segment_specs()) return fail(Code::corrupt, "footer: no list of segments");
  footer.segments.reserve(from.segment_specs()->size());
  std::uint64_t before = 0;
  for (const auto* spec : *from.segment_specs()) {
    const auto number = footer.segments.size();
    if (spec->compression() != 0 || spec->encryption() != 0)
      return fail(Code::unsupported, "footer: segment {} is compressed or encrypted", number);
    if (spec->alignment_exponent() > max_alignment_exponent)
      return fail(Code::corrupt, "footer: segment {} asks for an alignment of 2^{}", number, spec->alignment_exponent());
    if (spec->offset() < before) return fail(Code::corrupt, "footer: segment {} begins before the one before it", number);
    before = spec->offset();
    footer.segments.push_back({spec->offset(), spec->length(), spec->alignment_exponent()});
  }
  return {};
}

template <class Specs>
void read_ids(const Specs* specs, std::vector<std::string>& out) {
  if (!specs) return;
  for (const auto* spec : *specs) out.push_back(spec->id()->str());
}

}  // namespace

Result<Footer> read_footer(io::Source& source, const std::optional<DType>& dtype) {
  Footer footer;
  const auto size = footer.file_bytes = source.identity().size_bytes;
  if (size < end_marker_bytes) return fail(Code::corrupt, "{} bytes are too few for a Vortex file", size);
  Tail tail(source, size);
  GYRE_TRY(tail.reach(size - std::min(size, first_read_bytes)));

  const auto marker = tail.aligned(size - end_marker_bytes, end_marker_bytes);
  if (std::memcmp(marker.data() + 4, magic.data(), magic.size()) != 0)
    return fail(Code::corrupt, "not a Vortex file: the last 4 bytes are not \"VTXF\"");
  footer.version = load<std::uint16_t>(marker.data());
  if (footer.version != 1) return fail(Code::unsupported, "Vortex file version {}, expected 1", footer.version);
  footer.postscript_bytes = load<std::uint16_t>(marker.data() + 2);
  if (footer.postscript_bytes == 0 || footer.postscript_bytes > size - end_marker_bytes)
    return fail(Code::corrupt, "postscript of {} bytes in a file of {}", footer.postscript_bytes, size);

  const auto postscript_at = size - end_marker_bytes - footer.postscript_bytes;
  GYRE_TRY(tail.reach(postscript_at));
  const auto postscript_blob = tail.aligned(postscript_at, footer.postscript_bytes);
  const auto* postscript = GYRE_TRY(verified<wire::Postscript>(postscript_blob, "postscript"));
  footer.layout_blob = GYRE_TRY(blob_of(postscript->layout(), "layout", postscript_at));
  footer.footer_blob = GYRE_TRY(blob_of(postscript->footer(), "footer", postscript_at));
  auto first = std::min(footer.layout_blob.offset, footer.footer_blob.offset);
  if (postscript->dtype()) {
    footer.dtype_blob = GYRE_TRY(blob_of(postscript->dtype(), "dtype", postscript_at));
    first = std::min(first, footer.dtype_blob->offset);
  } else if (!dtype) {
    return fail(Code::corrupt, "postscript: no dtype, and none was given");
  }
  if (postscript->statistics()) {
    footer.statistics_blob = GYRE_TRY(blob_of(postscript->statistics(), "statistics", postscript_at));
    first = std::min(first, footer.statistics_blob->offset);
  }
  GYRE_TRY(tail.reach(first));
  footer.leading_magic_read = tail.start() == 0;
  if (footer.leading_magic_read)
    footer.leading_magic_valid = std::memcmp(tail.aligned(0, magic.size()).data(), magic.data(), magic.size()) == 0;

  const auto blob = [&](const TailBlob& at) { return tail.aligned(at.offset, at.size_bytes); };
  footer.dtype = footer.dtype_blob ? GYRE_TRY(within(read_dtype(blob(*footer.dtype_blob).bytes()), "dtype")) : *dtype;

  const auto footer_blob = blob(footer.footer_blob);
  const auto* from = GYRE_TRY(verified<wire::Footer>(footer_blob, "footer"));
  GYRE_TRY(read_segments(*from, footer));
  auto ids = std::make_shared<std::vector<std::string>>();
  read_ids(from->array_specs(), *ids);
  const auto array_id_count = ids->size();
  read_ids(from->layout_specs(), *ids);
  footer.array_ids.assign(ids->begin(), ids->begin() + static_cast<std::ptrdiff_t>(array_id_count));
  footer.layout_ids.assign(ids->begin() + static_cast<std::ptrdiff_t>(array_id_count), ids->end());
  footer.ids_owner = std::move(ids);
  footer.layout = GYRE_TRY(LayoutView::parse(blob(footer.layout_blob), footer.layout_ids));
  if (footer.statistics_blob)
    footer.statistics =
        GYRE_TRY(within(read_file_statistics(blob(*footer.statistics_blob), footer.dtype, footer.rows()), "statistics"));
  return footer;
}

}  // namespace gyre
