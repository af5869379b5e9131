#include "cli/options.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>

namespace gyre::cli {
namespace {

/// What a flag of flag_or_list stands for without a value; no file has a column of this name.
constexpr std::string_view bare_flag = "\x01";

Result<std::uint64_t> parse_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec == std::errc::result_out_of_range)
    return fail(Code::invalid_argument, "{} is too large", text);
  if (text.empty() || read.ec != std::errc() || read.ptr != end)
    return fail(Code::invalid_argument, "'{}' is no whole number", text);
  return value;
}

Result<std::uint64_t> parse_number(std::string_view text, std::uint64_t least) {
  const auto value = GYRE_TRY(parse_number(text));
  if (value < least)
    return fail(Code::invalid_argument, "{} is too small, expected {} or more", value, least);
  return value;
}

}  // namespace

struct Options::Parser {
  struct Bound {
    CLI::Option* option;
    std::string name;
    Assign assign;
  };
  struct Argument {
    std::string meta;
    std::vector<std::string>* many;
    std::string* one;
    std::size_t least;
  };

  CLI::App app;
  std::vector<Bound> flags, values;
  std::vector<Argument> arguments;
};

Options::Options(std::string program)
    : program_(std::move(program)), parser_(std::make_unique<Parser>()) {
  parser_->app.set_help_flag();
  parser_->app.allow_extras();
}
Options::~Options() = default;

void Options::group(std::string title) { group_ = std::move(title); }
void Options::hide() { rows_.back().hidden = true; }

Options::Row& Options::add(std::string_view names, std::string meta, std::string help) {
  Row row;
  for (std::size_t first = 0; first <= names.size();) {
    const auto comma = std::min(names.find(',', first), names.size());
    row.names.emplace_back(names.substr(first, comma - first));
    first = comma + 1;
  }
  row.meta = std::move(meta);
  row.help = std::move(help);
  row.group = group_;
  return rows_.emplace_back(std::move(row));
}

void Options::flag(std::string_view names, bool& to, std::string help) {
  const auto& row = add(names, {}, std::move(help));
  auto* option = parser_->app.add_flag(std::string(names))->disable_flag_override();
  parser_->flags.push_back({option, row.names.back(), [&to](const Values&) -> Result<void> {
                              to = true;
                              return {};
                            }});
}

void Options::counter(std::string_view names, unsigned& to, std::string help) {
  const auto& row = add(names, {}, std::move(help));
  auto* option = parser_->app.add_flag(std::string(names))->disable_flag_override();
  parser_->flags.push_back({option, row.names.back(), [&to](const Values& values) -> Result<void> {
                              to = static_cast<unsigned>(values.size());
                              return {};
                            }});
}

void Options::add_value(std::string_view names, std::string meta, std::string help, Assign assign) {
  const auto& row = add(names, std::move(meta), std::move(help));
  // A vector that takes one word at a time: anything else may take the words behind as well.
  auto* option = parser_->app.add_option(
      std::string(names), CLI::callback_t([](const CLI::results_t&) { return true; }));
  option->expected(1)->take_all()->allow_extra_args(false);
  parser_->values.push_back({option, row.names.back(), std::move(assign)});
}

void Options::text(std::string_view names, std::string meta, std::string& to, std::string help) {
  add_value(names, std::move(meta), std::move(help), [&to](const Values& values) -> Result<void> {
    to = values.back();
    return {};
  });
}

void Options::number(std::string_view names, std::string meta, std::uint64_t& to, std::string help,
                     std::uint64_t least) {
  add_value(names, std::move(meta), std::move(help),
            [&to, least](const Values& values) -> Result<void> {
              to = GYRE_TRY(parse_number(values.back(), least));
              return {};
            });
}

void Options::number(std::string_view names, std::string meta, std::optional<std::uint64_t>& to,
                     std::string help, std::uint64_t least) {
  add_value(names, std::move(meta), std::move(help),
            [&to, least](const Values& values) -> Result<void> {
              to = GYRE_TRY(parse_number(values.back(), least));
              return {};
            });
}

void Options::size(std::string_view names, std::string meta, std::uint64_t& bytes,
                   std::string help) {
  add_value(names, std::move(meta), std::move(help),
            [&bytes](const Values& values) -> Result<void> {
              bytes = GYRE_TRY(parse_size(values.back()));
              return {};
            });
}

void Options::choice(std::string_view names, std::vector<std::string> words, std::string& to,
                     std::string help) {
  std::string meta;
  for (const auto& word : words) meta += (meta.empty() ? "" : "|") + word;
  add_value(names, std::move(meta), std::move(help),
            [&to, words](const Values& values) -> Result<void> {
              if (std::ranges::find(words, values.back()) == words.end()) {
                std::string known;
                for (const auto& word : words) known += (known.empty() ? "" : ", ") + word;
                return fail(Code::invalid_argument, "'{}' is none of {}", values.back(), known);
              }
              to = values.back();
              return {};
            });
  rows_.back().words = std::move(words);
}

void Options::list(std::string_view names, std::string meta, std::vector<std::string>& to,
                   std::string help) {
  add_value(names, std::move(meta), std::move(help), [&to](const Values& values) -> Result<void> {
    to = values;
    return {};
  });
}

void Options::flag_or_list(std::string_view names, std::string meta, std::vector<std::string>& to,
                           std::string help) {
  auto& row = add(names, std::move(meta), std::move(help));
  row.optional_value = true;
  auto* option = parser_->app.add_flag(fmt::format("{}{{{}}}", names, bare_flag))->take_all();
  parser_->values.push_back({option, row.names.back(), [&to](const Values& values) -> Result<void> {
                               for (const auto& value : values)
                                 to.push_back(value == bare_flag ? std::string() : value);
                               return {};
                             }});
}

void Options::add_argument(std::string meta, std::vector<std::string>* many, std::string* one,
                           std::size_t least, std::string help) {
  add(meta, {}, std::move(help)).meta = many ? meta + "…" : meta;
  parser_->arguments.push_back({std::move(meta), many, one, least});
}

void Options::argument(std::string meta, std::string& to, std::string help) {
  add_argument(std::move(meta), nullptr, &to, 1, std::move(help));
}

void Options::arguments(std::string meta, std::vector<std::string>& to, std::size_t least,
                        std::string help) {
  add_argument(std::move(meta), &to, nullptr, least, std::move(help));
}

std::unexpected<Error> Options::unknown_option(std::string_view word) const {
  const auto name = word.substr(0, word.find('='));
  std::vector<std::string_view> known;
  for (const auto& row : rows_)
    if (!row.hidden && name.size() > 2)
      known.insert(known.end(), row.names.begin(), row.names.end());
  if (const auto near = nearest(name, known))
    return fail(Code::invalid_argument, "unknown option '{}'; did you mean '{}'?", name, *near);
  return fail(Code::invalid_argument, "unknown option '{}'", name);
}

Result<void> Options::assign_words(const Values& words) const {
  Values left;
  bool options_ended = false;
  for (const auto& word : words) {
    if (!options_ended && word == "--") {
      options_ended = true;
    } else if (!options_ended && word.size() > 1 && word.starts_with('-')) {
      return unknown_option(word);
    } else {
      left.push_back(word);
    }
  }
  std::size_t single = 0, next = 0;
  for (const auto& argument : parser_->arguments) single += argument.one ? 1 : 0;
  for (const auto& argument : parser_->arguments) {
    if (argument.one) {
      if (next == left.size()) return fail(Code::invalid_argument, "no {} given", argument.meta);
      *argument.one = left[next++];
      --single;
      continue;
    }
    const auto last = std::max(next, left.size() - std::min(left.size(), single));
    if (last - next < argument.least)
      return fail(Code::invalid_argument, "no {} given", argument.meta);
    argument.many->assign(left.begin() + static_cast<std::ptrdiff_t>(next),
                          left.begin() + static_cast<std::ptrdiff_t>(last));
    next = last;
  }
  if (next < left.size())
    return fail(Code::invalid_argument, "unexpected argument '{}'", left[next]);
  return {};
}

bool Options::takes_word(std::string_view word) const {
  const auto name = word.substr(0, word.find('='));
  return std::ranges::any_of(rows_, [&](const Row& row) {
    return !row.meta.empty() && !row.optional_value &&
           std::ranges::find(row.names, name) != row.names.end();
  });
}

Result<void> Options::parse(const std::vector<std::string>& words) {
  // CLI11 takes "--null=" for an option whose value is the next word.
  std::vector<std::string> split{program_};
  bool options_ended = false;
  for (const auto& word : words) {
    options_ended = options_ended || word == "--";
    if (!options_ended && word.starts_with("--") && word.find('=') + 1 == word.size() &&
        takes_word(word)) {
      split.push_back(word.substr(0, word.size() - 1));
      split.emplace_back();
    } else {
      split.push_back(word);
    }
  }
  std::vector<const char*> pointers;
  for (const auto& word : split) pointers.push_back(word.c_str());
  std::string wrong;
  try {
    parser_->app.parse(static_cast<int>(pointers.size()), pointers.data());
  } catch (const CLI::ParseError& error) {
    wrong = error.what();
  }
  for (const auto& bound : parser_->flags)
    if (bound.option->count() > 0) GYRE_TRY(bound.assign(bound.option->results()));
  if (!wrong.empty()) {
    for (const auto& bound : parser_->values)
      if (wrong.starts_with(bound.name + ":"))
        return fail(Code::invalid_argument, "option '{}' needs a value", bound.name);
    for (const auto& bound : parser_->flags)
      if (wrong.starts_with(bound.name.substr(bound.name.find_first_not_of('-')) + " "))
        return fail(Code::invalid_argument, "option '{}' takes no value", bound.name);
    return fail(Code::invalid_argument, "{}", wrong);
  }
  for (const auto& bound : parser_->values)
    if (bound.option->count() > 0)
      GYRE_TRY(within(bound.assign(bound.option->results()), "{}", bound.name));
  return assign_words(parser_->app.remaining());
}

Result<std::uint64_t> parse_size(std::string_view text) {
  const auto digits = text.find_first_not_of("0123456789.");
  const auto number = text.substr(0, digits);
  auto unit = digits == std::string_view::npos ? std::string_view() : text.substr(digits);
  double value = 0;
  const auto read = std::from_chars(number.data(), number.data() + number.size(), value);
  const auto wrong =
      fail(Code::invalid_argument, "'{}' is no size such as 4096, 64KiB or 1.5GB", text);
  if (number.empty() || read.ec != std::errc() || read.ptr != number.data() + number.size())
    return wrong;
  double factor = 1;
  if (!unit.empty() && unit != "B") {
    constexpr std::string_view letters = "KMGT";
    const auto letter = letters.find(unit[0] == 'k' ? 'K' : unit[0]);
    const auto rest = unit.substr(1);
    if (letter == std::string_view::npos || (rest != "" && rest != "B" && rest != "iB"))
      return wrong;
    const double base = rest == "B" ? 1000 : 1024;
    for (std::size_t i = 0; i <= letter; ++i) factor *= base;
  }
  if (value * factor >= 9e18) return fail(Code::invalid_argument, "{} is too large", text);
  return static_cast<std::uint64_t>(value * factor);
}

std::optional<std::string_view> nearest(std::string_view wanted,
                                        std::span<const std::string_view> words) {
  std::optional<std::string_view> best;
  std::size_t best_distance = std::max<std::size_t>(1, wanted.size() / 3) + 1;
  for (const auto word : words) {
    std::vector<std::size_t> row(word.size() + 1);
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = i;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      auto diagonal = row[0];
      row[0] = i + 1;
      for (std::size_t j = 0; j < word.size(); ++j) {
        const auto replace = diagonal + (wanted[i] == word[j] ? 0 : 1);
        diagonal = row[j + 1];
        row[j + 1] = std::min({replace, row[j] + 1, row[j + 1] + 1});
      }
    }
    if (row.back() >= best_distance) continue;
    best_distance = row.back();
    best = word;
  }
  return best;
}

}  // namespace gyre::cli
