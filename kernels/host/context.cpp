#include "kernels/host/context.hpp"

// The one place that depends on the processor. Elsewhere than on x86-64 the C library does the
// same, in two system calls. GYRE_PORTABLE_CONTEXT chooses that way on x86-64 too.
#if defined(__x86_64__) && defined(__ELF__) && !defined(GYRE_PORTABLE_CONTEXT)

// A suspended context is its stack pointer, with the registers a callee must preserve on top of the
// stack.
extern "C" void gyre_kernels_switch(void** left, void* next);
extern "C" void gyre_kernels_start();

asm(R"(
  .text
  .p2align 4
  .globl gyre_kernels_switch
  .hidden gyre_kernels_switch
  .type gyre_kernels_switch, @function
gyre_kernels_switch:
  .cfi_startproc
  push %rbx
  .cfi_adjust_cfa_offset 8
  push %rbp
  .cfi_adjust_cfa_offset 8
  push %r12
  .cfi_adjust_cfa_offset 8
  push %r13
  .cfi_adjust_cfa_offset 8
  push %r14
  .cfi_adjust_cfa_offset 8
  push %r15
  .cfi_adjust_cfa_offset 8
  mov %rsp, (%rdi)
  mov %rsi, %rsp
  pop %r15
  .cfi_adjust_cfa_offset -8
  pop %r14
  .cfi_adjust_cfa_offset -8
  pop %r13
  .cfi_adjust_cfa_offset -8
  pop %r12
  .cfi_adjust_cfa_offset -8
  pop %rbp
  .cfi_adjust_cfa_offset -8
  pop %rbx
  .cfi_adjust_cfa_offset -8
  ret
  .cfi_endproc
  .size gyre_kernels_switch, . - gyre_kernels_switch

  .p2align 4
  .globl gyre_kernels_start
  .hidden gyre_kernels_start
  .type gyre_kernels_start, @function
gyre_kernels_start:
  .cfi_startproc
  .cfi_undefined %rip
  mov %r12, %rdi
  call *%rbx
  ud2
  .cfi_endproc
  .size gyre_kernels_start, . - gyre_kernels_start
)");

namespace gyre::kernels::host {

void* make_context(std::byte* /*bottom*/, std::byte* top, void (*entry)(void*), void* argument) {
  // In the order in which gyre_kernels_switch takes them off.
  struct Frame {
    void *r15, *r14, *r13, *r12, *rbp, *rbx;
    void (*start)();
    void* end_of_stack[2];  // ends a walk over frames, and is what is on the stack at the call
  };
  static_assert(sizeof(Frame::end_of_stack) % 16 == 0);  // the stack is aligned at a call
  auto* frame = reinterpret_cast<Frame*>(top) - 1;
  *frame = Frame{.r15 = nullptr,
                 .r14 = nullptr,
                 .r13 = nullptr,
                 .r12 = argument,
                 .rbp = nullptr,
                 .rbx = reinterpret_cast<void*>(entry),
                 .start = gyre_kernels_start,
                 .end_of_stack = {}};
  return frame;
}

void switch_context(void** left, void* next) { gyre_kernels_switch(left, next); }

}  // namespace gyre::kernels::host

#else

#include <ucontext.h>

#include <cstdint>
#include <new>

namespace gyre::kernels::host {
namespace {

struct Start {
  ucontext_t context;
  void (*entry)(void*);
  void* argument;
};

// makecontext passes numbers of 32 bits.
void start(unsigned high, unsigned low) {
  const auto address = std::uint64_t{high} << 32 | low;
  const auto* first = reinterpret_cast<const Start*>(static_cast<std::uintptr_t>(address));
  first->entry(first->argument);
}

}  // namespace

void* make_context(std::byte* bottom, std::byte* top, void (*entry)(void*), void* argument) {
  auto* place = top - (sizeof(Start) + 63) / 64 * 64;
  auto* first = new (place) Start{.context = {}, .entry = entry, .argument = argument};
  getcontext(&first->context);
  first->context.uc_stack.ss_sp = bottom;
  first->context.uc_stack.ss_size = static_cast<std::size_t>(place - bottom);
  const auto address = std::uint64_t{reinterpret_cast<std::uintptr_t>(first)};
  makecontext(&first->context, reinterpret_cast<void (*)()>(&start), 2,
              static_cast<unsigned>(address >> 32), static_cast<unsigned>(address));
  return &first->context;
}

void switch_context(void** left, void* next) {
  ucontext_t here{};  // lives on the stack that is left, as long as it is suspended
  *left = &here;
  swapcontext(&here, static_cast<ucontext_t*>(next));
}

}  // namespace gyre::kernels::host

#endif
