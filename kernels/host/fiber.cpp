#include "kernels/host/fiber.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <exception>
#include <new>

#include "kernels/host/context.hpp"
#include "kernels/host/sanitizers.hpp"

namespace gyre::kernels::host {
namespace {

constexpr std::size_t stack_bytes = 256 * 1024;

std::size_t guard_bytes() {
  static const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return page;
}

// Stacks that begin at the same offset in their pages compete for the same cache sets, so each top
// is lowered by its own multiple of 64 bytes. The factor is odd: 64 stacks in a row differ.
std::size_t stagger(const std::byte* mapping) {
  const auto number = reinterpret_cast<std::uintptr_t>(mapping) / guard_bytes();
  return number * 7 % 64 * 64;
}

}  // namespace

Fiber::Fiber() : race_state_(sanitizers::this_race_state()) {}

Fiber::Fiber(Body body, void* argument) : body_(body), argument_(argument) {
  auto* mapped = mmap(nullptr, guard_bytes() + stack_bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  mapping_ = static_cast<std::byte*>(mapped);
  if (mprotect(mapping_, guard_bytes(), PROT_NONE) != 0) {
    munmap(mapping_, guard_bytes() + stack_bytes);
    throw std::bad_alloc();
  }
  auto* bottom = mapping_ + guard_bytes();
  stack_bottom_ = bottom;
  stack_bytes_ = stack_bytes;
  race_state_ = sanitizers::make_race_state();
  context_ = make_context(bottom, bottom + stack_bytes - stagger(mapping_), &Fiber::enter, this);
}

Fiber::~Fiber() {
  if (mapping_ == nullptr) return;
  sanitizers::drop_race_state(race_state_);
  sanitizers::forget_stack(stack_bottom_, stack_bytes_);
  munmap(mapping_, guard_bytes() + stack_bytes);
}

void Fiber::enter(void* self) {
  auto& fiber = *static_cast<Fiber*>(self);
  fiber.arrived();
  fiber.body_(fiber.argument_);
  std::terminate();
}

void Fiber::arrived() {
  sanitizers::enter_stack(fake_stack_, &previous_->stack_bottom_, &previous_->stack_bytes_);
}

void Fiber::switch_to(Fiber& next) {
  next.previous_ = this;
  sanitizers::leave_stack(&fake_stack_, next.stack_bottom_, next.stack_bytes_);
  sanitizers::switch_race_state(next.race_state_);
  switch_context(&context_, next.context_);
  arrived();
}

}  // namespace gyre::kernels::host
