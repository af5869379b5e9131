#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "text/detail/json_reader.hpp"
#include "text/parse_values.hpp"
#include "text/type_guess.hpp"

namespace gyre {

/// How JSON values become a column.
struct JsonType {
  DType dtype;
  Spelling spelling = Spelling::any;
  /// No value has been seen yet but nulls, so the first one is a misfit. The dtype is utf8.
  bool vacant = false;
  std::vector<JsonType> children;  ///< of a struct its fields, of a list its elements
};

/// A type that was asked for.
JsonType given_json_type(const DType& dtype);

/// What the values seen so far in one place of JSON records can be read as without loss: true and false, numbers and texts
/// as TypeGuess has them (of texts only dates and timestamps are more than text), objects with all keys that came as
/// structs, arrays as lists. What is mixed in other ways is text: texts as they are, other values as JSON.
class JsonGuess {
 public:
  /// `forms` outlive this.
  explicit JsonGuess(const TimeForms* forms = nullptr) : scalar_('.', forms) {}

  /// Takes one value. `keys` counts those of all objects together.
  bool add(JsonReader& reader, std::size_t& keys);
  /// The values that another has taken, too.
  void merge(const JsonGuess& other);
  /// Nullable. `vacant`: whether what had no value may become something else than text later.
  JsonType best(bool vacant) const;

  /// Keys in order of their first appearance.
  std::size_t field_count() const { return names_.size(); }
  const std::string& field_name(std::size_t i) const { return names_[i]; }
  const JsonGuess& field(std::size_t i) const { return children_[i]; }
  /// Of all objects together.
  std::size_t key_count() const;

  /// More than these no text may have.
  static constexpr std::size_t most_keys = 10'000;

 private:
  enum Shape : unsigned { scalar = 1, array = 2, object = 4 };

  void mix();
  JsonGuess& child(std::string_view name);
  bool add_scalar(JsonReader& reader, JsonReader::Kind kind);
  bool add_array(JsonReader& reader, std::size_t& keys);
  bool add_object(JsonReader& reader, std::size_t& keys);

  unsigned shapes_ = 0;
  TypeGuess scalar_;
  std::vector<JsonGuess> children_;  // one for elements, or one a name
  std::vector<std::string> names_;
  std::map<std::string, std::size_t, std::less<>> places_;  // of names
};

}  // namespace gyre
