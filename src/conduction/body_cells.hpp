// SPDX-License-Identifier: Apache-2.0
// A body whose walls stand anywhere, in a grid of cells: the open share of each face of each cell, which cells are
// joined, and along which axes they lead. A cell takes part where one of its faces is open, whatever is at its centre.
#pragma once

#include <array>
#include <cstdint>

#include "core/boundary.hpp"
#include "core/extent.hpp"
#include "core/large_array.hpp"
#include "core/processors/thread_team.hpp"
#include "geometry/pore_space.hpp"
#include "geometry/surface.hpp"
#include "laplace/face_apertures.hpp"

namespace perm {

class BodyCells {
 public:
  /// Cuts the body of an image into `cells`, of which there may be fewer than voxels along each axis. The body does not
  /// go on through the ends of the axes `closed`. The process works alone. Throws whatever
  /// check_for_stop throws.
  BodyCells(const Surface& surface, const Extent& image, const Extent& cells, AxisSet closed, const ThreadTeam& team);

  /// Tells whether two of these cells along each axis that has several make one.
  bool has_doubled() const;
  /// Gives the same body in such cells. Each of their faces is four of these, so that the surface is not asked again.
  BodyCells doubled() const;

  const Extent& image() const { return image_; }  ///< in voxels
  const Extent& extent() const { return extent_; }
  /// Gives how long a cell is along an axis, in voxels.
  double edge(Axis axis) const {
    return static_cast<double>(image_.along(axis)) / static_cast<double>(extent_.along(axis));
  }
  /// Gives the open share of the face of a cell towards -axis, or towards +axis.
  Aperture low_face(Axis axis, std::int64_t x, std::int64_t y, std::int64_t z) const {
    return faces_[static_cast<std::size_t>(axis)][index(axis, x, y, z)];
  }
  Aperture high_face(Axis axis, std::int64_t x, std::int64_t y, std::int64_t z) const {
    return low_face(axis, x + (axis == Axis::x ? 1 : 0), y + (axis == Axis::y ? 1 : 0), z + (axis == Axis::z ? 1 : 0));
  }

  /// Gives the cells that are joined through open faces from end to end along an axis; none where all are solid.
  PoreSpace percolating(Axis along, AxisSet closed) const;
  /// Gives the share of the image that is open in these cells.
  double share_of(const PoreSpace& cells) const;
  /// Gives the share that is open in all of them: the porosity.
  double share_of_pores() const;

  /// Gives the open shares for a graph of these cells, in the order of the image.
  FaceApertures apertures_of(const PoreSpace& cells) const;

 private:
  BodyCells(const Extent& image, const Extent& cells, AxisSet closed);
  void find_open_shares(const Surface& surface, const ThreadTeam& team);
  void join_ends();
  /// Gives the extent of the faces across an axis: one more than cells along it.
  Extent faces_across(Axis axis) const {
    return {extent_.nx + (axis == Axis::x ? 1 : 0), extent_.ny + (axis == Axis::y ? 1 : 0),
            extent_.nz + (axis == Axis::z ? 1 : 0)};
  }
  std::size_t index(Axis axis, std::int64_t x, std::int64_t y, std::int64_t z) const {
    return static_cast<std::size_t>(faces_across(axis).index(x, y, z));
  }
  bool is_open(std::int64_t x, std::int64_t y, std::int64_t z) const;

  Extent image_;
  Extent extent_;
  AxisSet closed_;
  std::array<LargeArray<Aperture>, 3> faces_;  ///< across each axis, x fastest
  LargeArray<Aperture> volumes_;               ///< what is open of each cell, in the same parts
};

/// Gives the extent of cells that are twice as long, or a little less where there is an odd number.
Extent doubled_cells(const Extent& cells);

}  // namespace perm
