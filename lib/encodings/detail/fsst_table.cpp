#include "encodings/detail/fsst_table.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include "base/words.hpp"

namespace gyre {
namespace {

std::uint64_t front(std::uint64_t word, unsigned bytes) {
  return bytes >= sizeof word ? word : word & ((std::uint64_t{1} << 8 * bytes) - 1);
}

/// Shorter symbols first, but those of one byte last.
std::size_t rank(const FsstTable::Symbol& symbol) {
  return symbol.length == 1 ? sizeof symbol.bytes + 1 : symbol.length;
}

}  // namespace

FsstTable::FsstTable() : long_(std::size_t{1} << slot_bits), short_(1 << 16) {}

void FsstTable::clear() {
  symbols_.clear();
  std::ranges::fill(long_, LongSymbol{});
  std::ranges::fill(short_, Match{});
  single_.fill(Match{});
}

bool FsstTable::add(const Symbol& symbol) {
  if (symbols_.size() == most) return false;
  const Match match{static_cast<std::uint8_t>(symbols_.size()),
                    static_cast<std::uint8_t>(symbol.length)};
  if (symbol.length == 1) {
    single_[symbol.bytes] = match;
    for (std::uint64_t second = 0; second < 256; ++second)
      if (auto& at = short_[symbol.bytes | second << 8]; at.length == 1) at = match;
  } else if (symbol.length == 2) {
    short_[symbol.bytes] = match;
  } else {
    auto& at = long_[slot_of(symbol.bytes)];
    if (at.match.length != LongSymbol::none) return false;
    at = {symbol.bytes, front(~std::uint64_t{0}, symbol.length), match};
  }
  symbols_.push_back(symbol);
  return true;
}

std::byte* FsstTable::encode(std::string_view text, std::byte* out) const {
  const auto* at = reinterpret_cast<const std::byte*>(text.data());
  const auto* const end = at + text.size();
  const auto put = [&](Match found, std::uint64_t word) {
    // The byte behind an escape is always written, and only counts where it is one.
    out[0] = std::byte{found.code};
    out[1] = static_cast<std::byte>(word & 0xff);
    out += found.code == escape ? 2 : 1;
    at += found.length;
  };
  while (end - at >= 2) {
    const auto word = load<std::uint64_t>(at);
    const auto& entry = long_[slot_of(word)];
    const auto two = short_[word & 0xffff];
    auto is_long = -static_cast<unsigned>(
        entry.fits(word, std::min(static_cast<std::size_t>(end - at), longest)));
    asm("" : "+r"(is_long));  // keeps this from becoming a branch that nobody can predict
    const auto pick = [&](std::uint8_t a, std::uint8_t b) {
      return static_cast<std::uint8_t>((a & is_long) | (b & ~is_long));
    };
    put({pick(entry.match.code, two.code), pick(entry.match.length, two.length)}, word);
  }
  if (at < end)
    put(single_[std::to_integer<std::uint8_t>(*at)], std::to_integer<std::uint8_t>(*at));
  return out;
}

/// Counts what the symbols of one round make of a sample, and picks those of the next.
class FsstTable::Trainer {
 public:
  explicit Trainer(std::span<const std::string_view> sample)
      : pairs_(std::size_t{ids} * ids), singles_(ids) {
    std::size_t bytes = 0;
    for (const auto text : sample) bytes += text.size();
    text_.reserve(bytes + slack);
    for (const auto text : sample) {
      text_ += text;
      ends_.push_back(text_.size());
    }
    text_.append(slack, '\0');
  }

  /// part   of the sample that is looked at, in 128ths
  void round(FsstTable& table, unsigned part, bool is_last) {
    count(table, part, is_last);
    auto candidates = this->candidates(table, part, is_last);
    merge(candidates);
    std::ranges::sort(candidates, [](const Candidate& a, const Candidate& b) {
      return std::tuple(b.gain, b.symbol.length, a.symbol.bytes) <
             std::tuple(a.gain, a.symbol.length, b.symbol.bytes);
    });
    table.clear();
    for (const auto& candidate : candidates)
      if (table.symbols_.size() < most) table.add(candidate.symbol);
    if (is_last) sort(table);
  }

 private:
  // Numbers of what a text is cut into: 0 to 255 a byte without a symbol, 256 and up a symbol.
  static constexpr unsigned ids = 512, first_symbol = 256;

  struct Candidate {
    std::uint64_t gain;
    Symbol symbol;
  };

  void count(const FsstTable& table, unsigned part, bool is_last) {
    std::ranges::fill(pairs_, 0);
    std::ranges::fill(singles_, 0);
    std::size_t first = 0;
    for (std::size_t row = 0; row < ends_.size(); ++row) {
      const auto last = ends_[row];
      // A stride that has no divisor in common with 128 spreads the part over the sample.
      if (row * 37 % 128 < part) count(table, first, last, is_last);
      first = last;
    }
  }

  void count(const FsstTable& table, std::size_t first, std::size_t last, bool is_last) {
    unsigned before = ids;
    for (auto at = first; at < last;) {
      const auto word = load<std::uint64_t>(reinterpret_cast<const std::byte*>(&text_[at]));
      const auto found = table.match(word, last - at);
      const auto byte = static_cast<unsigned>(word & 0xff);
      const auto id = found.code == escape ? byte : first_symbol + found.code;
      ++singles_[id];
      // The first byte alone may be a better start than the whole symbol.
      if (found.length > 1) ++singles_[byte];
      if (before != ids && !is_last) {
        ++pairs_[before * ids + id];
        if (found.length > 1) ++pairs_[before * ids + byte];
      }
      before = id;
      at += found.length;
    }
  }

  std::vector<Candidate> candidates(const FsstTable& table, unsigned part, bool is_last) const {
    const auto used = first_symbol + static_cast<unsigned>(table.symbols_.size());
    const auto symbol = [&](unsigned id) {
      return id < first_symbol ? Symbol{id, 1} : table.symbols_[id - first_symbol];
    };
    // What is rarer would not pay for its place.
    const auto least = std::max(1u, 5 * part / 128);
    std::vector<Candidate> found;
    for (unsigned a = 0; a < used; ++a) {
      if (singles_[a] == 0) continue;
      const auto left = symbol(a);
      // A byte without a symbol takes two codes: one is a gain of its own.
      if (left.length == 1 || singles_[a] >= least)
        found.push_back(
            {singles_[a] * std::uint64_t{left.length == 1 ? unsigned{longest} : left.length},
             left});
      if (is_last || left.length == longest) continue;
      for (unsigned b = 0; b < used; ++b) {
        const std::uint64_t count = pairs_[a * ids + b];
        if (count < least) continue;
        const auto right = symbol(b);
        const auto length = std::min(unsigned{longest}, left.length + right.length);
        found.push_back(
            {count * length, {front(left.bytes | right.bytes << 8 * left.length, length), length}});
      }
    }
    return found;
  }

  /// One candidate for each symbol, however it was put together.
  static void merge(std::vector<Candidate>& candidates) {
    std::ranges::sort(candidates, {}, [](const Candidate& each) {
      return std::tuple(each.symbol.length, each.symbol.bytes);
    });
    std::size_t kept = 0;
    for (const auto& each : candidates) {
      auto* last = kept > 0 ? &candidates[kept - 1] : nullptr;
      if (last && last->symbol.length == each.symbol.length &&
          last->symbol.bytes == each.symbol.bytes)
        last->gain += each.gain;
      else
        candidates[kept++] = each;
    }
    candidates.resize(kept);
  }

  static void sort(FsstTable& table) {
    auto symbols = table.symbols_;
    std::ranges::sort(symbols, {},
                      [](const Symbol& symbol) { return std::tuple(rank(symbol), symbol.bytes); });
    table.clear();
    for (const auto& symbol : symbols) table.add(symbol);
  }

  std::string text_;  // of the sample, one behind the other
  std::vector<std::size_t> ends_;
  std::vector<std::uint32_t> pairs_, singles_;
};

FsstTable FsstTable::train(std::span<const std::string_view> sample, unsigned rounds) {
  constexpr std::array<unsigned, 4> first_parts{8, 38, 68, 98};
  FsstTable table;
  Trainer trainer(sample);
  for (unsigned round = 0; round < rounds; ++round)
    trainer.round(table,
                  round < first_parts.size() && round + 1 < rounds ? first_parts[round] : 128,
                  round + 1 == rounds);
  return table;
}

}  // namespace gyre
