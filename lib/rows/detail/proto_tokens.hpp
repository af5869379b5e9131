#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace gyre {

/// The text of a .proto file, token by token; comments are passed over. All errors tell the line.
class ProtoTokens {
 public:
  enum class Kind : std::uint8_t { end, word, number, text, mark };

  explicit ProtoTokens(std::string_view text) : text_(text) {}

  /// What comes next: a name with its points, digits, a text with its quotes, or one other character.
  Kind kind();
  std::string_view token();
  unsigned line();

  bool take(std::string_view token);
  Result<void> expect(std::string_view token);
  /// A name without points.
  Result<std::string> identifier();
  /// A name that may have points, one in front too.
  Result<std::string> type_name();
  Result<std::uint64_t> number();
  /// Up to behind the next ';', or over a block in braces.
  Result<void> skip_statement();
  /// The comment that stands on the line where the last token ended, without its slashes and blanks around; or empty.
  std::string_view trailing_comment() const;

  std::unexpected<Error> unexpected(std::string_view wanted);
  template <class... Args>
  std::unexpected<Error> wrong(fmt::format_string<Args...> text, Args&&... args) {
    return gyre::fail(Code::invalid_argument, "line {}: {}", line(),
                      fmt::format(text, std::forward<Args>(args)...));
  }

 private:
  void look();
  void skip_blanks();
  void advance();

  std::string_view text_;
  std::size_t at_ = 0;        // of the token, once it is looked at
  std::size_t last_end_ = 0;  // of the token before
  unsigned line_ = 1;
  bool looked_ = false;
  Kind kind_ = Kind::end;
  std::string_view token_;
};

}  // namespace gyre
