// SPDX-License-Identifier: Apache-2.0
#include "darcy/solved_flow.hpp"

#include <utility>

#include "core/stop_check.hpp"
#include "darcy/flow_lattice.hpp"
#include "darcy/plane_gathering.hpp"

namespace perm {
namespace {

/// This is for prescribed densities whose flow was solved with a force instead (see SteadyFlow). The density of that
/// flow is the density under the force plus a straight line, which is added here to the cells of plane z.
void add_density_line(const FlowOptions& options, const Extent& image, std::int64_t z, std::span<float> density) {
  const auto length = static_cast<double>(image.along(options.direction));
  for (std::size_t i = 0; i < density.size(); ++i) {
    if (density[i] == 0) continue;  // solid
    const auto voxel = static_cast<std::int64_t>(i);
    const std::int64_t along = options.direction == Axis::x   ? voxel % image.nx
                               : options.direction == Axis::y ? voxel / image.nx
                                                              : z;
    density[i] += static_cast<float>(3 * options.force * (length / 2 - static_cast<double>(along) - 0.5));
  }
}

}  // namespace

CapturedFields::CapturedFields(std::shared_ptr<const FlowLattice> lattice, const FlowOptions& options)
    : lattice_(std::move(lattice)), options_(options) {}

void CapturedFields::read_plane(std::int64_t z, std::span<float> velocity, std::span<float> density) const {
  check_for_stop(lattice_->backend->domain().processes());
  gather_plane(*lattice_->backend, lattice_->share.partition, z, velocity, density);
  if (options_.boundary.boundary == Boundary::pressure)
    add_density_line(options_, lattice_->backend->domain().image(), z, density);
}

SolvedFlow::SolvedFlow(std::shared_ptr<FlowLattice> lattice, const FlowOptions& options, FlowResult result)
    : lattice_(std::move(lattice)), options_(options), result_(std::move(result)) {}

CapturedFields SolvedFlow::capture_fields() {
  check_for_stop(lattice_->backend->domain().processes());
  lattice_->backend->advance_and_capture();
  return {lattice_, options_};
}

bool SolvedFlow::can_serve(const FlowOptions& next) const {
  SolverSettings settings = next.solver;
  settings.tau = options_.solver.tau;  // the run sets tau and force anew
  settings.force = options_.solver.force;
  return settings == options_.solver && settings.precision != Precision::float16 &&
         options_.boundary.boundary == Boundary::periodic && next.boundary.boundary == Boundary::periodic &&
         lattice_.use_count() == 1;
}

}  // namespace perm
