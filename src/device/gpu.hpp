// SPDX-License-Identifier: Apache-2.0
// The GPU that this process computes on: whether there is one, what it is called, how much memory it has. A build
// without CUDA has the same functions, which refuse and say why.
#pragma once

#include <cstdint>
#include <string>

namespace perm {

/// Why --device cuda cannot be used: built without it, no driver, no device. Empty where it can.
std::string why_no_cuda();
/// Throws DeviceError, with what to do, where CUDA cannot be used.
void require_cuda();
/// "NVIDIA H200". Throws DeviceError where CUDA cannot be used.
std::string gpu_name();

/// Memory in bytes; what other processes use is not free.
struct GpuMemory {
  std::int64_t free{0};
  std::int64_t total{0};
};
/// Throws DeviceError where CUDA cannot be used.
GpuMemory gpu_memory();

}  // namespace perm
