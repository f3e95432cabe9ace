// SPDX-License-Identifier: Apache-2.0
// The domain is what one process solves: its block of an image and, across each axis that is cut, a halo of one row of
// voxels on either side. The halo holds copies of the neighbours' rows. Inside the domain rows are numbered from 0: own
// rows first, then the halo above, then the halo below. So the domain is periodic as an image is: below row 0 comes the
// last row. Across an axis that the image closes nothing wraps, and the halo beyond the image's end is solid.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/boundary.hpp"
#include "core/communicator.hpp"
#include "core/extent.hpp"
#include "geometry/pore_slab.hpp"
#include "geometry/pore_space.hpp"
#include "lattice/partition.hpp"

namespace perm {

/// Names a side of a domain beyond which another process goes on.
struct Face {
  Axis axis{Axis::z};
  Side side{Side::low};
  int neighbour{0};  ///< the rank of that process
};

class Domain {
 public:
  /// Makes the domain of the whole image, on this process alone.
  explicit Domain(const Extent& image, const FaceRules& rules = {});
  /// Makes the domain of the block that this process has.
  Domain(const Partition& partition, Communicator processes, const FaceRules& rules = {});

  const Extent& image() const { return image_; }
  /// Gives the voxels that means are over: those of the sample in the image, else all.
  std::int64_t sample_voxels() const { return image_.voxels() - outside_voxels_; }
  void set_outside_voxels(std::int64_t voxels) { outside_voxels_ = voxels; }
  const Block& own() const { return own_; }             ///< rows of the image
  const Extent& extent() const { return extent_; }      ///< own rows and halo
  std::int64_t own_y() const { return own_.y.size(); }  ///< rows of the domain below this number are own rows
  std::int64_t own_z() const { return own_.z.size(); }  ///< planes of the domain below this number are own planes
  bool is_own(std::int64_t y, std::int64_t z) const { return y < own_y() && z < own_z(); }
  const Communicator& processes() const { return processes_; }
  /// Gives the rules for the faces of the image.
  const FaceRules& rules() const { return rules_; }
  /// Gives the axes across whose ends the domain does not wrap. An axis that is cut ends in halo, which may be solid.
  AxisSet closed() const;
  /// Gives the faces across y, if any, then those across z; low before high. The axes are exchanged one after the
  /// other. So data of two processes that meet only in an edge passes through a third process.
  const std::vector<Face>& faces() const { return faces_; }

  /// Tell where row y (or plane z) of the domain is in the image.
  std::int64_t image_y(std::int64_t y) const;
  std::int64_t image_z(std::int64_t z) const;
  /// Tells whether a row is halo beyond a closed face of the image.
  bool is_beyond(std::int64_t y, std::int64_t z) const;
  /// Tells whether a step along `axis`, from a position among own rows, goes through a closed face of the image.
  bool leaves(Axis axis, std::int64_t position, int step) const;

  /// Names a row of the domain.
  struct Row {
    std::int64_t y;
    std::int64_t z;
  };
  /// Gives the rows of this domain next to `face`, in the order that the neighbour's outer rows have. Across y these
  /// are rows of own planes; across z they include the halo in y.
  std::vector<Row> inner_rows(const Face& face) const;
  /// Gives the rows beyond `face`, which are copies of the neighbour's inner rows.
  std::vector<Row> outer_rows(const Face& face) const;

 private:
  std::vector<Row> rows_at(const Face& face, std::int64_t position) const;

  Extent image_;
  std::int64_t outside_voxels_{0};
  Block own_;
  Extent extent_;
  FaceRules rules_;
  Communicator processes_;
  std::vector<Face> faces_;
};

/// Fetches the pores of a domain, halo included, from the slabs that hold them; voxels beyond closed faces are solid.
/// Collective.
PoreSpace fetch_pores(const PoreSlab& pores, const Domain& domain);

}  // namespace perm
