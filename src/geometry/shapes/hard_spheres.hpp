// SPDX-License-Identifier: Apache-2.0
// Spheres that move at random and never overlap, in a periodic box: Metropolis' Monte Carlo method for hard spheres.
// Enough moves bring any arrangement that is no glass to thermal equilibrium. Correlations for the drag of random
// arrays hold for that one. Lengths in voxels.
#pragma once

#include <cstdint>
#include <vector>

#include "geometry/shapes/solids/periodic_cells.hpp"
#include "geometry/shapes/solids/spheres.hpp"
#include "geometry/shapes/solids/spheres_random.hpp"
#include "geometry/shapes/solids/vector.hpp"

namespace perm {

/// The least distance of two spheres over the sum of their radii.
inline constexpr double least_distance = 1 + 1e-9;

/// Holds spheres sorted into cells. No two of them may overlap, their centres lie in the box, and no diameter exceeds
/// an edge of it.
class HardSpheres {
 public:
  HardSpheres(const Vector& box, std::vector<Sphere> spheres);

  /// Tries to move each sphere once, by up to `reach` along each axis. A move that would bring two spheres nearer than
  /// the sum of their radii is left out. Gives the number of those that were made. The bits are the same on every
  /// machine.
  std::int64_t move_each(RandomNumbers& random, double reach);
  const std::vector<Sphere>& spheres() const { return spheres_; }

 private:
  bool is_free(const Sphere& place, std::size_t mover) const;
  std::vector<std::uint32_t>& members_at(const Sphere& sphere);

  Vector box_;
  std::vector<Sphere> spheres_;
  PeriodicCells cells_;                              ///< none narrower than the largest diameter
  std::vector<std::vector<std::uint32_t>> members_;  ///< spheres of each cell
};

/// Moves each sphere `moves` times. The reach of a move follows the share of moves that are made, toward two fifths.
std::vector<Sphere> move_hard_spheres(const Vector& box, std::vector<Sphere> spheres, std::int64_t moves,
                                      RandomNumbers& random);

}  // namespace perm
