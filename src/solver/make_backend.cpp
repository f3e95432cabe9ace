// SPDX-License-Identifier: Apache-2.0
// The one place that names both backends.
#include "solver/closed_faces.hpp"
#include "solver/devices.hpp"

namespace perm {

std::unique_ptr<Backend> make_backend(const Domain& domain, const PoreSpace& pores, const SolverSettings& settings) {
  if (settings.precision == Precision::float16) require_float16(settings);
  require_symmetry(domain.rules(), settings);
  return settings.device == Device::cuda ? make_cuda_backend(domain, pores, settings)
                                         : make_cpu_backend(domain, pores, settings);
}

std::unique_ptr<Backend> make_backend(const PoreSpace& pores, const SolverSettings& settings) {
  return make_backend(Domain(pores.extent()), pores, settings);
}

std::int64_t predict_bytes(const PoreSpace& pores, std::int64_t cells, const SolverSettings& settings) {
  return settings.device == Device::cuda ? predict_cuda_bytes(pores, cells, settings.precision)
                                         : predict_cpu_bytes(pores, cells, settings.precision);
}

}  // namespace perm
