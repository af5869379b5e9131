#include "compress/compressor.hpp"

#include <algorithm>

#include "dtype/text.hpp"

namespace gyre {
namespace {

/// One level of a chain of encodings.
class Level final : public EncodeContext {
 public:
  Level(const EncodingTable& encodings, ArrayForms forms) : encodings_(encodings), forms_(forms) {}
  Level(const Level& parent, const Encoding& taken)
      : encodings_(parent.encodings_),
        forms_(parent.forms_),
        parent_(&parent),
        taken_(&taken),
        depth_left_(parent.depth_left_ == 0 ? 0 : parent.depth_left_ - 1) {}

  unsigned depth_left() const override { return depth_left_; }
  ArrayForms forms() const override { return forms_; }

  Result<EncodedArray> child(const Column& plain) override {
    const auto* best = pick(plain);
    if (!best) return fail(Code::unsupported, "no encoding can store {}", to_text(plain.dtype));
    Level below(*this, *best);
    return best->encode(plain, below);
  }

 private:
  bool is_taken(const Encoding& encoding) const {
    for (const auto* level = this; level; level = level->parent_)
      if (level->taken_ == &encoding) return true;
    return false;
  }

  /// Nested types, which restart the count of levels, may hold themselves again.
  static bool restarts(const DType& dtype) {
    const auto kind = dtype.kind();
    return kind != Kind::primitive && kind != Kind::boolean && !dtype.is_text();
  }

  const Encoding* pick(const Column& plain) const {
    const Encoding* best = nullptr;
    std::uint64_t best_bytes = 0;
    for (const auto* encoding : encodings_.rows()) {
      if (!encoding->estimate || !encoding->encode) continue;
      if (is_taken(*encoding) && !restarts(plain.dtype)) continue;
      const auto bytes = encoding->estimate(plain, *this);
      if (!bytes || (best && *bytes >= best_bytes)) continue;
      best = encoding;
      best_bytes = *bytes;
    }
    return best;
  }

  const EncodingTable& encodings_;
  ArrayForms forms_;
  const Level* parent_ = nullptr;
  const Encoding* taken_ = nullptr;
  unsigned depth_left_ = Compressor::max_levels;
};

}  // namespace

Result<EncodedArray> Compressor::compress(const Column& plain) const {
  return Level(encodings_, forms_).child(plain);
}

}  // namespace gyre
