// SPDX-License-Identifier: Apache-2.0
// Normals of the surface that voxels picture, at the corners of voxels on their walls: so the walls can be moved as
// that surface would be, and no step of their staircases moves for itself.
//
// A normal is the gradient of the pores after a Gaussian filter of two voxels, cut at two standard deviations: eight
// voxels across. Where another wall is nearer than that, the gradient is smaller, and says little. Below that of two
// flat walls at right angles, which is 1/sqrt 2 of that of one, the eight voxels around the corner alone decide.
// Closed faces of an image are mirrors: they are no walls, and a normal beside them lies along them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/range.hpp"
#include "laplace/domain_cells.hpp"

namespace perm {

/// The gradient of the filtered pores at the corners of some rows of voxels, plane after plane. All filters are
/// products of one along each axis.
class FilteredGradient {
 public:
  /// A filter and the slope of what it has filtered, at 1/2, 3/2, ... voxels from a corner; on its other side the slope
  /// is the negative. At a flat wall the gradient is 1.
  struct Filter {
    std::vector<float> weight;
    std::vector<float> slope;
  };
  /// The gradient towards the solid, and the filtered pores themselves, at x = 0, ... nx of a row of corners.
  struct Row {
    std::array<float*, 3> gradient;
    float* pores;
  };

  /// Works on rows y.first, ... y.last of corners.
  FilteredGradient(const DomainCells& cells, const Range& y, Filter filter);

  /// Makes plane z of corners the one that find() tells of; cheap where it follows the one before.
  void go_to(std::int64_t z);
  void find(std::int64_t y, const Row& row) const;

 private:
  /// What a plane of voxels gives each corner, filtered along x and y: its slopes along x and y, and itself.
  using Plane = std::array<std::vector<float>, 3>;

  void load(std::int64_t z, Plane& plane);
  /// Gives a position in the image of what is beyond its faces: a mirror where they are closed.
  std::int64_t inside(Axis axis, std::int64_t position) const;
  std::size_t half() const { return filter_.weight.size(); }

  const DomainCells* cells_;
  Range y_;
  Filter filter_;
  std::size_t corners_;  ///< of a row
  std::vector<Plane> planes_;
  std::int64_t next_{0};  ///< the plane of voxels that has not been loaded
  bool has_any_{false};
  std::vector<float> voxels_;                  ///< a row, with half the filter beyond either end
  std::array<std::vector<float>, 2> along_x_;  ///< filtered rows and their slopes
};

/// Makes a Gaussian filter that reaches so many voxels to either side, two standard deviations.
FilteredGradient::Filter gaussian_filter(std::size_t half);
/// The filter that takes the eight voxels around a corner alike.
inline FilteredGradient::Filter narrow_filter() { return {{0.5F}, {1}}; }
inline constexpr std::size_t normal_reach = 4;       ///< of the wide filter, in voxels to either side
inline constexpr float least_square_of_wide = 0.5F;  ///< of its gradient; below, the narrow filter decides

/// Finds normals into the solid, plane after plane; 0 at corners that are on no wall.
class CornerNormals {
 public:
  using Row = std::array<float*, 3>;  ///< components at x = 0, ... nx

  /// Works on rows y.first, ... y.last of corners.
  CornerNormals(const DomainCells& cells, const Range& y);

  void go_to(std::int64_t z);
  void find(std::int64_t y, const Row& row);

 private:
  FilteredGradient wide_;
  FilteredGradient narrow_;
  std::vector<float> room_;
};

}  // namespace perm
