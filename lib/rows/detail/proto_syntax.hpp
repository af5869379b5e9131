#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace gyre {

struct ProtoMessage;

/// A field as a .proto file has it.
struct ProtoField {
  std::string name, type;
  std::string value_type;  ///< of a map, whose key is `type`; else empty
  std::string_view comment;
  unsigned number = 0, line = 0;
  bool is_optional = false, is_repeated = false;
};

struct ProtoMessage {
  std::string name;
  std::vector<ProtoField> fields;
  std::vector<std::unique_ptr<ProtoMessage>> messages;
  std::vector<std::string> enums;
  const ProtoMessage* outer = nullptr;
};

/// All of a .proto file. Borrows its text.
struct ProtoFile {
  std::string package;
  std::unique_ptr<ProtoMessage> root;  ///< without a name, around the messages at the top
};

/// Errors   invalid_argument, with the line
Result<ProtoFile> parse_proto_file(std::string_view text);

}  // namespace gyre
