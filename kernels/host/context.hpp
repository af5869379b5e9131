#pragma once

#include <cstddef>

/// The bare exchange of one stack for another; Fiber gives it an owner.
namespace gyre::kernels::host {

/// A context that calls `entry(argument)` on the stack that ends at `top` (16-byte aligned) when it
/// is first switched to. `entry` must not return.
void* make_context(std::byte* bottom, std::byte* top, void (*entry)(void*), void* argument);

/// Saves the running context, stores its name in `*left`, and continues `next`. Returns when
/// someone switches to `*left`. A context is good for one switch.
void switch_context(void** left, void* next);

}  // namespace gyre::kernels::host
