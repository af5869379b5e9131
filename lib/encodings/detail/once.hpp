#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "base/result.hpp"

namespace gyre {

/// Something that is made when it is first asked for and then shared by all, whatever thread they are on. A failure is not
/// remembered.
template <class T>
class Once {
 public:
  template <class Make>
  Result<std::shared_ptr<const T>> get(Make&& make) const {
    const std::scoped_lock lock(mutex_);
    if (!made_) made_ = std::make_shared<const T>(GYRE_TRY(std::forward<Make>(make)()));
    return made_;
  }
  /// Null as long as nobody has asked for it.
  std::shared_ptr<const T> made() const {
    const std::scoped_lock lock(mutex_);
    return made_;
  }

 private:
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const T> made_;
};

}  // namespace gyre
