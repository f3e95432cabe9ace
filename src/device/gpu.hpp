// SPDX-License-Identifier: Apache-2.0
// Tells of the GPU that this process computes on: whether there is one, what it is called, how much memory it has. A
// build without CUDA has the same functions, which refuse and say why.
#pragma once

#include <cstdint>
#include <string>

namespace perm {

/// Says why --device cuda cannot be used: the program was built without CUDA, or there is no driver or no device. Empty
/// where CUDA can be used.
std::string why_no_cuda();
/// Throws DeviceError, which says what to do, where CUDA cannot be used.
void require_cuda();
/// Gives "NVIDIA H200", for example. Throws DeviceError where CUDA cannot be used.
std::string gpu_name();

/// Gives memory in bytes; memory that other processes use is not free.
struct GpuMemory {
  std::int64_t free{0};
  std::int64_t total{0};
};
/// Throws DeviceError where CUDA cannot be used.
GpuMemory gpu_memory();

/// Gives the memory that the GPU has, in bytes, without waiting for its start. Throws DeviceError where there is none.
std::int64_t gpu_memory_size();

}  // namespace perm
