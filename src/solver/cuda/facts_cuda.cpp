// SPDX-License-Identifier: Apache-2.0
// Says what is known of the GPU of this process. The file compiles without CUDA too: device/gpu.hpp then refuses and
// says why.
#include "device/gpu.hpp"
#include "solver/cuda/make_cuda.hpp"

namespace perm {
namespace {

class CudaFacts final : public DeviceFacts {
 public:
  std::string why_absent() const override { return why_no_cuda(); }
  bool uses_host_memory() const override { return false; }
  void require() const override { require_cuda(); }
  std::string name() const override { return gpu_name(); }
  std::string name_in_text() const override { return gpu_name(); }
  std::int64_t most_bytes() const override { return gpu_memory_size(); }
  std::int64_t free_bytes() const override { return gpu_memory().free; }
  std::int64_t used_bytes() const override {
    const GpuMemory memory = gpu_memory();
    return memory.total - memory.free;
  }
  std::string where_memory_is() const override { return " on " + gpu_name(); }
  std::string memory_remedy() const override {
    return "Solve a part of the image, share it among more GPUs by mpirun, or use a device with more memory";
  }
};

}  // namespace

const DeviceFacts& cuda_facts() {
  static const CudaFacts facts;
  return facts;
}

}  // namespace perm
