#pragma once

#include <cstddef>

namespace gyre::kernels::host {

/// A stack on which a function runs, left and entered again by `switch_to`. The address and thread
/// sanitizers are told of every switch.
///
/// A fiber may be destroyed while suspended: its stack goes away, destructors on it do not run.
class Fiber {
 public:
  using Body = void (*)(void* argument);

  /// The stack of the calling thread, as a place to come back to.
  Fiber();

  /// A stack of its own, 256 KiB above a guard page. `body` starts at the first switch to it and
  /// must neither return nor throw. Throws std::bad_alloc.
  Fiber(Body body, void* argument);

  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Leaves this fiber, which must be the running one, for another. Returns when someone switches
  /// back.
  void switch_to(Fiber& next);

 private:
  static void enter(void* self);
  void arrived();

  Body body_ = nullptr;
  void* argument_ = nullptr;
  std::byte* mapping_ = nullptr;  // guard page and stack; null for a thread's own stack
  void* context_ = nullptr;       // while suspended
  Fiber* previous_ = nullptr;     // who switched here last

  // What the sanitizers keep for a stack.
  const void* stack_bottom_ = nullptr;
  std::size_t stack_bytes_ = 0;
  void* fake_stack_ = nullptr;
  void* race_state_ = nullptr;
};

}  // namespace gyre::kernels::host
