#pragma once

#include "array/batch_source.hpp"
#include "text/text_values.hpp"

namespace gyre {

/// Text as rows, whose types may be guessed together with those of other texts: see TextOptions::others.
class TextSource : public BatchSource {
 public:
  /// What the types are guessed from so far, where they are not given.
  virtual TextValues values() const = 0;
};

}  // namespace gyre
