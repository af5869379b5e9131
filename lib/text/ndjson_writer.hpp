#pragma once

#include <memory>
#include <string>

#include "array/batch_output.hpp"
#include "text/byte_output.hpp"

namespace gyre {

/// One JSON object a row and line, without blanks: fields in the schema's order, null ones too. Numbers have all their
/// digits; NaN and infinities, which JSON lacks, are null; bytes are hex, dates and times ISO 8601 text.
std::unique_ptr<BatchFormatter> make_ndjson_formatter(const DType& schema);

/// Whether objects can hold such rows: no two columns, and no two fields of a struct, have the same name.
/// Errors   Code::invalid_argument: "column s: the name k comes twice, …"
Result<void> check_json_names(const DType& schema);

/// The same objects in one JSON array, a line each.
class JsonArrayOutput final : public BatchOutput {
 public:
  /// `output` outlives this.
  JsonArrayOutput(ByteOutput& output, const DType& schema);

  Result<Piece> prepare(Batch batch, unsigned worker) override;
  Result<void> finish() override;

 private:
  Result<void> put(std::string_view text);

  ByteOutput& output_;
  std::unique_ptr<BatchFormatter> lines_;
  bool has_rows_ = false;
};

}  // namespace gyre
