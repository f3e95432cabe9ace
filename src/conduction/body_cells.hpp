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
  /// Cuts the body of an image into `cells`, of which there may be fewer than voxels along each axis. The process works
  /// alone.
  BodyCells(const Surface& surface, const Extent& image, const Extent& cells, const ThreadTeam& team);

  const Extent& image() const { return image_; }  ///< in voxels
  const Extent& extent() const { return extent_; }
  /// Gives how long a cell is along an axis, in voxels.
  double edge(Axis axis) const {
    return static_cast<double>(image_.along(axis)) / static_cast<double>(extent_.along(axis));
  }
  /// Gives the open share of the face of a cell towards -axis. The body repeats, so that the face at the far end of the
  /// image is that at its near end.
  Aperture low_face(Axis axis, std::int64_t x, std::int64_t y, std::int64_t z) const {
    return low_faces_[static_cast<std::size_t>(axis)][static_cast<std::size_t>(extent_.index(x, y, z))];
  }
  Aperture high_face(Axis axis, std::int64_t x, std::int64_t y, std::int64_t z) const;

  /// Gives the cells that are joined through open faces from end to end along an axis; none where all are solid.
  PoreSpace percolating(Axis along, AxisSet closed) const;
  /// Gives the open share of the faces of these cells: their share of the image, to second order.
  double share_of(const PoreSpace& cells) const;
  /// Gives the open share of all faces: the porosity.
  double share_of_pores() const;

  /// Gives the open shares for a graph of these cells, in the order of the image.
  FaceApertures apertures_of(const PoreSpace& cells) const;

 private:
  void find_faces(const Surface& surface, const ThreadTeam& team);
  bool is_open(std::int64_t x, std::int64_t y, std::int64_t z) const;

  Extent image_;
  Extent extent_;
  std::array<LargeArray<Aperture>, 3> low_faces_;  ///< x fastest
};

/// Gives the extent of cells that are twice as long, or a little less where there is an odd number.
Extent doubled_cells(const Extent& cells);

}  // namespace perm
