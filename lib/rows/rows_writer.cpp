#include "rows/rows_writer.hpp"

#include <algorithm>
#include <filesystem>

#include "io/local_file.hpp"
#include "rows/detail/field_writer.hpp"
#include "rows/detail/gzip.hpp"
#include "rows/proto_text.hpp"

namespace gyre {
namespace {

/// What stands beside a file of rows.
class Companions {
 public:
  /// Nothing stands beside it.
  Companions() = default;

  static Result<Companions> of(const std::string& path, std::string proto, RowContainer container,
                               bool overwrite) {
    Companions self;
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) return self;
    const auto beside = proto_path(path);
    const auto there = read_small_file(beside, most_proto_bytes);
    if (!there || *there != proto) self.proto_ = GYRE_TRY(File::create(beside, overwrite));
    self.text_ = std::move(proto);
    const auto index = index_path(path);
    if (container == RowContainer::blocks) {
      self.index_ = GYRE_TRY(File::create(index, overwrite));
    } else if (container == RowContainer::gzip && file_exists(index)) {
      if (!overwrite)
        return fail(Code::invalid_argument,
                    "{}: exists; --force removes it, as it is no index of "
                    "this file",
                    index);
      self.stale_index_ = index;
    }
    return self;
  }

  /// Another block begins at `offset`.
  void add_block(std::uint64_t offset) { offsets_ += fmt::format("{}\n", offset); }
  Result<void> write_blocks() {
    if (!index_.sink || offsets_.empty()) return {};
    auto text = Buffer::copy(offsets_);
    offsets_.clear();
    return index_.sink->write(std::move(text));
  }

  Result<void> publish() {
    if (index_.sink) GYRE_TRY(index_.publish());
    if (!proto_.sink) return {};
    GYRE_TRY(proto_.sink->write(Buffer::copy(text_)));
    return proto_.publish();
  }
  /// The data are about to appear.
  void remove_stale() {
    std::error_code ignored;
    if (!stale_index_.empty()) std::filesystem::remove(stale_index_, ignored);
  }
  /// The data do not appear.
  void take_back() {
    index_.take_back();
    proto_.take_back();
  }

 private:
  struct File {
    std::string path;
    std::unique_ptr<io::Sink> sink;
    bool is_published = false;

    static Result<File> create(const std::string& path, bool overwrite) {
      auto sink = GYRE_TRY(io::create_file(path, overwrite));
      return File{path, std::move(sink)};
    }
    Result<void> publish() {
      GYRE_TRY(sink->commit());
      is_published = true;
      return {};
    }
    void take_back() {
      std::error_code ignored;
      if (is_published) std::filesystem::remove(path, ignored);
    }
  };

  File proto_, index_;
  std::string text_, offsets_, stale_index_;
};

/// Rows of a batch, ready to be written.
struct Encoded {
  Buffer bytes;                     // of the file
  std::vector<std::size_t> blocks;  // where they begin in `bytes`
  /// Rows of a block that began in the batch before, and of one that does not end in this: not compressed yet.
  Buffer front, back;
  std::uint64_t front_rows = 0, back_rows = 0;
  std::uint32_t checksum = 0;    // of a gzip part
  std::uint64_t size_bytes = 0;  // inside of a gzip part
  std::uint64_t rows = 0;
  std::optional<std::uint64_t> too_long = std::nullopt;  // the row that ends it all
};

class RowsOutput final : public BatchOutput {
 public:
  RowsOutput(std::unique_ptr<io::Sink> data, std::string name, const RowSchema& schema,
             RowContainer container, Companions companions)
      : data_(std::move(data)),
        name_(std::move(name)),
        row_(schema.fields),
        container_(container),
        companions_(std::move(companions)) {}

  Result<Piece> prepare(Batch batch, unsigned) override {
    auto encoded = std::make_shared<Encoded>(GYRE_TRY(encode(batch)));
    return Piece([this, encoded] { return place(*encoded); });
  }

  Result<void> finish() override {
    if (container_ == RowContainer::gzip) {
      GYRE_TRY(start_gzip());
      GYRE_TRY(data_->write(gzip_tail(checksum_, size_bytes_)));
    }
    GYRE_TRY(end_block());
    auto published = publish();
    if (!published) companions_.take_back();
    return published;
  }

 private:
  Result<Encoded> encode(const Batch& batch) const {
    Encoded encoded;
    encoded.rows = batch.rows;
    RowBuffer rows;
    if (container_ == RowContainer::blocks) {
      GYRE_TRY(encode_blocks(batch, rows, encoded));
      return encoded;
    }
    if (!put_rows(batch, 0, batch.rows, rows, encoded)) return encoded;
    if (container_ == RowContainer::gzip) {
      auto part = GYRE_TRY(GzipWriter().part(rows.bytes()));
      encoded.bytes = std::move(part.deflated);
      encoded.checksum = part.checksum;
      encoded.size_bytes = part.size_bytes;
    } else {
      encoded.bytes = rows.take();
    }
    return encoded;
  }

  Result<void> encode_blocks(const Batch& batch, RowBuffer& rows, Encoded& encoded) const {
    GzipWriter gzip;
    auto members = MutableBuffer::uninitialized(0);
    const auto begun = batch.first_row % rows_per_block;
    encoded.front_rows = begun == 0 ? 0 : std::min(rows_per_block - begun, batch.rows);
    if (!put_rows(batch, 0, encoded.front_rows, rows, encoded)) return {};
    encoded.front = rows.take();
    auto first = encoded.front_rows;
    for (; batch.rows - first >= rows_per_block; first += rows_per_block) {
      if (!put_rows(batch, first, first + rows_per_block, rows, encoded)) return {};
      encoded.blocks.push_back(members.size());
      GYRE_TRY(gzip.add_member(rows.bytes(), members));
      rows.clear();
    }
    encoded.bytes = std::move(members).freeze();
    encoded.back_rows = batch.rows - first;
    if (put_rows(batch, first, batch.rows, rows, encoded)) encoded.back = rows.take();
    return {};
  }

  bool put_rows(const Batch& batch, std::uint64_t first, std::uint64_t last, RowBuffer& out,
                Encoded& encoded) const {
    for (auto row = first; row < last; ++row) {
      out.start_row();
      row_.put(out, batch.columns, row);
      if (out.end_row()) continue;
      encoded.too_long = row;
      return false;
    }
    return true;
  }

  Result<void> place(const Encoded& encoded) {
    if (encoded.too_long)
      return fail(Code::unsupported, "{}: row {}: takes more than the {} bytes that a row may have",
                  name_, rows_ + *encoded.too_long + 1, most_row_bytes);
    if (container_ == RowContainer::gzip) {
      GYRE_TRY(start_gzip());
      checksum_ = joined_checksum(checksum_, encoded.checksum, encoded.size_bytes);
      size_bytes_ += encoded.size_bytes;
    }
    add_to_block(encoded.front, encoded.front_rows);
    if (encoded.front_rows < encoded.rows || open_rows_ == rows_per_block) GYRE_TRY(end_block());
    for (const auto block : encoded.blocks) companions_.add_block(written_ + block);
    GYRE_TRY(companions_.write_blocks());
    GYRE_TRY(write(encoded.bytes));
    add_to_block(encoded.back, encoded.back_rows);
    rows_ += encoded.rows;
    return {};
  }

  void add_to_block(const Buffer& rows, std::uint64_t count) {
    open_block_.append(rows.bytes());
    open_rows_ += count;
  }
  Result<void> end_block() {
    if (open_rows_ == 0) return {};
    auto member = MutableBuffer::uninitialized(0);
    GYRE_TRY(GzipWriter().add_member(open_block_.bytes(), member));
    companions_.add_block(written_);
    GYRE_TRY(companions_.write_blocks());
    GYRE_TRY(write(std::move(member).freeze()));
    open_block_.resize(0);
    open_rows_ = 0;
    return {};
  }
  Result<void> write(const Buffer& bytes) {
    written_ += bytes.size();
    return bytes.empty() ? Result<void>{} : data_->write(bytes);
  }

  Result<void> start_gzip() {
    if (std::exchange(is_started_, true)) return {};
    return data_->write(gzip_head());
  }

  Result<void> publish() {
    GYRE_TRY(companions_.publish());
    companions_.remove_stale();
    GYRE_TRY(data_->commit());
    return {};
  }

  std::unique_ptr<io::Sink> data_;
  std::string name_;
  MessageWriter row_;
  RowContainer container_;
  Companions companions_;
  std::uint64_t written_ = 0, rows_ = 0;
  // Rows of a block that is not whole yet.
  MutableBuffer open_block_ = MutableBuffer::uninitialized(0);
  std::uint64_t open_rows_ = 0;
  // Of the one member, so far.
  bool is_started_ = false;
  std::uint32_t checksum_ = 0;
  std::uint64_t size_bytes_ = 0;
};

}  // namespace

Result<std::unique_ptr<BatchOutput>> write_rows(std::unique_ptr<io::Sink> data,
                                                const std::string& name, const DType& schema,
                                                RowContainer container) {
  const auto row = GYRE_TRY(within(row_schema_of(schema), "{}", name));
  return std::make_unique<RowsOutput>(std::move(data), name, row, container, Companions());
}

Result<std::unique_ptr<BatchOutput>> write_row_file(std::unique_ptr<io::Sink> data,
                                                    const std::string& path, const DType& schema,
                                                    RowContainer container, bool overwrite) {
  const auto row = GYRE_TRY(within(row_schema_of(schema), "{}", path));
  auto companions = GYRE_TRY(Companions::of(path, to_proto(row), container, overwrite));
  return std::make_unique<RowsOutput>(std::move(data), path, row, container, std::move(companions));
}

}  // namespace gyre
