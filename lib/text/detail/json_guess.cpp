#include "text/detail/json_guess.hpp"

#include <fmt/core.h>

#include <utility>

namespace gyre {
JsonType given_json_type(const DType& dtype) {
  JsonType type{dtype.with_nullable(true), Spelling::any, false, {}};
  if (dtype.is(Kind::structure))
    for (std::size_t i = 0; i < dtype.field_count(); ++i)
      type.children.push_back(given_json_type(dtype.field(i)));
  if (dtype.is(Kind::list) || dtype.is(Kind::fixed_size_list))
    type.children.push_back(given_json_type(dtype.element()));
  return type;
}

bool JsonGuess::add(JsonReader& reader, std::size_t& keys) {
  const auto kind = reader.peek();
  if (kind == JsonReader::Kind::null) return reader.take_null();
  shapes_ |= kind == JsonReader::Kind::array    ? array
             : kind == JsonReader::Kind::object ? object
                                                : scalar;
  switch (shapes_) {
    case scalar: return add_scalar(reader, kind);
    case array: return add_array(reader, keys);
    case object: return add_object(reader, keys);
    default: break;
  }
  mix();
  std::string_view any;
  return reader.take_any(any);
}

void JsonGuess::mix() {
  children_.clear();
  names_.clear();
  places_.clear();
}

void JsonGuess::merge(const JsonGuess& other) {
  shapes_ |= other.shapes_;
  switch (shapes_) {
    case 0: break;
    case scalar: scalar_.merge(other.scalar_); break;
    case array:
      if (other.children_.empty()) break;
      if (children_.empty()) children_.push_back(JsonGuess(scalar_.forms()));
      children_[0].merge(other.children_[0]);
      break;
    case object:
      for (std::size_t i = 0; i < other.names_.size(); ++i)
        child(other.names_[i]).merge(other.children_[i]);
      break;
    default: mix();
  }
}

JsonGuess& JsonGuess::child(std::string_view name) {
  const auto found = places_.find(name);
  if (found != places_.end()) return children_[found->second];
  places_.emplace(name, names_.size());
  names_.emplace_back(name);
  return children_.emplace_back(scalar_.forms());
}

std::size_t JsonGuess::key_count() const {
  auto count = names_.size();
  for (const auto& child : children_) count += child.key_count();
  return count;
}

bool JsonGuess::add_scalar(JsonReader& reader, JsonReader::Kind kind) {
  std::string_view text;
  bool value = false;
  if (kind == JsonReader::Kind::number) {
    if (!reader.take_number(text)) return false;
    scalar_.add_number(text);
    return true;
  }
  if (kind == JsonReader::Kind::boolean) {
    scalar_.add_boolean();
    return reader.take_boolean(value);
  }
  if (!reader.take_text(text)) return false;
  scalar_.add_text(text);
  return true;
}

bool JsonGuess::add_array(JsonReader& reader, std::size_t& keys) {
  if (children_.empty()) children_.push_back(JsonGuess(scalar_.forms()));
  for (bool first = reader.open_array(); reader.next_element(first);)
    children_[0].add(reader, keys);
  return !reader.failed();
}

bool JsonGuess::add_object(JsonReader& reader, std::size_t& keys) {
  std::string_view key;
  std::size_t expected = 0;
  for (bool first = reader.open_object(); reader.next_field(first, key);) {
    auto place = expected;
    if (place >= names_.size() || names_[place] != key) {
      const auto found = places_.find(key);
      place = found != places_.end() ? found->second : names_.size();
    }
    if (place == names_.size()) {
      if (++keys > most_keys)
        return reader.fail(JsonFault::What::syntax,
                           fmt::format("more than {} different keys", most_keys));
      child(key);
    }
    children_[place].add(reader, keys);
    expected = place + 1;
  }
  return !reader.failed();
}

JsonType JsonGuess::best(bool vacant) const {
  JsonType type{DType::utf8(true), Spelling::exact, false, {}};
  if (shapes_ == 0) {
    type.vacant = vacant;
  } else if (shapes_ == scalar) {
    type.dtype = scalar_.best();
  } else if (shapes_ == array) {
    type.children.push_back(children_[0].best(vacant));
    type.dtype = DType::list(type.children[0].dtype, true);
  } else if (shapes_ == object && !names_.empty()) {
    std::vector<DType::Field> fields;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      type.children.push_back(children_[i].best(vacant));
      fields.push_back({names_[i], type.children[i].dtype});
    }
    type.dtype = DType::structure(std::move(fields), true);
  }
  return type;
}

}  // namespace gyre
