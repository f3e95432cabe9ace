// SPDX-License-Identifier: Apache-2.0
// Finds the first step of the path of each cell. The largest distance about each voxel is found for whole rows, in
// loops that compilers turn into vectors.
#include <algorithm>
#include <bit>

#include "geometry/network/rows_about.hpp"
#include "geometry/network/watershed.hpp"

namespace perm {
namespace {

/// Mixes the bits of a number (Steele, Lea and Flood 2014, SplitMix64). Voxels equally far from solid are climbed in a
/// random order, so that no path along a duct gets long.
std::uint64_t mix(std::int64_t number) {
  std::uint64_t n = static_cast<std::uint64_t>(number) + 0x9e3779b97f4a7c15U;
  n = (n ^ (n >> 30)) * 0xbf58476d1ce4e5b9U;
  n = (n ^ (n >> 27)) * 0x94d049bb133111ebU;
  return n ^ (n >> 31);
}

}  // namespace

/// Finds the step up of each cell of some rows, one row after another. Solid voxels have the distance 0, and no cell
/// has.
class Watershed::Climber {
 public:
  explicit Climber(const Watershed& of)
      : of_(of),
        rows_(of.slab_, SquaredDistance{0}, DistanceOf{of.distances_.data()}),
        most_(static_cast<std::size_t>(of.slab_.image().nx)) {}

  void climb(std::int64_t y, std::int64_t z, LargeArray<std::uint8_t>& up) {
    rows_.move_to(y, z);
    find_most();
    of_.slab_.for_each_in_row(y, z, [&](std::int64_t x, Cell cell) {
      up[static_cast<std::size_t>(cell)] =
          static_cast<std::uint8_t>(find_step({x, y, z, cell}) | (is_on_axis(x) ? on_axis : 0));
    });
  }

 private:
  struct DistanceOf {
    const SquaredDistance* distances;
    SquaredDistance operator()(Cell cell) const { return distances[cell]; }
  };
  SquaredDistance at(std::int64_t x, const LinkStep& step) const { return rows_.at(x + step.x, step.y, step.z); }

  /// Finds for each voxel of the row the largest distance about it.
  void find_most() {
    const auto nx = static_cast<std::ptrdiff_t>(most_.size());
    std::fill(most_.begin(), most_.end(), SquaredDistance{0});
    for (const LinkStep& step : link_steps) {
      const SquaredDistance* const row = rows_.from_first(step.y, step.z) + step.x;
      SquaredDistance* const most = most_.data();
      for (std::ptrdiff_t x = 0; x < nx; ++x) most[x] = std::max(most[x], row[x]);
    }
  }

  /// Gives the step to the neighbour that is farthest from solid; of several, this voxel among them, to the one whose
  /// number mixes to the most.
  std::uint8_t find_step(const Voxel& voxel) const {
    const SquaredDistance most = most_[static_cast<std::size_t>(voxel.x)];
    const SquaredDistance own = rows_.at(voxel.x, 0, 0);
    if (most < own) return no_step;
    std::uint32_t farthest = 0;
    for (std::size_t s = 0; s < link_steps.size(); ++s)
      farthest |= static_cast<std::uint32_t>(at(voxel.x, link_steps[s]) == most) << s;
    if (most > own && std::has_single_bit(farthest)) return static_cast<std::uint8_t>(std::countr_zero(farthest));
    std::uint8_t step = no_step;
    std::uint64_t mixed = most > own ? 0 : mix(of_.index(voxel.x, voxel.y, voxel.z));
    for (; farthest != 0; farthest &= farthest - 1) {
      const auto s = static_cast<std::uint8_t>(std::countr_zero(farthest));
      const LinkStep& link = link_steps[s];
      const std::uint64_t of_next = mix(of_.index(voxel.x + link.x, voxel.y + link.y, voxel.z + link.z));
      if (of_next <= mixed && (step != no_step || most == own)) continue;
      mixed = of_next;
      step = s;
    }
    return step;
  }

  /// Tells whether both neighbours along an axis are nearer to solid.
  bool is_on_axis(std::int64_t x) const {
    const SquaredDistance own = rows_.at(x, 0, 0);
    for (std::size_t s = 0; s < link_faces; s += 2)
      if (at(x, link_steps[s]) < own && at(x, link_steps[s + 1]) < own) return true;
    return false;
  }

  const Watershed& of_;
  RowsAbout<SquaredDistance, DistanceOf> rows_;
  std::vector<SquaredDistance> most_;
};

void Watershed::climb() {
#pragma omp parallel
  {
    Climber climber(*this);
#pragma omp for schedule(dynamic)
    for (std::int64_t z = 0; z < slab_.planes(); ++z)
      for (std::int64_t y = 0; y < slab_.image().ny; ++y) climber.climb(y, z, up_);
  }
}

}  // namespace perm
