#pragma once

#include <zstd.h>

#include "encodings/nodes.hpp"

namespace gyre::test {

/// One zstd frame; `says_size` is whether it tells its content's size.
inline Buffer zstd_frame(std::string_view content, std::string_view dictionary = {},
                         bool says_size = true) {
  auto* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, says_size ? 1 : 0);
  ZSTD_CCtx_loadDictionary(context, dictionary.data(), dictionary.size());
  std::string frame(ZSTD_compressBound(content.size()), '\0');
  const auto size =
      ZSTD_compress2(context, frame.data(), frame.size(), content.data(), content.size());
  ZSTD_freeCCtx(context);
  REQUIRE_FALSE(ZSTD_isError(size));
  return Buffer::copy(std::string_view(frame).substr(0, size));
}

}  // namespace gyre::test
