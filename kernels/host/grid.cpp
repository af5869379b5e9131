#include "kernels/host/grid.hpp"

#include <string_view>

namespace gyre::kernels::host {
namespace {

std::string place(const Site& site) {
  const std::string_view path = site.file_name();
  return std::string(path.substr(path.rfind('/') + 1)) + ":" + std::to_string(site.line());
}

}  // namespace

std::string Report::message() const {
  const auto where = site.line() == 0 ? std::string("an unknown line") : place(site);
  const auto start = "block " + std::to_string(block) + ": ";
  switch (fault) {
    case Fault::none: break;
    case Fault::bad_shape:
      return "a block of " + std::to_string(threads) + " threads, expected 32, 64, ... 1024";
    case Fault::divergence:
      return start + std::to_string(threads) + " threads wait at " + where +
             " for threads that left or wait elsewhere";
    case Fault::shared_exceeded: return start + "shared memory of the launch exceeded at " + where;
    case Fault::shared_mismatch:
      return start + "threads ask for different shared arrays at " + where;
    case Fault::shared_overrun: return start + "written past the end of a shared array";
  }
  return "ok";
}

Report Grid::run(const Shape& shape, Order order, Block::Body body, const void* launch) {
  Report report;
  if (shape.threads == 0 || shape.threads % warp_threads != 0 ||
      shape.threads > max_block_threads) {
    report.fault = Fault::bad_shape;
    report.threads = shape.threads;
    return report;
  }
  block_.prepare(shape, order);
  for (const auto index : in_order(shape.blocks, order)) {
    report.fault = block_.run(index, body, launch);
    if (report.ok()) continue;
    report.block = index;
    report.threads = block_.fault_threads();
    report.site = block_.fault_site();
    break;
  }
  report.switches = block_.switches();
  return report;
}

}  // namespace gyre::kernels::host
