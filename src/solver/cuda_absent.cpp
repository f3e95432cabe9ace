// SPDX-License-Identifier: Apache-2.0
// What a build without CUDA has in place of the CUDA backend.
#include "core/errors.hpp"
#include "core/process_memory.hpp"
#include "solver/devices.hpp"
#include "solver/full_matrix.hpp"

namespace perm {

std::string why_no_cuda() { return "this program was built without CUDA"; }

void require_cuda() {
  throw DeviceError("The device 'cuda' is not available", why_no_cuda(),
                    "Use --device cpu, or install the CUDA toolkit and build with -DPERMEABILITY_CUDA=ON");
}

void choose_gpu(const Communicator& /*processes*/, GpuSharing /*sharing*/) { require_cuda(); }

std::string why_no_transport(Transport /*asked*/, const Communicator& /*processes*/) { return why_no_cuda(); }

std::string cuda_device_name() {
  require_cuda();
  return {};
}

std::int64_t free_bytes(Device /*device*/) { return available_bytes(); }

std::int64_t used_bytes(Device /*device*/) { return 0; }

std::unique_ptr<Backend> make_cuda_backend(const Domain& /*domain*/, const PoreSpace& /*pores*/,
                                           const SolverSettings& /*settings*/) {
  require_cuda();
  return nullptr;
}

std::unique_ptr<Backend> continue_in_float32(const Backend& /*float16*/) {
  require_cuda();
  return nullptr;
}

std::unique_ptr<FullMatrix> make_full_matrix(const PoreSpace& /*pores*/, const SolverSettings& /*settings*/) {
  require_cuda();
  return nullptr;
}

std::int64_t predict_cuda_bytes(const PoreSpace& /*pores*/, std::int64_t /*cells*/, Precision /*precision*/) {
  require_cuda();
  return 0;
}

std::unique_ptr<Bandwidth> make_cuda_bandwidth(std::int64_t /*bytes*/) {
  require_cuda();
  return nullptr;
}

}  // namespace perm
