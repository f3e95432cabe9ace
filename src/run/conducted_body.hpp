// SPDX-License-Identifier: Apache-2.0
// What a body conducts whose surface is known between voxels (conduction/body_conduction.hpp): its value and standard
// deviation from cells of the size of voxels, and of twice and four times it.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "conduction/body_cells.hpp"
#include "core/boundary.hpp"
#include "core/processors/thread_team.hpp"
#include "geometry/surface.hpp"
#include "run/conducted.hpp"

namespace perm {

class ConductedBody {
 public:
  /// `surface` is that of an image of this extent, which it describes beyond the axes `closed` too, or need not. The
  /// process works alone. Throws DeviceError where the memory does not suffice.
  ConductedBody(const Surface& surface, const Extent& image, AxisSet closed, int threads);

  double porosity() const { return porosity_; }  ///< of the body
  /// Finds what it conducts along an axis. `flux` becomes the mean flux along each axis. Throws DeviceError where the
  /// memory does not suffice, and whatever check_for_stop throws.
  Conducted conduct_along(const FaceRules& rules, Axis direction, double tolerance, std::array<double, 3>& flux) const;

 private:
  std::shared_ptr<const ThreadTeam> team_;
  std::vector<BodyCells> sizes_;  ///< from small cells to large ones
  double porosity_{0};
};

/// Gives a surface that is asked for nothing nearer to the ends of the axes `closed` than `margin`; farther out it goes
/// on as it is there. An image of distances knows nothing beyond the centres of its outermost voxels.
std::shared_ptr<const Surface> keep_within(std::shared_ptr<const Surface> surface, const Extent& image, AxisSet closed,
                                           double margin);

/// Tells whether smaller voxels of a surface, down to an eighth, lead from end to end of an axis, by faces or edges. A
/// wall within a cell of finite volumes does not part its faces; it parts these voxels.
bool leads_through(const std::shared_ptr<const Surface>& surface, const Extent& image, Axis direction, AxisSet closed);

}  // namespace perm
