// SPDX-License-Identifier: Apache-2.0
#include "solver/devices.hpp"

#include "core/errors.hpp"
#include "core/process_memory.hpp"
#include "solver/closed_faces.hpp"

namespace perm {

void require_float16(const SolverSettings& settings) {
  if (settings.equilibrium == Equilibrium::quadratic)
    throw UsageError("--precision float16 is given with --equilibrium quadratic",
                     "inertia is smaller than the rounding of float16", "Use --precision float32");
  if (settings.device == Device::cpu)
    throw DeviceError("The CPU does not store float16", "it would not be faster there",
                      "Use --device cuda, or --precision float32");
}

std::int64_t count_image_cells(const Domain& domain, std::int64_t own_cells) {
  const std::int64_t cells = domain.processes().sum(own_cells);
  if (cells == 0) throw InputError("There is nothing to solve", "no voxel is pore", "Check --pore and --solid");
  return cells;
}

std::int64_t predict_face_bytes(const Domain& domain, const PoreSpace& pores) {
  std::int64_t pairs = 0;
  for_each_face_pair(domain, pores, [&](const VoxelSlot&, const VoxelSlot&, std::uint8_t) { ++pairs; });
  return pairs * static_cast<std::int64_t>(sizeof(FacePair));
}

std::int64_t free_bytes(Device device) { return device == Device::cpu ? available_bytes() : gpu_memory().free; }

std::int64_t used_bytes(Device device) {
  if (device == Device::cpu) return 0;
  const GpuMemory memory = gpu_memory();
  return memory.total - memory.free;
}

}  // namespace perm
