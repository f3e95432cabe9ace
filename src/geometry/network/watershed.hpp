// SPDX-License-Identifier: Apache-2.0
// The basins of the distance map of a slab. From each pore voxel a path climbs to the neighbour farthest from solid
// until it reaches a summit; the voxels below one summit are one basin. A basin may reach through several slabs. On the
// way the path collects how wide the pore is and, once the shape of the pore is known (pore_shapes.hpp), how much it
// resists flow along the path.
#pragma once

#include <array>
#include <cstdint>
#include <numbers>
#include <span>
#include <utility>

#include "core/large_array.hpp"
#include "geometry/measures/distance_map.hpp"
#include "geometry/network/ghosted_slab.hpp"
#include "geometry/network/paths.hpp"
#include "geometry/network/pore_rules.hpp"
#include "geometry/velocity_set.hpp"

namespace perm {

/// A step to a neighbour.
using LinkStep = d3q19::Velocity;
/// The 18 links of the solver in pairs of opposite steps, which first lead up x, or up y, or up z; the first link_faces
/// cross a face, the others an edge.
inline constexpr std::array<LinkStep, 18> link_steps = [] {
  std::array<LinkStep, 18> steps{};
  std::size_t s = 0;
  for (const int squared_length : {1, 2})
    for (int q = 1; q < d3q19::directions; ++q) {
      const auto [x, y, z] = d3q19::velocity(q);
      if (x * x + y * y + z * z != squared_length || 9 * x + 3 * y + z < 0) continue;
      steps[s++] = {x, y, z};
      steps[s++] = {-x, -y, -z};
    }
  return steps;
}();
inline constexpr std::size_t link_faces = 6;
/// Gives the length of a step by its number.
PERM_HOST_DEVICE constexpr double length_of(int step) {
  return static_cast<std::size_t>(step) < link_faces ? 1 : std::numbers::sqrt2;
}

/// Resistances are those of a column of unit area for a fluid of viscosity 1, in 1/voxel.
class Watershed {
 public:
  using Cell = GhostedSlab::Cell;
  /// `distances` is the distance map of the slab. Collective. Throws InputError where the image has too many summits.
  Watershed(const GhostedSlab& slab, std::span<const SquaredDistance> distances);

  /// Gives the number of basins, or bodies, of the image. They are numbered in the order of their summits.
  std::size_t count_bodies() const { return static_cast<std::size_t>(bodies_); }
  /// Gives the body of each cell, own or ghost.
  std::span<const std::uint32_t> body() const { return {body_.data(), body_.size()}; }
  /// Gives them for good.
  LargeArray<std::uint32_t> take_body() { return std::move(body_); }
  /// Gives the radius of the pore about a cell, own or ghost: that of the widest sphere on its path that holds it.
  float radius(Cell cell) const { return radii_[static_cast<std::size_t>(cell)]; }

  /// Measures all resistances. `shapes` says for each cell how many times as easily fluid passes as in a round tube of
  /// its radius. Collective; comes before the functions below.
  void measure_resistances(LargeArray<float> shapes);
  /// Gives the resistance from the centre of a cell to its summit.
  double resistance_to_summit(Cell cell) const {
    return static_cast<double>(resistances_[static_cast<std::size_t>(cell)]);
  }
  /// Gives the resistance from the centre of one cell to that of another, which are so many voxels apart.
  double resistance_between(Cell a, Cell b, double length) const;
  /// Gives the resistance from the centre of a cell to one of its faces.
  double resistance_to_face(Cell cell) const;

 private:
  // The last two numbers stand for bodies that are not known yet.
  static constexpr std::uint32_t unknown_body = 0xffffffff;
  static constexpr std::uint32_t most_bodies = unknown_body - 1;
  // What is kept of a cell in one byte: the number of its step up, and whether an axis of the pore goes through it.
  static constexpr std::uint8_t no_step = link_steps.size();
  static constexpr std::uint8_t step_bits = 0x1f;
  static constexpr std::uint8_t on_axis = 0x20;
  static_assert(no_step <= step_bits);
  SquaredDistance distance(Cell cell) const { return distances_[static_cast<std::size_t>(cell)]; }
  int step_up(Cell cell) const { return up_[static_cast<std::size_t>(cell)] & step_bits; }

  class Climber;
  void climb(std::span<const SquaredDistance> distances);
  void number_summits(LargeArray<std::uint32_t>& away);
  struct PlaceRule;
  struct ResistanceRule;
  float radius_at(Cell cell) const;
  pore_rules::PoreAtCell pore_at(Cell cell) const;

  const GhostedSlab& slab_;
  LargeArray<SquaredDistance> distances_;  ///< of all cells
  LargeArray<std::uint8_t> up_;  ///< of own cells: the step to the next cell of the path, and whether an axis is there
  Paths paths_;                  ///< until resistances are measured
  LargeArray<std::uint32_t> body_;  ///< of all cells, as are the following
  LargeArray<float> radii_;
  LargeArray<float> shapes_;
  LargeArray<float> resistances_;  ///< to the summit; below 0: not known yet
  std::int64_t bodies_{0};         ///< of the image
};

}  // namespace perm
