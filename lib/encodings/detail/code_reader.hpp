#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "array/reader.hpp"

namespace gyre {

/// Codes: numbers below a bound, of any unsigned type and with nulls, as 32-bit numbers.
class CodeReader {
 public:
  /// `reader` gives words of 1, 2, 4 or 8 bytes; `bound` is at most 2^32. `what` names the codes and outlives them.
  static Result<CodeReader> make(ReaderRef reader, std::uint64_t bound, std::string_view what,
                                 ReadContext& context);

  /// Whose validity the codes have.
  Reader& reader() const { return *reader_; }
  std::uint64_t rows() const { return reader_->rows(); }

  /// out[i] = code of row rows.first + i, at most 1,024 of them; some number below the bound, or 0, where it is null.
  /// `out` has the room that WordReader::read asks for.
  /// Errors   Code::corrupt: a code that is not null and not below the bound
  Result<void> read(RowRange rows, std::uint32_t* out);
  /// out[i] = code of row base + rows[i].
  Result<void> gather(std::uint64_t base, std::span<const std::uint32_t> rows, std::uint32_t* out);
  /// Clears the bits of rows whose codes lie outside first .. first + span. Codes past the bound go unnoticed.
  Result<void> select(RowRange rows, std::uint32_t first, std::uint32_t span, TileMask& mask);

 private:
  CodeReader(ReaderRef reader, std::uint64_t bound, std::string_view what, ReadContext& context)
      : reader_(std::move(reader)), bound_(bound), what_(what), context_(&context) {}

  /// Checks `count` words; `valid(mask)` is asked for their validity only if need be.
  template <class W, class Valid>
  Result<void> narrow(W* words, std::uint64_t count, Valid&& valid, std::uint32_t* out) const;

  ReaderRef reader_;
  std::uint64_t bound_;
  std::string_view what_;
  ReadContext* context_;
};

}  // namespace gyre
