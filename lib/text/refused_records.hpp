#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "text/byte_output.hpp"

namespace gyre {

/// Records that were left out because that was asked for. They are counted, and their text is written where someone can
/// look at it, in the order of the input however many threads there are. The input may be several texts, one after the
/// other.
class RefusedRecords {
 public:
  struct Record {
    std::uint64_t line;  ///< where it begins
    std::string text;    ///< without its line end
  };
  using Open = std::function<Result<std::unique_ptr<ByteOutput>>()>;

  /// `open` makes the output, and makes it anew when the input is read once more; null: records are only counted.
  explicit RefusedRecords(Open open = {}) : open_(std::move(open)) {}

  /// The input is read from its front.
  Result<void> start();
  /// The chunks from this one on are of this text; after start, in order.
  void start_text(std::uint64_t first_chunk, std::string_view name);
  /// Those of a chunk, which count up from 0; each chunk once. Any thread may call.
  Result<void> add(std::uint64_t chunk, std::vector<Record> records);
  /// All chunks have been added.
  Result<void> finish();

  std::uint64_t count() const { return count_; }
  /// Where there are some: "a.csv: 2 records left out (lines 4, 5)", "3 records left out (a.csv: lines 4, 5; b.csv: line 2)"
  std::string summary() const;

 private:
  struct Text {
    std::uint64_t first_chunk;
    std::string name;
  };
  struct Place {
    std::size_t text;
    std::uint64_t line;
  };

  Result<void> put(std::uint64_t chunk, const std::vector<Record>& records);

  Open open_;
  std::unique_ptr<ByteOutput> output_;
  std::mutex mutex_;
  std::map<std::uint64_t, std::vector<Record>> waiting_;  // by chunk, for those before them
  std::uint64_t next_ = 0;                                // chunk
  std::uint64_t count_ = 0;
  std::vector<Text> texts_;
  std::vector<Place> first_places_;
  std::size_t last_text_ = 0;  // that a record was left out of
  bool one_text_ = true;       // there is no other
};

}  // namespace gyre
