// SPDX-License-Identifier: Apache-2.0
// What is certain: the distance map and the bits beside it for every voxel, and 19 distributions for every cell. What
// may come on top: links and masks of a cell (solver/cpu/memory_cpu.hpp), captured fields, and what finds the pressure:
// moments of cells, and what solves for all of them in one process.
#include "run/memory_bounds.hpp"

#include <algorithm>

#include "core/errors.hpp"
#include "darcy/run_estimate.hpp"
#include "geometry/measures/distance_map.hpp"
#include "lattice/d3q19.hpp"
#include "solver/devices.hpp"

namespace perm {
namespace {

constexpr double bits_of_survey = 3;        // for each voxel, besides the distance map
constexpr double index_a_voxel = 8.0 / 32;  // an occupancy word holds 32 voxels
constexpr double lattice_a_value = 21;      // values a cell, with links and masks: at most 84 bytes in float32
constexpr double links_a_solid_voxel = 0.6;
constexpr double field_a_cell = 40;     // captured, and what the faces of walls do to K
constexpr double moments_a_cell = 32;   // of looks at the pressure of the voxels
constexpr double solving_a_cell = 100;  // of the image, in the process that solves for that pressure, at most
constexpr double least_solving_a_cell = 27;
constexpr double faces_a_voxel = 200;  // of a closed face: its pairs of links

double count_face_voxels(const Extent& extent) {
  return 2.0 * static_cast<double>(extent.nx * extent.ny + extent.ny * extent.nz + extent.nz * extent.nx);
}

double least_of_lattice(double voxels, const PorosityBounds& porosity, const FlowOptions& options) {
  const auto value = static_cast<double>(bytes_of(options.solver.precision));
  return voxels * (porosity.least * d3q19::directions * value + index_a_voxel);
}

}  // namespace

MemoryBounds bound_host_memory(const Extent& extent, const PorosityBounds& porosity, const FlowOptions& options,
                               const Communicator& processes) {
  const double voxels = static_cast<double>(extent.voxels()) / processes.size();
  const bool on_host = facts_of(options.solver.device).uses_host_memory();
  const double survey = voxels * (sizeof(SquaredDistance) + bits_of_survey / 8);
  const double cells = voxels * porosity.most;
  double least = survey;
  double most = survey + voxels / 4;
  if (on_host) {
    const auto value = static_cast<double>(bytes_of(options.solver.precision));
    least = std::max(least, least_of_lattice(voxels, porosity, options) +
                                voxels * porosity.least * (moments_a_cell + least_solving_a_cell));
    const double pressure = cells * (moments_a_cell + solving_a_cell * processes.size());
    most = std::max(most, cells * (lattice_a_value * value + field_a_cell) + pressure +
                              voxels * (index_a_voxel + links_a_solid_voxel + 3.0 / 8) +
                              faces_a_voxel * count_face_voxels(extent));
  }
  const auto program = static_cast<double>(program_bytes(Device::cpu, processes));
  return {static_cast<std::int64_t>(least + program), static_cast<std::int64_t>(most + 2 * program)};
}

void require_least_memory(const Extent& extent, const PorosityBounds& porosity, const FlowOptions& options,
                          const Communicator& processes) {
  require_memory(bound_host_memory(extent, porosity, options, processes).least, Device::cpu, processes);
  const DeviceFacts& device = facts_of(options.solver.device);
  if (device.uses_host_memory()) return;
  const double voxels = static_cast<double>(extent.voxels()) / processes.size();
  const auto least = static_cast<std::int64_t>(least_of_lattice(voxels, porosity, options));
  // What is free is known once the device has started, for which nobody waits here.
  if (processes.any(least > device.most_bytes())) require_memory(least, options.solver.device, processes);
}

std::string why_lacking(std::int64_t bytes, Device device, const Communicator& processes) {
  std::string why;
  try {
    require_memory(bytes, device, processes);
  } catch (const DeviceError& error) {
    why = error.what();
  }
  if (!processes.any(!why.empty())) return {};
  return why.empty() ? "the memory of another node does not suffice" : why;
}

}  // namespace perm
