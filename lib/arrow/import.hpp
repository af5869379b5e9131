#pragma once

#include "array/batch.hpp"
#include "arrow/c_data.hpp"
#include "base/result.hpp"

namespace gyre::arrow {

/// The type that the rows of an Arrow type have here.
///
/// | Arrow                                               | here                       |
/// |-----------------------------------------------------|----------------------------|
/// | strings: plain, large, views                        | utf8                       |
/// | binaries: plain, large, views, of fixed size        | binary                     |
/// | lists and list views, plain and large               | list                       |
/// | decimals of 32 to 256 bits                          | decimal                    |
/// | dates, times, timestamps                            | vortex.date .time .timestamp |
/// | arrow.uuid, arrow.json                              | vortex.uuid, vortex.json   |
/// | other extensions, dictionaries, run-end encodings   | what they stand for        |
///
/// Errors   Code::unsupported: durations, intervals, unions, and what else Vortex lacks, with the path of the field;
///          Code::corrupt: a schema that the C data interface does not allow
Result<DType> import_schema(const ArrowSchema& schema);

/// An array of that schema as a column of type import_schema(schema). Values, bitmaps, 64-bit offsets, string views and
/// the bytes of texts are shared with the array, which is released with the last of them; what has another layout is
/// copied. The array is taken over, whatever comes of it.
///
/// The interface does not tell how large buffers are: whoever made the array promises that they hold what length and
/// offset, and the last offset of lists and texts, speak of. All that stands inside them is checked here.
///
/// Errors   Code::corrupt: offsets, codes, run ends or views that point outside; text that is no UTF-8; nulls where the
///          schema has none; Code::unsupported: a text of 2 GiB or more
Result<Column> import_array(ArrowArray array, const ArrowSchema& schema);

/// A struct array as a batch: its fields are the columns. Rows that are null as a whole are refused.
Result<Batch> import_batch(ArrowArray array, const ArrowSchema& schema);

}  // namespace gyre::arrow
