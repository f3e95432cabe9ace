// SPDX-License-Identifier: Apache-2.0
// A build without CUDA has these functions in place of those of gpu_cuda.cpp.
#include "core/errors.hpp"
#include "device/gpu.hpp"

namespace perm {

std::string why_no_cuda() { return "this program was built without CUDA"; }

void require_cuda() {
  throw DeviceError("The device 'cuda' is not available", why_no_cuda(),
                    "Use --device cpu, or install the CUDA toolkit and build with -DPERMEABILITY_CUDA=ON");
}

std::string gpu_name() {
  require_cuda();
  return {};
}

std::int64_t gpu_memory_size() {
  require_cuda();
  return 0;
}

GpuMemory gpu_memory() {
  require_cuda();
  return {};
}

}  // namespace perm
