#include "kernels/unpack.hpp"

#include "kernels/cuda/grid.cuh"
#include "kernels/cuda/unpack.hpp"

namespace gyre::kernels::cuda {

template <class T>
cudaError_t unpack_for(const T* packed, T* out, std::uint32_t tiles, std::uint32_t width,
                       T reference, cudaStream_t stream) {
  return launch<UnpackFor<T>>(UnpackFor<T>::shape(tiles), stream, packed, out, width, reference);
}

template cudaError_t unpack_for(const std::uint8_t*, std::uint8_t*, std::uint32_t, std::uint32_t,
                                std::uint8_t, cudaStream_t);
template cudaError_t unpack_for(const std::uint16_t*, std::uint16_t*, std::uint32_t, std::uint32_t,
                                std::uint16_t, cudaStream_t);
template cudaError_t unpack_for(const std::uint32_t*, std::uint32_t*, std::uint32_t, std::uint32_t,
                                std::uint32_t, cudaStream_t);
template cudaError_t unpack_for(const std::uint64_t*, std::uint64_t*, std::uint32_t, std::uint32_t,
                                std::uint64_t, cudaStream_t);

}  // namespace gyre::kernels::cuda
