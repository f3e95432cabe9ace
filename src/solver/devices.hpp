// SPDX-License-Identifier: Apache-2.0
// Which devices this program and this machine have.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "device/gpu.hpp"
#include "solver/backend.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// Gives this process the GPU that its rank on its node says; collective. Throws DeviceError where CUDA cannot be used,
/// and where ranks would share a GPU unless that is allowed.
void choose_gpu(const Communicator& processes, GpuSharing sharing);
/// Why messages cannot go from GPU to GPU in this way; empty where they can. Collective, the same on all.
std::string why_no_transport(Transport asked, const Communicator& processes);

/// Whether the processor can run these vector instructions.
bool is_supported(InstructionSet instructions);
/// `best` resolved to what this processor has. Throws DeviceError when an instruction set is asked for that it lacks.
InstructionSet resolve_instructions(InstructionSet asked);

/// Throws what says why, where distributions cannot be stored in float16: on a CPU, or with inertia.
void require_float16(const SolverSettings& settings);

/// Memory of the device that can be allocated now, in bytes; 0 where the system does not tell.
std::int64_t free_bytes(Device device);
/// Memory of a CUDA device that is in use now, others' included; 0 for the CPU.
std::int64_t used_bytes(Device device);

std::unique_ptr<Backend> make_cpu_backend(const Domain& domain, const PoreSpace& pores, const SolverSettings& settings);
std::unique_ptr<Backend> make_cuda_backend(const Domain& domain, const PoreSpace& pores,
                                           const SolverSettings& settings);
/// Cells of all processes; collective. Throws InputError when there are none.
std::int64_t count_image_cells(const Domain& domain, std::int64_t own_cells);
/// A float16 lattice as it stands, at the same step, in float32 on the same GPU; both exist until the first is dropped.
std::unique_ptr<Backend> continue_in_float32(const Backend& float16);
std::int64_t predict_cpu_bytes(const PoreSpace& pores, std::int64_t cells, Precision precision);
std::int64_t predict_cuda_bytes(const PoreSpace& pores, std::int64_t cells, Precision precision);

/// How fast a device's memory is.
class Bandwidth {
 public:
  virtual ~Bandwidth() = default;
  /// Bytes a second, read and written, in one pass.
  virtual double measure() = 0;
};
/// CPU: `bytes` read and written in place. CUDA: `bytes` copied within the device.
std::unique_ptr<Bandwidth> make_cpu_bandwidth(std::int64_t bytes, int threads);
std::unique_ptr<Bandwidth> make_cuda_bandwidth(std::int64_t bytes);

}  // namespace perm
