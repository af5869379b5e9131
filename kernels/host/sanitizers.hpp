#pragma once

#include <cstddef>

/// The sanitizers' functions for programs that switch stacks, empty in builds without them.
/// Source: sanitizer/common_interface_defs.h, sanitizer/tsan_interface.h of GCC and LLVM.

#if defined(__SANITIZE_ADDRESS__)
#define GYRE_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GYRE_ADDRESS_SANITIZER 1
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define GYRE_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define GYRE_THREAD_SANITIZER 1
#endif
#endif

#ifdef GYRE_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef GYRE_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

namespace gyre::kernels::host::sanitizers {

#ifdef GYRE_ADDRESS_SANITIZER
inline void leave_stack(void** fake_stack, const void* next_bottom, std::size_t next_bytes) {
  __sanitizer_start_switch_fiber(fake_stack, next_bottom, next_bytes);
}
inline void enter_stack(void* fake_stack, const void** left_bottom, std::size_t* left_bytes) {
  __sanitizer_finish_switch_fiber(fake_stack, left_bottom, left_bytes);
}
inline void forget_stack(const void* bottom, std::size_t bytes) {
  __asan_unpoison_memory_region(bottom, bytes);
}
#else
inline void leave_stack(void**, const void*, std::size_t) {}
inline void enter_stack(void*, const void**, std::size_t*) {}
inline void forget_stack(const void*, std::size_t) {}
#endif

#ifdef GYRE_THREAD_SANITIZER
inline void* this_race_state() { return __tsan_get_current_fiber(); }
inline void* make_race_state() { return __tsan_create_fiber(0); }
inline void drop_race_state(void* state) { __tsan_destroy_fiber(state); }
inline void switch_race_state(void* next) { __tsan_switch_to_fiber(next, 0); }
#else
inline void* this_race_state() { return nullptr; }
inline void* make_race_state() { return nullptr; }
inline void drop_race_state(void*) {}
inline void switch_race_state(void*) {}
#endif

}  // namespace gyre::kernels::host::sanitizers
