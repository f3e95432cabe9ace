// SPDX-License-Identifier: Apache-2.0
#include "device/cuda_check.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "core/errors.hpp"
#include "core/units.hpp"
#include "device/cuda_graph.hpp"

namespace perm {
namespace cuda {
namespace {

/// Gives "CUDA device 0, NVIDIA H200", or "the CUDA device" where CUDA does not tell more.
std::string name_of_current_device() {
  int device = 0;
  cudaDeviceProp properties;
  if (cudaGetDevice(&device) != cudaSuccess || cudaGetDeviceProperties(&properties, device) != cudaSuccess)
    return "the CUDA device";
  return fmt::format("CUDA device {}, {}", device, properties.name);
}

std::string remedy_for(cudaError_t error) {
  switch (error) {
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorUnsupportedPtxVersion:
      return "Build with -DCMAKE_CUDA_ARCHITECTURES=native on this machine, or use --device cpu";
    case cudaErrorInsufficientDriver:
    case cudaErrorNoDevice:
    case cudaErrorInitializationError:
      return "See whether nvidia-smi lists a device and its driver is recent enough, or use --device cpu";
    default:
      return "Run again; if it fails again, report it with this line, and use --device cpu meanwhile";
  }
}

constexpr std::size_t most_of_pool = 16 << 20;  // bytes of an array, such as the distributions of an image of 64^3

/// Tells whether the current device has a pool of memory, and lets the pool keep what is freed.
bool prepare_pool() {
  int device = 0;
  int has_pool = 0;
  cudaMemPool_t pool = nullptr;
  std::uint64_t kept = Memory::pool_bytes;
  return cudaGetDevice(&device) == cudaSuccess &&
         cudaDeviceGetAttribute(&has_pool, cudaDevAttrMemoryPoolsSupported, device) == cudaSuccess && has_pool != 0 &&
         cudaDeviceGetDefaultMemPool(&pool, device) == cudaSuccess &&
         cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept) == cudaSuccess;
}

/// A process computes on one device.
bool has_pool() {
  static const bool has = prepare_pool();
  return has;
}

}  // namespace

Memory::Memory(std::size_t bytes, MemorySource source) {
  if (bytes == 0) return;
  is_of_pool_ = source == MemorySource::any && bytes <= most_of_pool && has_pool();
  // The stream of the steps is the default stream of this thread, so the order of all its work is that of the calls.
  const cudaError_t error =
      is_of_pool_ ? cudaMallocAsync(&address_, bytes, step_stream()) : cudaMalloc(&address_, bytes);
  if (error != cudaSuccess) fail_to_allocate(error, bytes);
}

Memory::~Memory() {
  if (is_of_pool_)
    cudaFreeAsync(address_, step_stream());
  else
    cudaFree(address_);
}

void fail(cudaError_t error, const char* call) {
  const std::string device = name_of_current_device();
  throw DeviceError(fmt::format("{} failed on {}", call, device),
                    fmt::format("{}: {}", cudaGetErrorName(error), cudaGetErrorString(error)), remedy_for(error));
}

void fail_to_allocate(cudaError_t error, std::size_t bytes) {
  if (error != cudaErrorMemoryAllocation) fail(error, "allocating memory");
  static_cast<void>(cudaGetLastError());  // an allocation that failed changes nothing on the device
  std::size_t free = 0;
  std::size_t total = 0;
  static_cast<void>(cudaMemGetInfo(&free, &total));
  throw MemoryShortage(
      fmt::format("Allocating {} failed on {}", format_bytes(static_cast<double>(bytes)), name_of_current_device()),
      fmt::format("{} of {} are free", format_bytes(static_cast<double>(free)),
                  format_bytes(static_cast<double>(total))),
      "Solve a part of the image, share it among more GPUs by mpirun, or use a device with more memory");
}

}  // namespace cuda

}  // namespace perm
