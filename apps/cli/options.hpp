#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace gyre::cli {

/// The options and arguments of one command. What they are bound to outlives this.
///
/// An option takes exactly one value, in the next word or behind '='; it may be repeated, and then the last one counts, or
/// all of a list. "--" ends options. `names` are "-o,--output"; `meta` is how help calls the value.
class Options {
 public:
  /// How help and completion see an option or argument.
  struct Row {
    std::vector<std::string> names;  ///< with their dashes; one without for an argument
    std::string meta;                ///< empty: takes no value
    bool optional_value = false;     ///< only behind '='
    std::string help, group;
    std::vector<std::string> words;  ///< values allowed, where they are few
    bool hidden = false;
  };

  explicit Options(std::string program);
  ~Options();

  /// The title in help of the options that follow.
  void group(std::string title);
  /// Leaves the last option out of help and completion.
  void hide();

  void flag(std::string_view names, bool& to, std::string help);
  void counter(std::string_view names, unsigned& to, std::string help);
  void text(std::string_view names, std::string meta, std::string& to, std::string help);
  void number(std::string_view names, std::string meta, std::uint64_t& to, std::string help,
              std::uint64_t least = 0);
  void number(std::string_view names, std::string meta, std::optional<std::uint64_t>& to,
              std::string help, std::uint64_t least = 0);
  /// 4096, 64KiB, 1.5GB.
  void size(std::string_view names, std::string meta, std::uint64_t& bytes, std::string help);
  void choice(std::string_view names, std::vector<std::string> words, std::string& to,
              std::string help);
  void list(std::string_view names, std::string meta, std::vector<std::string>& to,
            std::string help);
  /// --arrays or --arrays=COL; without a value the text is empty.
  void flag_or_list(std::string_view names, std::string meta, std::vector<std::string>& to,
                    std::string help);

  /// The next argument; it must be there.
  void argument(std::string meta, std::string& to, std::string help);
  /// All arguments up to those of the `argument`s that follow.
  void arguments(std::string meta, std::vector<std::string>& to, std::size_t least,
                 std::string help);

  /// Reads the words behind the program's name. Flags are set even where other words are wrong.
  /// Errors   Code::invalid_argument
  Result<void> parse(const std::vector<std::string>& words);

  const std::vector<Row>& rows() const { return rows_; }
  const std::string& program() const { return program_; }

 private:
  using Values = std::vector<std::string>;
  using Assign = std::function<Result<void>(const Values&)>;
  struct Parser;

  Row& add(std::string_view names, std::string meta, std::string help);
  void add_value(std::string_view names, std::string meta, std::string help, Assign assign);
  void add_argument(std::string meta, std::vector<std::string>* many, std::string* one,
                    std::size_t least, std::string help);
  bool takes_word(std::string_view word) const;
  Result<void> assign_words(const Values& words) const;
  std::unexpected<Error> unknown_option(std::string_view word) const;

  std::string program_, group_ = "Options";
  std::vector<Row> rows_;
  std::unique_ptr<Parser> parser_;
};

/// "1.5GB", "64KiB", "4096": kB, MB, GB, TB are powers of 1000, KiB … powers of 1024; one letter k, M, G, T as KiB ….
Result<std::uint64_t> parse_size(std::string_view text);

/// The word nearest to `wanted`, if one is near enough to be meant.
std::optional<std::string_view> nearest(std::string_view wanted,
                                        std::span<const std::string_view> words);

}  // namespace gyre::cli
