#pragma once

#include <memory>
#include <numeric>
#include <vector>

#include "array/batch_source.hpp"
#include "rows/detail/rows_parser.hpp"
#include "rows/row_schema.hpp"

namespace gyre {

/// What sources of rows have in common: a schema, of which some columns are wanted, and parsers of the workers.
class RowsSource : public BatchSource {
 public:
  const DType& schema() const final { return dtype_; }
  Result<bool> project(std::span<const std::size_t> columns) final {
    std::vector<std::size_t> kept;
    std::vector<DType::Field> fields;
    for (const auto column : columns) {
      kept.push_back(columns_[column]);
      fields.push_back({std::string(dtype_.field_name(column)), dtype_.field(column)});
    }
    columns_ = std::move(kept);
    dtype_ = DType::structure(std::move(fields));
    return true;
  }
  void prepare(unsigned workers) final {
    parsers_.clear();
    parsers_.resize(workers);
  }

 protected:
  void set_schema(RowSchema schema) {
    schema_ = std::move(schema);
    dtype_ = schema_.dtype;
    columns_.resize(schema_.fields.size());
    std::iota(columns_.begin(), columns_.end(), std::size_t{0});
  }
  /// Rows that parsers hold are none of those that come next.
  void forget_parsers() {
    for (auto& parser : parsers_) parser.reset();
  }
  RowsParser& parser(unsigned worker) {
    auto& parser = parsers_.at(worker);
    if (!parser) parser = std::make_unique<RowsParser>(schema_, columns_, dtype_);
    return *parser;
  }

 private:
  RowSchema schema_;
  DType dtype_;                       // of the columns that are wanted
  std::vector<std::size_t> columns_;  // of the schema, that are wanted
  std::vector<std::unique_ptr<RowsParser>> parsers_;
};

}  // namespace gyre
