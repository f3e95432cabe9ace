// SPDX-License-Identifier: Apache-2.0
#include "input/look/ball_sizes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <utility>

#include "core/boundary.hpp"
#include "core/stop_check.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/measures/distance_map.hpp"
#include "geometry/measures/far_voxels.hpp"
#include "geometry/measures/grain_growth.hpp"

namespace perm {
namespace {

/// Gives mirrors, but for an axis of one voxel, which is the same without any.
FaceRules mirrors(const Extent& extent) {
  std::array<FaceRule, 3> rules{};
  for (const Axis axis : all_axes)
    rules[static_cast<std::size_t>(axis)] = extent.along(axis) > 1 ? FaceRule::symmetric : FaceRule::periodic;
  return FaceRules(rules);
}

/// The places of the centres of balls in one image.
class BallCentres {
 public:
  explicit BallCentres(const PoreSlab& slab)
      : slab_(slab), rules_(mirrors(slab.image())), distances_(map_squared_distances(slab, rules_)) {
    for (const SquaredDistance distance : distances_.span()) farthest_ = std::max<std::int64_t>(farthest_, distance);
  }
  std::int64_t farthest() const { return farthest_; }
  AxisSet sides() const { return rules_.closed(); }

  /// Gives the voxels that are so far from solid.
  PoreSlab at(std::int64_t squared) const { return find_far_voxels(slab_, distances_.span(), squared); }
  /// Finds their parts, and notes along which axes these go from face to face.
  Connectivity parts(PoreSlab centres, std::int64_t squared) {
    Connectivity found(std::move(centres), rules_.closed());
    for (const Axis axis : all_axes)
      passes_[squared][static_cast<std::size_t>(axis)] = slab_.image().along(axis) > 1 && found.percolates(axis);
    return found;
  }

  /// Gives the voxels that balls around these centres cover, whose centres are less than `radius` away.
  PoreSlab covered_around(const PoreSlab& centres, std::int64_t radius) const {
    const PoreSlab others = with_exchanged_phases(centres);
    const auto distances = map_squared_distances(others, rules_);
    return with_exchanged_phases(find_far_voxels(others, distances.span(), radius * radius));
  }

  /// Gives the diameter of the largest ball that goes from face to face.
  double passing(Axis axis) {
    const auto at_axis = static_cast<std::size_t>(axis);
    std::int64_t most = 0;               // passes
    std::int64_t least = farthest_ + 1;  // does not
    for (const auto& [squared, along] : passes_)
      if (along[at_axis])
        most = std::max(most, squared);
      else
        least = std::min(least, squared);
    while (least - most > 1) {
      check_for_stop();
      const std::int64_t middle = (most + least) / 2;
      parts(at(middle), middle);
      (passes_[middle][at_axis] ? most : least) = middle;
    }
    return most > 0 ? 2 * std::sqrt(static_cast<double>(most)) - 1 : 0;
  }

 private:
  const PoreSlab& slab_;
  FaceRules rules_;
  LargeArray<SquaredDistance> distances_;
  std::int64_t farthest_{0};
  std::map<std::int64_t, std::array<bool, 3>> passes_;  ///< by squared distance
};

}  // namespace

BallSizes measure_ball_sizes(const PoreSlab& slab) {
  BallSizes sizes;
  const std::int64_t pores = slab.count_pores();
  if (pores == 0 || pores == slab.image().voxels()) return sizes;
  BallCentres centres(slab);
  const auto share = [pores](const PoreSlab& voxels) {
    return static_cast<double>(voxels.count_pores()) / static_cast<double>(pores);
  };
  PoreSlab covered = slab.all_solid();
  PoreSlab reached = slab.all_solid();
  for (auto diameter = ball_diameters.rbegin(); diameter != ball_diameters.rend(); ++diameter) {
    const std::int64_t radius = (*diameter + 1) / 2;
    if (radius * radius > centres.farthest()) continue;
    check_for_stop();
    PoreSlab here = centres.at(radius * radius);
    covered.pores().insert(centres.covered_around(here, radius).pores());
    const PoreSlab entered = centres.parts(std::move(here), radius * radius).entered(centres.sides());
    if (entered.count_pores() > 0) reached.pores().insert(centres.covered_around(entered, radius).pores());
    sizes.balls.push_back({*diameter, share(covered), share(reached)});
  }
  std::ranges::reverse(sizes.balls);
  for (const Axis axis : all_axes)
    if (slab.image().along(axis) > 1) sizes.passing[static_cast<std::size_t>(axis)] = centres.passing(axis);
  return sizes;
}

}  // namespace perm
