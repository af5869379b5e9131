#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "array/batch_output.hpp"
#include "text/byte_output.hpp"
#include "text/value_writer.hpp"

namespace gyre {

struct TableOptions {
  /// Rows shown; of more, the first and the last half. 0: all, which are held in memory until the end.
  std::size_t most_rows = 40;
  /// Columns of the terminal; wide values are cut and middle columns left out to fit. 0: no limit.
  std::size_t width = 0;
  /// Escape sequences for names, types and nulls.
  bool color = false;
};

/// Rows in a box, for people: names, types, then values, numbers to the right, and how many rows there were. All is
/// written by finish.
class TablePrinter final : public BatchOutput {
 public:
  /// `output` outlives this.
  TablePrinter(ByteOutput& output, const DType& schema, TableOptions options = {});

  Result<Piece> prepare(Batch batch, unsigned worker) override;
  Result<void> finish() override;

 private:
  struct Cell {
    std::string text;
    bool is_null = false;
  };
  using Row = std::vector<Cell>;
  struct ColumnForm {
    std::string name, type;
    bool to_the_right;
    std::unique_ptr<ValueWriter> writer;
    std::size_t width;
  };

  Result<void> add(const Batch& batch);
  Row format_row(const Batch& batch, std::uint64_t row) const;
  void measure();
  void fit();
  void append_rule(std::string& out, std::string_view left, std::string_view middle,
                   std::string_view right) const;
  void append_line(std::string& out, const Row& row, std::string_view style, bool centered) const;
  void append_gap(std::string& out) const;

  ByteOutput& output_;
  TableOptions options_;
  std::vector<ColumnForm> columns_;
  std::vector<std::size_t> shown_;  // columns, in order
  std::size_t left_out_at_ = 0;     // place in shown_ before which columns are missing; 0: none are
  std::uint64_t rows_ = 0;
  std::vector<Row> head_;
  std::deque<Row> tail_;
};

}  // namespace gyre
