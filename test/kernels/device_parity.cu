// Runs every kernel on the device and on the emulated grid over the same inputs, and prints one
// line of JSON: how many cases there were and which of them gave other bytes. Exits with 0 if none
// did, 1 if some did, 2 if there is no device to run on. Needs nothing but CUDA's runtime:
// scripts/device_check.sh builds and runs it.

#include <cuda_runtime_api.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "kernels/cuda/unpack.hpp"
#include "kernels/host/grid.hpp"
#include "kernels/unpack.hpp"

namespace {

using namespace gyre::kernels;

void require(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  std::printf("{\"error\":\"%s: %s\"}\n", what, cudaGetErrorString(status));
  std::exit(2);
}

template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count) : count_(count) {
    require(cudaMalloc(&data_, (count + 1) * sizeof(T)), "cudaMalloc");
  }
  explicit DeviceArray(const std::vector<T>& values) : DeviceArray(values.size()) {
    require(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice),
            "cudaMemcpy to the device");
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* data() { return data_; }
  std::vector<T> read() const {
    std::vector<T> values(count_);
    require(cudaMemcpy(values.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost),
            "cudaMemcpy from the device");
    return values;
  }

 private:
  std::size_t count_;
  T* data_ = nullptr;
};

// FNV-1a, over values.
template <class T>
std::uint64_t hash_of(const std::vector<T>& values) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const auto value : values) hash = (hash ^ value) * 0x100000001B3;
  return hash;
}

class Comparison {
 public:
  void add(const std::string& name, std::uint64_t device, std::uint64_t host) {
    ++cases_;
    if (device != host) different_ += (different_.empty() ? "\"" : ",\"") + name + "\"";
  }

  bool print(const char* device) const {
    std::printf("{\"device\":\"%s\",\"cases\":%u,\"different\":[%s]}\n", device, cases_,
                different_.c_str());
    return different_.empty();
  }

 private:
  unsigned cases_ = 0;
  std::string different_;
};

// Any bytes are packed tiles, so the inputs are random words.
template <class T>
void compare_unpack(Comparison& comparison) {
  const std::uint32_t tiles = 67;
  const std::uint32_t type_bits = 8 * sizeof(T);
  for (std::uint32_t width = 0; width <= type_bits; ++width) {
    std::mt19937_64 random(1000 * type_bits + width);
    std::vector<T> packed(tiles * packed_words<T>(width));
    for (auto& word : packed) word = static_cast<T>(random());
    const auto reference = static_cast<T>(random());

    std::vector<T> expected(tiles * tile_values);
    const auto report =
        host::launch(UnpackFor<T>::shape(tiles), host::Order::ascending, UnpackFor<T>{},
                     packed.data(), expected.data(), width, reference);
    if (!report.ok()) std::abort();

    DeviceArray<T> from(packed);
    DeviceArray<T> to(expected.size());
    require(cuda::unpack_for<T>(from.data(), to.data(), tiles, width, reference, nullptr),
            "launch of unpack_for");
    require(cudaDeviceSynchronize(), "run of unpack_for");
    comparison.add("unpack_for u" + std::to_string(type_bits) + " width " + std::to_string(width),
                   hash_of(to.read()), hash_of(expected));
  }
}

}  // namespace

int main() {
  cudaDeviceProp properties{};
  require(cudaGetDeviceProperties(&properties, 0), "no device");
  Comparison comparison;
  compare_unpack<std::uint8_t>(comparison);
  compare_unpack<std::uint16_t>(comparison);
  compare_unpack<std::uint32_t>(comparison);
  compare_unpack<std::uint64_t>(comparison);
  return comparison.print(properties.name) ? 0 : 1;
}
