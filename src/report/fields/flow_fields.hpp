// SPDX-License-Identifier: Apache-2.0
// The fields of a solved flow in units that mean something outside of the lattice: a velocity whose mean over the image
// is K, a pressure, and the number of the connected part of each voxel.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/boundary.hpp"
#include "darcy/evaluation/wall_sensitivity.hpp"
#include "darcy/steady_flow.hpp"
#include "geometry/connectivity/connected_parts.hpp"
#include "image/fields/field_file.hpp"
#include "run/run_report.hpp"

namespace perm {

/// A gradient of pressure that drives a fluid through the pores.
struct DrivenFluid {
  double gradient_pa_m{0};
  double viscosity_pa_s{0};
};

/// Where the fields lie, and in which units they are given.
struct FieldFrame {
  FieldGrid grid;
  std::optional<DrivenFluid> driven;  ///< absent: the fields are those of a gradient of 1 and a viscosity of 1
  /// "m^2" or "voxel^2", as K has; "m/s" of a driven fluid.
  std::string velocity_unit() const { return driven ? "m/s" : grid.length_unit + "^2"; }
  /// "m" or "voxel", the unit of a pressure over its gradient; "Pa" of a driven fluid.
  std::string pressure_unit() const { return driven ? "Pa" : grid.length_unit; }
};

/// Gives the frame of a run. `first_voxel` is where the image begins in its file. A driven fluid needs a voxel size.
FieldFrame frame_of(const ImageReport& image, const std::array<std::int64_t, 3>& first_voxel,
                    const std::optional<DrivenFluid>& driven);

/// Gives the parts of all pores of an image as the flow joins them, those that no flow reaches included. Collective.
ConnectedParts parts_of(const PoreSlab& pores, const RunReport& report);

/// Says whether a flow has fields: K is known and above 0.
bool has_fields(const FlowResult& result);

/// What one plane holds; the first process alone needs room.
struct FlowPlane {
  std::span<float> velocity;  ///< x y z of a voxel beside each other; 0 in solid and where the flow does not reach
  /// Falls along the flow by the gradient times the length of the image, to about 0 at its end; 0 where the flow does
  /// not reach.
  std::span<float> pressure;
  std::span<std::uint32_t> part;  ///< from 1, the largest; 0 in solid
  std::span<float> sensitivity;   ///< d ln K a voxel of each face, -x +x -y +y -z +z; empty where there is none
};

/// The fields of one flow, plane by plane. Every call is collective.
class FlowFields {
 public:
  /// Looks at all planes once, for the mean of the velocity. `result` must have fields.
  /// `walls` is null where there is no sensitivity.
  FlowFields(const CapturedFields& fields, const WallSensitivity* walls, const ConnectedParts& parts,
             const FlowResult& result, const FieldFrame& frame, const BoundaryChoice& boundary);
  void read_plane(std::int64_t z, const FlowPlane& plane) const;

  Axis direction() const { return direction_; }
  const FieldFrame& frame() const { return frame_; }

 private:
  void scale_pressure(std::int64_t z, std::span<float> pressure) const;

  const CapturedFields& fields_;
  const WallSensitivity* walls_;
  const ConnectedParts& parts_;
  FieldFrame frame_;
  Axis direction_;
  bool falls_;                ///< the pressure of the lattice leaves out the fall that the force stands for
  double velocity_scale_{0};  ///< of a velocity in voxels per step
  double pressure_scale_{0};  ///< of a pressure over its gradient in voxels
  double force_{0};
};

}  // namespace perm
