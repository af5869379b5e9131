#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "kernels/grid.hpp"

/// The grid on the device, for .cu files.
namespace gyre::kernels::cuda {

extern __shared__ __align__(16) unsigned char shared_memory[];

/// One thread's view of the grid: the members that kernels/grid.hpp lists, each one intrinsic.
class Cta {
 public:
  __device__ std::uint32_t thread() const { return threadIdx.x; }
  __device__ std::uint32_t threads() const { return blockDim.x; }
  __device__ std::uint32_t block() const { return blockIdx.x; }
  __device__ std::uint32_t blocks() const { return gridDim.x; }
  __device__ std::uint32_t lane() const { return threadIdx.x % warp_threads; }
  __device__ std::uint32_t warp() const { return threadIdx.x / warp_threads; }
  __device__ std::uint32_t warps() const { return blockDim.x / warp_threads; }

  __device__ void sync() { __syncthreads(); }

  template <class T>
  __device__ T* shared(std::uint32_t count) {
    shared_end_ = (shared_end_ + alignof(T) - 1) / alignof(T) * alignof(T);
    auto* array = reinterpret_cast<T*>(shared_memory + shared_end_);
    shared_end_ += count * sizeof(T);
    return array;
  }

  template <class T>
  __device__ T shuffle(T value, std::uint32_t lane) {
    return __shfl_sync(whole_warp, value, static_cast<int>(lane));
  }
  template <class T>
  __device__ T shuffle_up(T value, std::uint32_t distance) {
    return __shfl_up_sync(whole_warp, value, distance);
  }
  template <class T>
  __device__ T shuffle_down(T value, std::uint32_t distance) {
    return __shfl_down_sync(whole_warp, value, distance);
  }
  template <class T>
  __device__ T shuffle_xor(T value, std::uint32_t mask) {
    return __shfl_xor_sync(whole_warp, value, static_cast<int>(mask));
  }
  __device__ std::uint32_t ballot(bool bit) { return __ballot_sync(whole_warp, bit); }

  template <class T>
  __device__ T atomic_add(T* address, T value) {
    return atomicAdd(device_type(address), static_cast<Device<T>>(value));
  }
  template <class T>
  __device__ T atomic_or(T* address, T value) {
    return atomicOr(device_type(address), static_cast<Device<T>>(value));
  }

 private:
  static constexpr unsigned whole_warp = 0xFFFFFFFF;

  // The atomics take `unsigned long long`, of which `std::uint64_t` need not be the same type.
  template <class T>
  struct DeviceType {
    using type = T;
  };
  template <class T>
  using Device = typename DeviceType<T>::type;
  template <class T>
  __device__ static Device<T>* device_type(T* address) {
    return reinterpret_cast<Device<T>*>(address);
  }

  std::uint32_t shared_end_ = 0;
};

template <>
struct Cta::DeviceType<unsigned long> {
  using type = unsigned long long;
};

template <class Kernel, class... Arguments>
__global__ void run_kernel(Arguments... arguments) {
  Cta cta;
  Kernel{}(cta, arguments...);
}

/// Queues `Kernel` on the stream. Returns what the launch says, not what the run will.
template <class Kernel, class... Arguments>
cudaError_t launch(const Shape& shape, cudaStream_t stream, Arguments... arguments) {
  run_kernel<Kernel><<<shape.blocks, shape.threads, shape.shared_bytes, stream>>>(arguments...);
  return cudaGetLastError();
}

}  // namespace gyre::kernels::cuda
