#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace gyre::kernels::cuda {

/// Queues UnpackFor<T> on the stream: see kernels/unpack.hpp for shapes and promises. T is
/// std::uint8_t, 16, 32 or 64; the pointers are the device's; `tiles` is at least 1.
template <class T>
cudaError_t unpack_for(const T* packed, T* out, std::uint32_t tiles, std::uint32_t width,
                       T reference, cudaStream_t stream);

}  // namespace gyre::kernels::cuda
