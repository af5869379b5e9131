#include "file/footer.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/words.hpp"
#include "dtype/wire.hpp"
#include "file/looks_like.hpp"
#include "file/magic.hpp"
#include "file/statistics.hpp"
#include "wire/container_generated.h"

namespace gyre {
namespace {

constexpr std::uint64_t first_read_bytes = 64 << 10;
constexpr std::uint64_t max_gap_bytes = 1 << 20;  // between blobs that are read together
constexpr unsigned max_alignment_exponent = 31;
constexpr unsigned max_depth = 64, max_tables = 1'000'000;

/// A flatbuffer's root at 8-aligned memory, verified.
template <class Table>
Result<const Table*> verified(const Buffer& aligned) {
  flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(aligned.data()),
                                 aligned.size(), max_depth, max_tables);
  if (!verifier.VerifyBuffer<Table>(nullptr)) return fail(Code::corrupt, "not a valid flatbuffer");
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
  /// A copy at 8-aligned memory; the range lies inside the file.
  Result<Buffer> aligned(std::uint64_t offset, std::uint64_t size) const {
    if (offset < start_)
      return Buffer::copy(GYRE_TRY(io::read_now(source_, {offset, size})).bytes());
    return Buffer::copy(bytes_.bytes().subspan(static_cast<std::size_t>(offset - start_),
                                               static_cast<std::size_t>(size)));
  }

 private:
  io::Source& source_;
  std::uint64_t file_bytes_;
  std::uint64_t start_ = file_bytes_;
  Buffer bytes_;
};

Result<TailBlob> blob_of(const wire::PostscriptSegment* at, std::string_view what,
                         std::uint64_t file_bytes) {
  if (!at) return fail(Code::corrupt, "no {}", what);
  if (at->encryption() ||
      (at->compression() && at->compression()->scheme() != wire::CompressionScheme::None))
    return fail(Code::unsupported, "the {} is compressed or encrypted", what);
  if (at->alignment_exponent() > max_alignment_exponent)
    return fail(Code::corrupt, "the {} asks for an alignment of 2^{}", what,
                at->alignment_exponent());
  if (at->offset() > file_bytes || at->length() > file_bytes - at->offset())
    return fail(Code::corrupt, "the {} lies at bytes {} to {} of a file of {}", what, at->offset(),
                at->offset() + at->length(), file_bytes);
  return TailBlob{at->offset(), at->length()};
}

Result<void> read_segments(const wire::Footer& from, Footer& footer) {
  if (!from.segment_specs()) return fail(Code::corrupt, "no list of segments");
  footer.segments.reserve(from.segment_specs()->size());
  std::uint64_t before = 0;
  for (const auto* spec : *from.segment_specs()) {
    const auto number = footer.segments.size();
    if (spec->compression() != 0 || spec->encryption() != 0)
      return fail(Code::unsupported, "segment {} is compressed or encrypted", number);
    if (spec->alignment_exponent() > max_alignment_exponent)
      return fail(Code::corrupt, "segment {} asks for an alignment of 2^{}", number,
                  spec->alignment_exponent());
    if (spec->offset() < before)
      return fail(Code::corrupt, "segment {} begins before the one before it", number);
    before = spec->offset();
    footer.segments.push_back({spec->offset(), spec->length(), spec->alignment_exponent()});
  }
  return {};
}

/// Appends ids. Entries may point at one text many times over, so `bytes_left` bounds what comes out.
template <class Specs>
Result<void> read_ids(const Specs* specs, std::vector<std::string>& out, std::size_t& bytes_left) {
  if (!specs) return {};
  for (const auto* spec : *specs) {
    if (spec->id()->size() > bytes_left)
      return fail(Code::corrupt, "the ids add up to more than the footer");
    bytes_left -= spec->id()->size();
    out.push_back(spec->id()->str());
  }
  return {};
}

/// Why a file does not end as a Vortex file does.
std::unexpected<Error> wrong_end(io::Source& source, std::uint64_t size) {
  const auto front =
      GYRE_TRY(io::read_now(source, {0, std::min<std::uint64_t>(size, looks_like_bytes)}));
  const auto kind = looks_like(front.bytes());
  if (kind == "Vortex")
    return fail(Code::corrupt,
                "begins as a Vortex file, but does not end with the magic \"VTXF\": cut short, or "
                "something was added");
  if (size < end_marker_bytes)
    return fail(Code::corrupt, "{} bytes are too few for a Vortex file", size);
  if (!kind.empty()) return fail(Code::corrupt, "not a Vortex file (it looks like {})", kind);
  return fail(Code::corrupt, "not a Vortex file: it does not end with the magic \"VTXF\"");
}

/// Reads the parts of a footer one by one; those that do not hang on a broken one are read all the same.
class FooterReader {
 public:
  FooterReader(io::Source& source, const std::optional<DType>& dtype)
      : source_(source), size_(source.identity().size_bytes), tail_(source, size_), dtype_(dtype) {}

  FooterParts read() && {
    parts_.footer.file_bytes = size_;
    if (step("", [this] { return read_end(); }) &&
        step("postscript", [this] { return read_postscript(); })) {
      parts_.has_dtype = step("dtype", [this] { return read_dtype_blob(); });
      parts_.has_segments = step("footer", [this] { return read_footer_blob(); });
      parts_.has_layout = step("layout", [this] { return read_layout(); });
      if (parts_.has_dtype && parts_.has_layout)
        step("statistics", [this] { return read_statistics(); });
    }
    return std::move(parts_);
  }

 private:
  template <class Body>
  bool step(std::string_view where, Body&& body) {
    auto done = body();
    if (done) return true;
    auto& [code, message] = done.error();
    const auto place = fmt::format("{}: ", where);
    if (message.starts_with(place)) message.erase(0, place.size());
    parts_.faults.push_back({code, std::string(where), std::move(message)});
    return false;
  }

  Result<Buffer> blob(const TailBlob& at) const { return tail_.aligned(at.offset, at.size_bytes); }

  Result<void> read_end() {
    auto& footer = parts_.footer;
    if (size_ < end_marker_bytes) return wrong_end(source_, size_);
    GYRE_TRY(tail_.reach(size_ - std::min(size_, first_read_bytes)));
    const auto marker = GYRE_TRY(tail_.aligned(size_ - end_marker_bytes, end_marker_bytes));
    if (std::memcmp(marker.data() + 4, magic.data(), magic.size()) != 0)
      return wrong_end(source_, size_);
    footer.version = load<std::uint16_t>(marker.data());
    parts_.has_version = true;
    if (footer.version != 1)
      return fail(Code::unsupported, "Vortex file version {}, expected 1", footer.version);
    footer.postscript_bytes = load<std::uint16_t>(marker.data() + 2);
    return {};
  }

  Result<void> read_postscript() {
    auto& footer = parts_.footer;
    if (footer.postscript_bytes == 0 || footer.postscript_bytes > size_ - end_marker_bytes)
      return fail(Code::corrupt, "{} bytes in a file of {}", footer.postscript_bytes, size_);
    const auto at = size_ - end_marker_bytes - footer.postscript_bytes;
    GYRE_TRY(tail_.reach(at));
    const auto bytes = GYRE_TRY(tail_.aligned(at, footer.postscript_bytes));
    const auto* postscript = GYRE_TRY(verified<wire::Postscript>(bytes));
    footer.layout_blob = GYRE_TRY(blob_of(postscript->layout(), "layout", at));
    footer.footer_blob = GYRE_TRY(blob_of(postscript->footer(), "footer", at));
    auto first = std::min(footer.layout_blob.offset, footer.footer_blob.offset);
    if (postscript->dtype()) {
      footer.dtype_blob = GYRE_TRY(blob_of(postscript->dtype(), "dtype", at));
      first = std::min(first, footer.dtype_blob->offset);
    }
    if (postscript->statistics()) {
      footer.statistics_blob = GYRE_TRY(blob_of(postscript->statistics(), "statistics", at));
      first = std::min(first, footer.statistics_blob->offset);
    }
    const auto blob_bytes = std::uint64_t{footer.layout_blob.size_bytes} +
                            footer.footer_blob.size_bytes +
                            (footer.dtype_blob ? footer.dtype_blob->size_bytes : 0) +
                            (footer.statistics_blob ? footer.statistics_blob->size_bytes : 0);
    if (first + blob_bytes + max_gap_bytes >= at) GYRE_TRY(tail_.reach(first));
    footer.leading_magic_read = tail_.start() == 0;
    if (footer.leading_magic_read)
      footer.leading_magic_valid = std::memcmp(GYRE_TRY(tail_.aligned(0, magic.size())).data(),
                                               magic.data(), magic.size()) == 0;
    return {};
  }

  Result<void> read_dtype_blob() {
    auto& footer = parts_.footer;
    if (!footer.dtype_blob && !dtype_)
      return fail(Code::corrupt, "not in the file, and none was given");
    if (!footer.dtype_blob) {
      footer.dtype = *dtype_;
      return {};
    }
    const auto bytes = GYRE_TRY(blob(*footer.dtype_blob));
    footer.dtype = GYRE_TRY(read_dtype(bytes.bytes()));
    return {};
  }

  Result<void> read_footer_blob() {
    auto& footer = parts_.footer;
    const auto bytes = GYRE_TRY(blob(footer.footer_blob));
    const auto* from = GYRE_TRY(verified<wire::Footer>(bytes));
    GYRE_TRY(read_segments(*from, footer));
    auto ids = std::make_shared<std::vector<std::string>>();
    std::size_t id_bytes = bytes.size();
    GYRE_TRY(read_ids(from->array_specs(), *ids, id_bytes));
    const auto array_id_count = ids->size();
    GYRE_TRY(read_ids(from->layout_specs(), *ids, id_bytes));
    footer.array_ids.assign(ids->begin(),
                            ids->begin() + static_cast<std::ptrdiff_t>(array_id_count));
    footer.layout_ids.assign(ids->begin() + static_cast<std::ptrdiff_t>(array_id_count),
                             ids->end());
    footer.ids_owner = std::move(ids);
    return {};
  }

  Result<void> read_layout() {
    auto& footer = parts_.footer;
    const auto bytes = GYRE_TRY(blob(footer.layout_blob));
    footer.layout = GYRE_TRY(LayoutView::parse(bytes, footer.layout_ids));
    return {};
  }

  Result<void> read_statistics() {
    auto& footer = parts_.footer;
    if (!footer.statistics_blob) return {};
    const auto bytes = GYRE_TRY(blob(*footer.statistics_blob));
    footer.statistics = GYRE_TRY(read_file_statistics(bytes, footer.dtype, footer.rows()));
    return {};
  }

  io::Source& source_;
  std::uint64_t size_;
  Tail tail_;
  const std::optional<DType>& dtype_;
  FooterParts parts_;
};

}  // namespace

std::vector<TailPart> tail_parts(const Footer& footer) {
  std::vector<TailPart> parts;
  const auto add = [&](std::string_view name, const TailBlob& blob) {
    const auto at = std::ranges::upper_bound(parts, blob.offset, {}, &TailPart::offset);
    parts.insert(at, {name, blob.offset, blob.size_bytes});
  };
  if (footer.dtype_blob) add("dtype", *footer.dtype_blob);
  add("layout", footer.layout_blob);
  if (footer.statistics_blob) add("statistics", *footer.statistics_blob);
  add("footer", footer.footer_blob);
  const auto marker = footer.file_bytes - end_marker_bytes;
  parts.push_back({"postscript", marker - footer.postscript_bytes, footer.postscript_bytes});
  parts.push_back({"end marker", marker, end_marker_bytes});
  return parts;
}

std::optional<Fault> fault_of_leading_magic(io::Source& source, const Footer& footer) {
  bool valid = footer.leading_magic_valid;
  if (!footer.leading_magic_read) {
    const auto front = io::read_now(source, {0, magic.size()});
    valid = front && std::memcmp(front->data(), magic.data(), magic.size()) == 0;
  }
  if (valid) return std::nullopt;
  return Fault{Code::corrupt, "leading magic", "the first 4 bytes are not \"VTXF\"", false};
}

std::optional<Fault> fault_of_segment(const Footer& footer, std::size_t index) {
  const auto& [offset, size_bytes, alignment_exponent] = footer.segments[index];
  if (offset <= footer.file_bytes && size_bytes <= footer.file_bytes - offset) return std::nullopt;
  return Fault{Code::corrupt, fmt::format("segment {}", index),
               fmt::format("bytes {} to {} of a file of {}", offset, offset + size_bytes,
                           footer.file_bytes)};
}

bool is_table(const DType& root) { return root.is(Kind::structure) && !root.nullable(); }

FooterParts read_footer_parts(io::Source& source, const std::optional<DType>& dtype) {
  return FooterReader(source, dtype).read();
}

Result<Footer> read_footer(io::Source& source, const std::optional<DType>& dtype) {
  auto parts = read_footer_parts(source, dtype);
  if (!parts.faults.empty()) return std::unexpected(error_of(parts.faults.front()));
  for (std::size_t i = 0; i < parts.footer.segments.size(); ++i)
    if (const auto fault = fault_of_segment(parts.footer, i))
      return std::unexpected(error_of(*fault));
  return std::move(parts.footer);
}

}  // namespace gyre
