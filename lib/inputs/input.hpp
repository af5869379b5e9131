#pragma once

#include <memory>
#include <optional>
#include <string>

#include "array/batch_source.hpp"
#include "base/memory_shares.hpp"
#include "base/progress.hpp"
#include "inputs/file_kind.hpp"
#include "layout/layout.hpp"
#include "scan/scan_source.hpp"
#include "text/csv_options.hpp"
#include "text/refused_records.hpp"
#include "text/text_source.hpp"

namespace gyre {

/// How an input is read.
struct InputOptions {
  std::optional<FileKind> from;   ///< else by content, then by name
  CsvOptions csv;                 ///< for all text; of NDJSON what TextOptions has
  std::optional<char> delimiter;  ///< else the kind's own
  std::string encoding;           ///< of text, as utf8_input has it
  /// Where the text of records goes that csv.skip_bad leaves out; empty: nowhere. Of no account if csv.refused takes them.
  std::string refused_file;
  bool overwrite = false;  ///< that file
  /// A .proto file for rows; else the one beside them counts.
  std::string proto;
  ScanRequest request;
  io::Access access = io::Access::map;
  bool plain = false;  ///< see CpuOptions
  MemoryShares shares = {};
  Progress* progress = nullptr;
};

/// An input as rows.
struct Input {
  FileKind kind;
  std::unique_ptr<BatchSource> source;
  /// The same source where it is a planned scan of one Vortex file, which has more to tell; else null.
  ScanSource* scan = nullptr;
  /// Bytes of the files, where they are many; else 0.
  std::uint64_t size_bytes = 0;
  /// What is left out of text, where that was asked for; finish() publishes it.
  std::unique_ptr<RefusedRecords> refused = {};
  /// The text below `source`, where it is one text; else null.
  const TextSource* text = nullptr;
};

/// The kind that the options say, else by content, else by name; nothing where only what a text holds tells.
Result<std::optional<FileKind>> kind_of_input(const std::string& path, const InputOptions& options);

/// Opens "-" (standard input) or a local path, seen through the request's select list and filter. The tables live longer.
Result<Input> open_input(const std::string& path, const InputOptions& options,
                         const EncodingTable& encodings, const LayoutTable& layouts);

}  // namespace gyre
