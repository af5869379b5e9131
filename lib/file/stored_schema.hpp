#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "array/batch.hpp"
#include "dtype/dtype.hpp"
#include "file/edition.hpp"

namespace gyre {

/// What has chunks of its own in a file.
struct StoredColumn {
  std::string name;  ///< with the structs around it: "a.b"
  DType dtype;
  bool has_zones = true;
  bool is_validity = false;  ///< of a struct: non-null booleans, true where a row is valid
};

/// The rows of one chunk that belong to a stored column.
struct StoredPart {
  Column column;
  std::uint64_t null_structs = 0;  ///< of a validity: rows that are not valid
};

/// How a schema is cut into stored columns: structs into their fields, at any depth, everything else whole. A nullable struct
/// is cut where readers know its validity as a column of its own, and else stored whole; fields below one have no zone maps,
/// since their values mean nothing where the struct is null.
class StoredSchema {
 public:
  struct Node {
    DType dtype;
    std::vector<Node> fields;  ///< of a struct that is cut
    bool is_cut = false;
    std::size_t column =
        0;  ///< of columns(): the column, or the validity of a nullable struct that is cut
    bool has_validity() const { return is_cut && dtype.nullable(); }
  };

  /// `root` is of any type. A non-null struct is the table's; what else stands for a table of the one column "value".
  explicit StoredSchema(const DType& root, const Edition& edition = {});

  const DType& root_dtype() const { return root_.dtype; }
  const Node& root() const { return root_; }
  const std::vector<StoredColumn>& columns() const { return columns_; }

  /// Cuts a batch of the table, one for each of columns().
  std::vector<StoredPart> cut(const Batch& batch) const;

 private:
  Node add(const DType& dtype, const std::string& name, const Edition& edition, bool has_zones);

  std::vector<StoredColumn> columns_;
  Node root_;
};

}  // namespace gyre
