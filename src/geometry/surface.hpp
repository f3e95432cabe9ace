// SPDX-License-Identifier: Apache-2.0
// A surface between pores and solid, which may lie anywhere between the centres of voxels. Lengths in voxels; a voxel
// (i, j, k) has its centre at (i + 1/2, j + 1/2, k + 1/2). A surface repeats like its image.
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <memory>
#include <span>

#include "core/extent.hpp"
#include "core/range.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

class Surface {
 public:
  using Place = std::array<double, 3>;

  virtual ~Surface() = default;
  virtual bool is_pore(const Place& at) const = 0;
  /// Finds where links from a place in a pore to places in solid meet the surface, in lengths of the link: more than 0,
  /// at most 1. A link is no longer than the diagonal of the face of a voxel. Without another rule each place is found
  /// by halving, to 2^-12.
  virtual void cut(const Place& from, std::span<const Place> links, std::span<double> places) const;

  /// Gives the distance to the surface, negative in solid; NaN where this surface does not know it. It is exact in
  /// pores; in solid, where bodies overlap, it is that of the body which holds the place deepest.
  virtual double distance(const Place& /*at*/) const { return std::numeric_limits<double>::quiet_NaN(); }
  /// Gives the same where the surface is no farther than the diagonal of the face of a voxel; in pores that are farther
  /// away any number from that on. It may take much less time.
  virtual double near_distance(const Place& at) const { return distance(at); }

  /// Gives a surface that this process can ask for places in these planes of its image and for links from them. Another
  /// may lack what several processes hold together. Collective.
  friend std::shared_ptr<const Surface> near_planes(const std::shared_ptr<const Surface>& surface,
                                                    const Range& planes) {
    auto found = surface->find_near(planes);
    return found ? found : surface;
  }
  /// Gives the same surface in voxels that are so many times smaller.
  friend std::shared_ptr<const Surface> refine(std::shared_ptr<const Surface> surface, int factor);

 protected:
  /// Gives null where places and links are to be divided by the factor.
  virtual std::shared_ptr<const Surface> make_finer(int /*factor*/) const { return nullptr; }
  /// Gives null where this surface will do.
  virtual std::shared_ptr<const Surface> find_near(const Range& /*planes*/) const { return nullptr; }
};

std::shared_ptr<const Surface> refine(std::shared_ptr<const Surface> surface, int factor);

/// Gives a surface that is asked for nothing nearer to the ends of the axes `closed` than `margin`; farther out it goes
/// on as it is there. An image of distances knows nothing beyond the centres of its outermost voxels.
std::shared_ptr<const Surface> keep_within(std::shared_ptr<const Surface> surface, const Extent& image, AxisSet closed,
                                           double margin);

/// Makes a surface when it is wanted; collective.
using SurfaceMaker = std::function<std::shared_ptr<const Surface>(const Communicator&)>;

/// Makes the image of the voxels whose centres are in pores, each process its planes. Collective.
PoreSlab voxels_of(const std::shared_ptr<const Surface>& surface, const Extent& extent, const Communicator& processes);

/// Fills `distances`, nx*ny values, with those from the centres of the voxels of plane z to the surface.
void find_distances(const Surface& surface, const Extent& extent, std::int64_t z, std::span<float> distances);

}  // namespace perm
