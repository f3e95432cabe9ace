// SPDX-License-Identifier: Apache-2.0
// The factory is the one file that names the folders of both devices.
#include "core/errors.hpp"
#include "solver/closed_faces.hpp"
#include "solver/cpu/make_cpu.hpp"
#include "solver/cuda/make_cuda.hpp"
#include "solver/prescribed_faces.hpp"

namespace perm {
namespace {

/// Throws UsageError where walls between voxels do not go with the settings.
void require_surface(const SolverSettings& settings) {
  const auto refuse = [](const char* why, const char* what) {
    throw UsageError("The lattice has no walls between voxels", why, what);
  };
  if (settings.precision == Precision::float16) refuse("they are for float32 and float64", "Use --precision float32");
  if (settings.collision == Collision::bgk) refuse("one relaxation time has no magic parameter", "Use --collision trt");
  if (has_inertia(settings.equilibrium)) refuse("they are for creeping flow", "Use --equilibrium linear");
}

}  // namespace

std::unique_ptr<Backend> make_backend(const Domain& domain, const PoreSpace& pores, const SolverSettings& settings,
                                      const Surface* surface) {
  if (settings.precision == Precision::float16) require_float16(settings);
  require_symmetry(domain.rules(), settings);
  require_prescribed(domain, settings);
  if (surface != nullptr) require_surface(settings);
  return settings.device == Device::cuda ? make_cuda_backend(domain, pores, settings, surface)
                                         : make_cpu_backend(domain, pores, settings, surface);
}

std::unique_ptr<Backend> make_backend(const PoreSpace& pores, const SolverSettings& settings, const Surface* surface) {
  return make_backend(Domain(pores.extent()), pores, settings, surface);
}

std::unique_ptr<Backend> continue_in_float32(const Backend& float16) {
  const auto* const lattice = dynamic_cast<const LatticeOfDomain*>(&float16);
  if (lattice == nullptr || lattice->settings().precision != Precision::float16)
    throw Error(ExitCode::failure, "The lattice cannot go on in float32",
                "it does not store float16: it is '" + float16.description() + "'",
                "Report this line: it is a fault of this program");
  return continue_cuda_in_float32(*lattice);
}

std::int64_t predict_bytes(const PoreSpace& pores, std::int64_t cells, const SolverSettings& settings) {
  return settings.device == Device::cuda ? predict_cuda_bytes(pores.extent(), cells, settings.precision)
                                         : predict_cpu_bytes(pores, cells, settings.precision);
}

std::int64_t predict_bytes(const Extent& extent, std::int64_t cells, const SolverSettings& settings) {
  return settings.device == Device::cuda ? predict_cuda_bytes(extent, cells, settings.precision)
                                         : most_cpu_bytes(extent, cells, settings.precision);
}

std::unique_ptr<Bandwidth> make_bandwidth(Device device, std::int64_t bytes, int threads) {
  return device == Device::cuda ? make_cuda_bandwidth(bytes) : make_cpu_bandwidth(bytes, threads);
}

const DeviceFacts& facts_of(Device device) { return device == Device::cuda ? cuda_facts() : cpu_facts(); }

}  // namespace perm
