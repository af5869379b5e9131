#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "array/batch_source.hpp"
#include "inputs/input.hpp"

namespace gyre {

/// Files one after the other as one source; see open_inputs.
class FileChain final : public BatchSource {
 public:
  struct File {
    std::string path;
    std::optional<FileKind> kind;  ///< nothing: a text that tells itself, once looked into
    std::size_t hive_row;          ///< of the table that make() is given
  };

  /// Looks into all files for their types. The request of `options` is each file's own; the tables live longer.
  /// hive   a row of constant columns for each file, behind the file's own; no columns where there are none
  static Result<std::unique_ptr<FileChain>> make(std::vector<File> files, Batch hive,
                                                 const InputOptions& options,
                                                 const EncodingTable& encodings,
                                                 const LayoutTable& layouts);

  const DType& schema() const override { return schema_; }
  /// What all files have.
  FileMetadata metadata() const override { return metadata_; }
  void prepare(unsigned workers) override;
  Result<std::optional<BatchJob>> next_job() override;
  Result<void> restart() override;
  bool wants_restart() const override;

  /// Leaves out the files for which `keep` is false.
  void keep_files(const std::function<bool(std::size_t hive_row)>& keep);

 private:
  struct Part {
    File file;
    DType schema;
    std::vector<std::size_t> places;  ///< of the chain's columns among the file's own
    bool was_too_narrow = false;      ///< a value did not fit the types that were guessed
  };

  FileChain(Batch hive, const InputOptions& options, const EncodingTable& encodings,
            const LayoutTable& layouts);

  Result<Input> open(const File& file, const InputOptions& options) const;
  /// Of a file that is opened for its types alone.
  InputOptions options_to_look() const;
  Result<void> look_into_all();
  Result<void> start_refused();
  /// Sets the parts' schemas, given the values of all text files, and the chain's.
  Result<void> set_values(TextValues all);
  /// Sets the schema, and each part's places, from the parts' schemas.
  Result<void> match_columns();
  Result<void> match_columns(Part& part, std::vector<DType::Field>& fields) const;
  Result<Batch> adapted(const Part& part, Batch batch) const;

  struct Open;
  /// Remembers a file whose job failed because its types were too narrow.
  void note_failure(const std::shared_ptr<Open>& open);
  /// What is known of a file of which it is known now that its types were too narrow.
  Result<TextValues> wider_values(Open& narrow);

  std::vector<Part> parts_;
  Batch hive_;
  InputOptions options_;
  const EncodingTable& encodings_;
  const LayoutTable& layouts_;
  FileMetadata metadata_;
  DType schema_;
  unsigned workers_ = 1;
  std::size_t next_ = 0;      ///< part to open
  std::uint64_t chunks_ = 0;  ///< of text, given out as jobs
  std::shared_ptr<Open> current_;
  mutable std::mutex mutex_;
  std::shared_ptr<Open> too_narrow_;  ///< of which a job found that it wants a restart
};

}  // namespace gyre
