// SPDX-License-Identifier: Apache-2.0
// The basins of the distance map of a slab. From each pore voxel a path climbs to the neighbour farthest from solid
// until it reaches a summit; the voxels below one summit are one basin. A basin may reach through several slabs. On the
// way the path collects how wide the pore is and, once the shape of the pore is known (pore_shapes.hpp), how much it
// resists flow along the path.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/large_array.hpp"
#include "geometry/measures/distance_map.hpp"
#include "geometry/network/ghosted_slab.hpp"

namespace perm {

/// A step to a neighbour.
struct LinkStep {
  int x, y, z;
};
/// The 18 links of the solver in pairs of opposite steps; the first link_faces cross a face, the others an edge.
inline constexpr std::array<LinkStep, 18> link_steps{{{1, 0, 0},
                                                      {-1, 0, 0},
                                                      {0, 1, 0},
                                                      {0, -1, 0},
                                                      {0, 0, 1},
                                                      {0, 0, -1},
                                                      {1, 1, 0},
                                                      {-1, -1, 0},
                                                      {1, -1, 0},
                                                      {-1, 1, 0},
                                                      {1, 0, 1},
                                                      {-1, 0, -1},
                                                      {1, 0, -1},
                                                      {-1, 0, 1},
                                                      {0, 1, 1},
                                                      {0, -1, -1},
                                                      {0, 1, -1},
                                                      {0, -1, 1}}};
inline constexpr std::size_t link_faces = 6;

/// Resistances are those of a column of unit area for a fluid of viscosity 1, in 1/voxel.
class Watershed {
 public:
  using Cell = GhostedSlab::Cell;
  /// `distances` is the distance map of the slab. Collective.
  Watershed(const GhostedSlab& slab, std::span<const SquaredDistance> distances);

  /// Gives the summits among the own cells by the numbers of their voxels in the image, ascending.
  std::vector<std::int64_t> own_summits() const;
  /// Gives the summit of a cell, own or ghost, by the number of its voxel in the image.
  std::int64_t summit(Cell cell) const { return places_[static_cast<std::size_t>(cell)].summit; }
  /// Says that nobody will ask for summits any more, and frees them. Comes before the functions below.
  void forget_summits();
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
  /// What is known of a cell once its path has been followed.
  struct Place {
    std::int64_t summit{-1};  ///< -1: not known yet
    float radius{0};          ///< of the widest sphere of the path that holds the cell
    std::uint32_t away{0};    ///< from the centre of that sphere to the cell: ten bits for each component, plus 512
  };
  static_assert(sizeof(Place) == 16);
  struct Voxel {
    std::int64_t x, y, z;
    Cell cell;
  };
  // What is kept of a cell in one byte: the number of its step up, and whether an axis of the pore goes through it.
  static constexpr std::uint8_t no_step = link_steps.size();
  static constexpr std::uint8_t step_bits = 0x1f;
  static constexpr std::uint8_t on_axis = 0x20;
  static_assert(no_step <= step_bits);
  SquaredDistance distance(Cell cell) const { return distances_[static_cast<std::size_t>(cell)]; }
  int step_up(Cell cell) const;
  std::int64_t index(std::int64_t x, std::int64_t y, std::int64_t z) const;
  static std::int64_t inside(std::int64_t position, std::int64_t extent);
  template <class Visit>
  void for_each_own(Range planes, const Visit& visit) const;

  class Climber;
  void climb();
  struct PlaceRule;
  struct ResistanceRule;
  template <class Rule>
  void follow_paths(LargeArray<typename Rule::Value>& known, const Rule& rule);
  template <class Rule>
  bool follow_path(Voxel start, const Range& memory, LargeArray<typename Rule::Value>& known, const Rule& rule,
                   std::vector<Voxel>& path);
  Voxel next_up(const Voxel& voxel) const;
  float radius_at(const Voxel& voxel) const;
  double resistance(Cell cell) const;

  const GhostedSlab& slab_;
  LargeArray<SquaredDistance> distances_;  ///< of all cells
  LargeArray<std::uint8_t> up_;  ///< of own cells: the step to the next cell of the path, and whether an axis is there
  LargeArray<Place> places_;     ///< of all cells, until the summits are forgotten;
  LargeArray<float> radii_;      ///< then only the radii are kept
  LargeArray<float> shapes_;
  LargeArray<float> resistances_;  ///< to the summit; below 0: not known yet
};

}  // namespace perm
