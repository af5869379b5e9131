#include "store/glob.hpp"

#include <optional>

namespace gyre {
namespace {

constexpr std::size_t most_patterns = 100'000;

/// Parts of the first pair of braces that holds a comma.
struct Braces {
  std::size_t open = 0, close = 0;
  std::vector<std::string_view> choices;
};

std::optional<Braces> first_braces(std::string_view pattern) {
  for (auto open = pattern.find('{'); open != std::string_view::npos;
       open = pattern.find('{', open + 1)) {
    Braces braces{open, 0, {}};
    std::size_t depth = 0, begin = open + 1;
    for (auto at = open; at < pattern.size(); ++at) {
      if (pattern[at] == '{') ++depth;
      if (pattern[at] == ',' && depth == 1) {
        braces.choices.push_back(pattern.substr(begin, at - begin));
        begin = at + 1;
      }
      if (pattern[at] != '}' || --depth > 0) continue;
      if (braces.choices.empty()) break;
      braces.choices.push_back(pattern.substr(begin, at - begin));
      braces.close = at;
      return braces;
    }
  }
  return std::nullopt;
}

/// Whether a set that begins behind '[' holds a character; `end` is behind its ']'. Nothing: it has no end.
std::optional<bool> in_set(std::string_view pattern, std::size_t begin, char c, std::size_t& end) {
  auto at = begin;
  const bool negated = at < pattern.size() && (pattern[at] == '!' || pattern[at] == '^');
  if (negated) ++at;
  bool found = false;
  for (const auto first = at; at < pattern.size() && (pattern[at] != ']' || at == first); ++at) {
    const auto low = pattern[at];
    auto high = low;
    if (at + 2 < pattern.size() && pattern[at + 1] == '-' && pattern[at + 2] != ']') {
      high = pattern[at + 2];
      at += 2;
    }
    const auto byte = [](char text) { return static_cast<unsigned char>(text); };
    found = found || (byte(low) <= byte(c) && byte(c) <= byte(high));
  }
  if (at >= pattern.size()) return std::nullopt;
  end = at + 1;
  return found != negated;
}

}  // namespace

bool is_glob(std::string_view text) { return text.find_first_of("*?[{") != text.npos; }

Result<std::vector<std::string>> expand_braces(std::string_view pattern) {
  std::vector<std::string> done, open{std::string(pattern)};
  while (!open.empty()) {
    const auto text = std::move(open.back());
    open.pop_back();
    const auto braces = first_braces(text);
    if (!braces) {
      done.push_back(text);
    } else {
      const std::string_view front = std::string_view(text).substr(0, braces->open);
      const std::string_view back = std::string_view(text).substr(braces->close + 1);
      for (auto choice = braces->choices.rbegin(); choice != braces->choices.rend(); ++choice)
        open.push_back(std::string(front).append(*choice).append(back));
    }
    if (done.size() + open.size() > most_patterns)
      return fail(Code::invalid_argument, "{}: the braces stand for too many names", pattern);
  }
  return done;
}

bool glob_matches(std::string_view pattern, std::string_view name) {
  if (name.starts_with('.') && !pattern.starts_with('.')) return false;
  // Where to go on when a character does not match: behind the last star, one character later.
  std::optional<std::size_t> star;
  std::size_t retry = 0, at = 0, here = 0;
  while (here < name.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = ++at;
      retry = here;
      continue;
    }
    auto next = at + 1;
    bool same = false;
    if (at < pattern.size()) {
      const auto in = pattern[at] == '[' ? in_set(pattern, at + 1, name[here], next) : std::nullopt;
      same = in.value_or(pattern[at] == '?' || pattern[at] == name[here]);
    }
    if (same) {
      at = next;
      ++here;
    } else if (star) {
      at = *star;
      here = ++retry;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

}  // namespace gyre
