#include "convert/detail/batch_spill.hpp"

#include <utility>

#include "base/words.hpp"

namespace gyre {
namespace {

// A batch is written as a list of 64-bit numbers, which tells sizes, and the buffers. The first number is how many there are.

void put(const Buffer& buffer, std::vector<std::uint64_t>& numbers, std::vector<Buffer>& buffers) {
  numbers.push_back(buffer.size());
  if (!buffer.empty()) buffers.push_back(buffer);
}

void put(const Column& column, std::vector<std::uint64_t>& numbers, std::vector<Buffer>& buffers) {
  numbers.push_back(column.rows);
  numbers.push_back(column.null_count);
  put(column.validity, numbers, buffers);
  numbers.push_back(column.buffers.size());
  for (const auto& buffer : column.buffers) put(buffer, numbers, buffers);
  for (const auto& child : column.children) put(child, numbers, buffers);
}

/// Smaller buffers are written together.
constexpr std::size_t most_gathered = std::size_t{1} << 16;

std::size_t aligned(std::size_t size) { return round_up(size, MutableBuffer::alignment); }

/// Reads what `put` wrote. Nobody else can write the file.
class Taker {
 public:
  explicit Taker(Buffer bytes) : bytes_(std::move(bytes)) {
    at_ = aligned(number() * sizeof(std::uint64_t));
  }

  Column column(const DType& dtype) {
    Column column;
    column.dtype = dtype;
    column.rows = number();
    column.null_count = number();
    column.validity = buffer();
    const auto buffers = number();
    for (std::uint64_t i = 0; i < buffers; ++i) column.buffers.push_back(buffer());
    const auto& physical = dtype.physical();
    switch (physical.kind()) {
      case Kind::structure:
        for (std::size_t i = 0; i < physical.field_count(); ++i)
          column.children.push_back(this->column(physical.field(i)));
        break;
      case Kind::list:
      case Kind::map:
      case Kind::fixed_size_list:
        column.children.push_back(this->column(element_of(physical)));
        break;
      default: break;
    }
    return column;
  }

 private:
  std::uint64_t number() {
    return load<std::uint64_t>(bytes_.data() + sizeof(std::uint64_t) * next_++);
  }
  Buffer buffer() {
    const auto size = number();
    auto taken = bytes_.slice(at_, size);
    at_ += aligned(size);
    return taken;
  }

  Buffer bytes_;
  std::size_t next_ = 0;  // number
  std::size_t at_ = 0;    // where the next buffer starts
};

}  // namespace

Result<io::ByteRange> BatchSpill::write(const Batch& batch) {
  std::vector<std::uint64_t> numbers{0};
  std::vector<Buffer> buffers;
  for (const auto& column : batch.columns) put(column, numbers, buffers);
  numbers.front() = numbers.size();

  if (!file_) file_ = GYRE_TRY(io::TemporaryFile::create(folder_));
  io::ByteRange range{file_->size(), 0};
  auto gathered = MutableBuffer::uninitialized(0);
  const auto append = [&](std::span<const std::byte> bytes) -> Result<void> {
    if (gathered.size() + bytes.size() > most_gathered) {
      GYRE_TRY(file_->append(gathered.bytes()));
      gathered.resize(0);
    }
    if (bytes.size() > most_gathered)
      GYRE_TRY(file_->append(bytes));
    else
      gathered.append(bytes);
    range.size += bytes.size();
    constexpr std::byte padding[MutableBuffer::alignment] = {};
    const auto padded = std::span(padding).first(aligned(bytes.size()) - bytes.size());
    gathered.append(padded);
    range.size += padded.size();
    return {};
  };
  GYRE_TRY(append(std::as_bytes(std::span(numbers))));
  for (const auto& buffer : buffers) GYRE_TRY(append(buffer.bytes()));
  GYRE_TRY(file_->append(gathered.bytes()));
  return range;
}

Result<std::vector<Column>> BatchSpill::take(io::ByteRange place, const DType& schema) {
  auto bytes = MutableBuffer::uninitialized(static_cast<std::size_t>(place.size));
  GYRE_TRY(file_->read(place, bytes.bytes()));
  file_->discard(place);
  Taker taker(std::move(bytes).freeze());
  std::vector<Column> columns;
  for (std::size_t i = 0; i < schema.field_count(); ++i)
    columns.push_back(taker.column(schema.field(i)));
  return columns;
}

}  // namespace gyre
