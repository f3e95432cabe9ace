// SPDX-License-Identifier: Apache-2.0
// K is corrected by what the steps leave out and its fields are not, so the velocity is scaled by K over its own mean,
// which differs from nu/g by no more than the bound of the iteration.
#include "report/fields/flow_fields.hpp"

#include <vector>

namespace perm {

FieldFrame frame_of(const ImageReport& image, const std::array<std::int64_t, 3>& first_voxel,
                    const std::optional<DrivenFluid>& driven) {
  FieldFrame frame;
  frame.driven = driven;
  frame.grid.extent = image.extent;
  frame.grid.spacing = image.voxel_size_m.value_or(1.0);
  frame.grid.length_unit = image.voxel_size_m ? "m" : "voxel";
  for (std::size_t axis = 0; axis < 3; ++axis) {
    double edge = frame.grid.spacing;  // of a voxel of the file
    if (image.resampling && image.resampling->voxel_edges_m)
      edge = (*image.resampling->voxel_edges_m)[axis];
    else if (image.resampling && image.resampling->voxel_edge())
      edge /= *image.resampling->voxel_edge();
    frame.grid.origin[axis] = static_cast<double>(first_voxel[axis]) * edge;
  }
  return frame;
}

ConnectedParts parts_of(const PoreSlab& pores, const RunReport& report) {
  return ConnectedParts(pores, face_rules(report.solver.boundary, Axis::x, report.image.extent).closed());
}

bool has_fields(const FlowResult& result) { return result.permeability_voxel2.value_or(0) > 0; }

FlowFields::FlowFields(const CapturedFields& fields, const WallSensitivity* walls, const ConnectedParts& parts,
                       const FlowResult& result, const FieldFrame& frame, const BoundaryChoice& boundary)
    : fields_(fields),
      walls_(walls),
      parts_(parts),
      frame_(frame),
      direction_(result.direction),
      falls_(boundary.boundary != Boundary::pressure),
      force_(result.force) {
  const Extent& extent = frame.grid.extent;
  const auto voxels = static_cast<std::size_t>(extent.plane_voxels());
  const auto along = static_cast<std::size_t>(direction_);
  std::vector<float> velocity(3 * voxels);
  std::vector<float> density(voxels);
  double sum = 0;  // the order of the voxels does not depend on the processes
  for (std::int64_t z = 0; z < extent.nz; ++z) {
    fields.read_plane(z, velocity, density);
    double of_plane = 0;
    for (std::size_t voxel = 0; voxel < voxels; ++voxel) of_plane += double{velocity[3 * voxel + along]};
    sum += of_plane;
  }
  const double mean = sum / static_cast<double>(extent.voxels());
  const double spacing = frame.grid.spacing;
  const double over_g = (result.tau - 0.5) / 3 / result.force;  // nu/g, where a flow has just begun
  velocity_scale_ = (mean > 0 ? *result.permeability_voxel2 / mean : over_g) * spacing * spacing;
  pressure_scale_ = spacing;
  if (!frame.driven) return;
  velocity_scale_ *= frame.driven->gradient_pa_m / frame.driven->viscosity_pa_s;
  pressure_scale_ *= frame.driven->gradient_pa_m;
}

void FlowFields::read_plane(std::int64_t z, const FlowPlane& plane) const {
  fields_.read_plane(z, plane.velocity, plane.pressure);  // the density takes the place of the pressure
  parts_.read_plane(z, plane.part);
  if (walls_ != nullptr) walls_->read_plane(z, plane.sensitivity);
  for (float& component : plane.velocity) component = static_cast<float>(double{component} * velocity_scale_);
  scale_pressure(z, plane.pressure);
}

/// Turns densities into pressures: c_s^2 (rho - 1) over the force is the pressure over its gradient in voxels, less the
/// straight fall that the force stands for.
void FlowFields::scale_pressure(std::int64_t z, std::span<float> pressure) const {
  const Extent& extent = frame_.grid.extent;
  const auto length = static_cast<double>(extent.along(direction_));
  std::size_t at = 0;
  if (pressure.empty()) return;
  for (std::int64_t y = 0; y < extent.ny; ++y)
    for (std::int64_t x = 0; x < extent.nx; ++x, ++at) {
      if (pressure[at] == 0) continue;  // solid, or out of reach
      const std::int64_t along = direction_ == Axis::x ? x : direction_ == Axis::y ? y : z;
      const double fall = falls_ ? length - static_cast<double>(along) - 0.5 : length / 2;
      const double deviation = (double{pressure[at]} - 1) / (3 * force_);
      pressure[at] = static_cast<float>((deviation + fall) * pressure_scale_);
    }
}

}  // namespace perm
