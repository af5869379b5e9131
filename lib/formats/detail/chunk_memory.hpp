#pragma once

#include <parquet/metadata.h>

namespace gyre::formats {

/// What reading a column chunk takes, as far as a Parquet file's footer tells. Whatever that says, doubles hold it.
struct ChunkMemory {
  double rows_bytes = 0;     ///< of all its values in plain memory
  bool may_inflate = false;  ///< texts may be many times more than that
  double open_bytes = 0;  ///< of the page and the dictionary at hand, while it is read bit by bit
};

/// with_codes   texts are read as codes of their dictionary
ChunkMemory memory_of(const ::parquet::ColumnChunkMetaData& chunk,
                      const ::parquet::ColumnDescriptor& column, bool with_codes);

/// About the size of the dictionary page, as it is in memory; 0 if there is none.
double dictionary_bytes(const ::parquet::ColumnChunkMetaData& chunk);

}  // namespace gyre::formats
