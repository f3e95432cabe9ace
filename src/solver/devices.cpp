// SPDX-License-Identifier: Apache-2.0
#include "solver/devices.hpp"

#include "core/errors.hpp"

namespace perm {

void require_float16(Device device) {
  if (device == Device::cpu)
    throw DeviceError("The CPU does not store float16", "it would not be faster there",
                      "Use --device cuda, or --precision float32");
}

std::unique_ptr<Backend> make_backend(const PoreSpace& pores, const SolverSettings& settings) {
  return settings.device == Device::cuda ? make_cuda_backend(pores, settings) : make_cpu_backend(pores, settings);
}

std::int64_t predict_bytes(const PoreSpace& pores, std::int64_t cells, const SolverSettings& settings) {
  return settings.device == Device::cuda ? predict_cuda_bytes(pores, cells, settings.precision)
                                         : predict_cpu_bytes(pores, cells, settings.precision);
}

}  // namespace perm
