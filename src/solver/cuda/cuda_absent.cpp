// SPDX-License-Identifier: Apache-2.0
// A build without CUDA has these functions in place of those of the CUDA backend.
#include "device/gpu.hpp"
#include "solver/cuda/make_cuda.hpp"

namespace perm {

void choose_gpu(const Communicator& /*processes*/, GpuSharing /*sharing*/) { require_cuda(); }

std::string why_no_transport(Transport /*asked*/, const Communicator& /*processes*/) { return why_no_cuda(); }

std::unique_ptr<Backend> make_cuda_backend(const Domain& /*domain*/, const PoreSpace& /*pores*/,
                                           const SolverSettings& /*settings*/, const Surface* /*surface*/) {
  require_cuda();
  return nullptr;
}

std::unique_ptr<Backend> continue_cuda_in_float32(const LatticeOfDomain& /*float16*/) {
  require_cuda();
  return nullptr;
}

std::int64_t predict_cuda_bytes(const Extent& /*extent*/, std::int64_t /*cells*/, Precision /*precision*/) {
  require_cuda();
  return 0;
}

std::unique_ptr<Bandwidth> make_cuda_bandwidth(std::int64_t /*bytes*/) {
  require_cuda();
  return nullptr;
}

}  // namespace perm
