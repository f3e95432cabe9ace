// SPDX-License-Identifier: Apache-2.0
#include "core/errors.hpp"
#include "device/cuda_check.hpp"
#include "device/gpu.hpp"
#include "device/gpu_start.hpp"

namespace perm {

std::string why_no_cuda() {
  int devices = 0;
  const cudaError_t error = cudaGetDeviceCount(&devices);
  static_cast<void>(cudaGetLastError());
  if (error != cudaSuccess) return cudaGetErrorString(error);
  return devices > 0 ? "" : "no CUDA-capable device is detected";
}

void require_cuda() {
  const std::string why = why_no_cuda();
  if (!why.empty())
    throw DeviceError("The device 'cuda' is not available", why,
                      "See whether nvidia-smi lists a device and its driver is recent enough, or use --device cpu");
  cuda::await_start();
}

std::string gpu_name() {
  require_cuda();
  int device = 0;
  cudaDeviceProp properties;
  cuda::check(cudaGetDevice(&device), "choosing a device");
  cuda::check(cudaGetDeviceProperties(&properties, device), "asking for its properties");
  return properties.name;
}

std::int64_t gpu_memory_size() {
  cudaDeviceProp properties;
  cuda::check(cudaGetDeviceProperties(&properties, cuda::chosen_device()), "asking for its properties");
  return static_cast<std::int64_t>(properties.totalGlobalMem);
}

GpuMemory gpu_memory() {
  require_cuda();
  std::size_t free = 0;
  std::size_t total = 0;
  cuda::check(cudaMemGetInfo(&free, &total), "asking for free memory");
  return {static_cast<std::int64_t>(free), static_cast<std::int64_t>(total)};
}

}  // namespace perm
