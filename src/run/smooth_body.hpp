// SPDX-License-Identifier: Apache-2.0
// What the smooth body of an image conducts, whose surface is known between voxels (conduction/body_estimate.hpp).
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "conduction/body_estimate.hpp"
#include "core/boundary.hpp"
#include "geometry/pore_slab.hpp"
#include "run/conducted.hpp"
#include "run/pathways.hpp"
#include "run/run.hpp"

namespace perm {

class SmoothBody {
 public:
  /// `pores` are the voxels of the surface that `origin` has. Throws DeviceError where the memory does not suffice.
  SmoothBody(const PoreSlab& pores, const ImageOrigin& origin, AxisSet closed, int threads);

  double porosity() const { return body_->porosity(); }
  /// `cells_on_voxels` counts those that lead through the voxels along the axis. `flux` becomes the mean flux along
  /// each axis. Throws whatever check_for_stop throws.
  Conducted conduct_along(Axis direction, std::int64_t cells_on_voxels, const FaceRules& rules, double tolerance,
                          std::array<double, 3>& flux) const;

 private:
  Extent image_;
  AxisSet closed_;
  std::shared_ptr<const Surface> surface_;
  std::optional<BodyInSizes> body_;
};

}  // namespace perm
