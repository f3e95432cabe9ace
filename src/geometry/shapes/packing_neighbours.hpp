// SPDX-License-Identifier: Apache-2.0
// Tells which spheres of a periodic box are near each other: a list of pairs that is made anew when a sphere has moved
// so far that the list may miss a pair. Lengths are in voxels.
#pragma once

#include <cstdint>
#include <vector>

#include "geometry/shapes/solids/periodic_cells.hpp"
#include "geometry/shapes/solids/vector.hpp"

namespace perm {

/// A sphere and a periodic image of another that may come to touch it. In a thin box two images of one sphere may.
struct Neighbours {
  std::uint32_t first{0};
  std::uint32_t second{0};
  double reach{0};  ///< sum of their radii
  Vector shift{};   ///< from the second sphere to its image
};

/// Lists the pairs of spheres that are nearer than the sum of their radii and a skin. After any update the list has all
/// pairs that are nearer than that sum and a tenth of the skin. The order of the pairs depends on the centres only.
class NeighbourList {
 public:
  NeighbourList(const Vector& box, const std::vector<double>& radii, double skin);

  /// Moves the centres into the box and lists the pairs anew where a sphere has moved too far since the last time.
  void update(std::vector<Vector>& centres);
  const std::vector<Neighbours>& pairs() const { return pairs_; }

 private:
  void rebuild(std::vector<Vector>& centres);
  void sort_into_cells(std::vector<Vector>& centres);
  /// Lists i with the images of j that are near it.
  void list_images(std::uint32_t i, std::uint32_t j, const std::vector<Vector>& centres);

  Vector box_;
  std::vector<double> radii_;
  double skin_;
  PeriodicCells cells_;
  std::vector<std::uint32_t> cell_start_;  // first place of each cell in members_
  std::vector<std::uint32_t> members_;     // spheres, cell after cell
  std::vector<PeriodicCells::Place> cell_of_;
  std::vector<Vector> listed_at_;  // centres at the last listing
  std::vector<Neighbours> pairs_;
};

}  // namespace perm
