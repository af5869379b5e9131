#pragma once

#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "encodings/nodes.hpp"

namespace gyre::test {

// pco data made by hand, and what testdata/pco holds.

/// Bits, the lowest first.
class BitsWriter {
 public:
  BitsWriter& put(std::uint64_t value, unsigned count) {
    for (unsigned i = 0; i < count; ++i, ++used_) {
      if (used_ % 8 == 0) bytes_.push_back('\0');
      const auto bit = static_cast<unsigned>(value >> i & 1) << (used_ % 8);
      bytes_.back() = static_cast<char>(static_cast<unsigned char>(bytes_.back()) | bit);
    }
    return *this;
  }
  BitsWriter& align() {
    used_ = bytes_.size() * 8;
    return *this;
  }
  /// A variable of one bin, which holds every number of that width.
  BitsWriter& variable(unsigned width_bits) {
    put(0, 4).put(1, 15).put(0, width_bits);
    return put(width_bits, static_cast<unsigned>(std::bit_width(width_bits)));
  }
  Buffer finish() const { return Buffer::copy(bytes_); }

 private:
  std::string bytes_;
  std::uint64_t used_ = 0;
};

struct PcoPageParts {
  Buffer bytes;
  std::uint64_t values;
};
struct PcoChunkParts {
  Buffer description;
  std::vector<PcoPageParts> pages;
};

inline EncodedArray pco_node(Buffer header, const std::vector<PcoChunkParts>& chunks) {
  ProtobufWriter meta;
  meta.bytes(1, header.bytes());
  std::vector<Buffer> buffers;
  for (const auto& chunk : chunks) {
    ProtobufWriter pages;
    for (const auto& page : chunk.pages)
      pages.bytes(1, ProtobufWriter().number(1, page.values).finish().bytes());
    meta.bytes(2, pages.finish().bytes());
    buffers.push_back(chunk.description);
  }
  for (const auto& chunk : chunks)
    for (const auto& page : chunk.pages) buffers.push_back(page.bytes);
  return node("vortex.pco", meta.finish(), std::move(buffers));
}

/// The format's newest version.
inline Buffer pco_header() { return Buffer::copy(std::string_view("\x04\x01")); }

/// One file of testdata/pco.
struct PcoVector {
  std::string name;
  EncodedArray encoded;
  PType ptype;
  std::vector<Int256> words;

  /// The values as a column, with a null row behind every `run` of them; none if it is 0.
  Column column(std::size_t run) const {
    std::vector<std::optional<Int256>> rows;
    for (std::size_t i = 0; i < words.size(); ++i) {
      rows.emplace_back(words[i]);
      if (run > 0 && i % run == run - 1) rows.emplace_back();
    }
    return word_column(rows, DType::primitive(ptype, run > 0));
  }
};

class PcoVectorFile {
 public:
  explicit PcoVectorFile(std::string content) : content_(std::move(content)) {}

  PcoVector read() {
    const auto ptype = static_cast<PType>(number());
    auto header = block();
    std::vector<PcoChunkParts> chunks(number());
    for (auto& chunk : chunks) {
      chunk.description = block();
      chunk.pages.resize(number());
      for (auto& page : chunk.pages) {
        page.values = number();
        page.bytes = block();
      }
    }
    PcoVector vector{{}, pco_node(std::move(header), chunks), ptype, {}};
    with_small_word(byte_width(ptype), [&]<Word W>(W) {
      for (; at_ < content_.size(); at_ += sizeof(W))
        vector.words.push_back(zero_extend(load<W>(content_.data() + at_)));
    });
    return vector;
  }

 private:
  std::uint32_t number() {
    REQUIRE(content_.size() - at_ >= 4);
    const auto value = load<std::uint32_t>(content_.data() + at_);
    at_ += 4;
    return value;
  }
  Buffer block() {
    const auto size = number();
    REQUIRE(content_.size() - at_ >= size);
    at_ += size;
    return Buffer::copy(std::string_view(content_).substr(at_ - size, size));
  }

  std::string content_;
  std::size_t at_ = 0;
};

/// All files of testdata/pco.
inline std::vector<PcoVector> pco_vectors() {
  std::vector<PcoVector> vectors;
  for (const auto& entry : std::filesystem::directory_iterator("testdata/pco")) {
    if (entry.path().extension() != ".bin") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    std::string content(std::istreambuf_iterator<char>(file), {});
    vectors.push_back(PcoVectorFile(std::move(content)).read());
    vectors.back().name = entry.path().stem().string();
  }
  return vectors;
}

}  // namespace gyre::test
