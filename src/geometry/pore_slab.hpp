// SPDX-License-Identifier: Apache-2.0
// A pore space that several processes hold together: each has a slab of whole z-planes, in order of rank. No process
// holds the whole. A pore space that one process holds alone is the special case.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/communicator.hpp"
#include "core/extent.hpp"
#include "core/range.hpp"
#include "geometry/pore_space.hpp"

namespace perm {

/// The planes of one process. Slabs follow each other in order of rank and may be empty.
class PoreSlab {
 public:
  PoreSlab() = default;
  /// Takes a whole image that this process holds alone.
  PoreSlab(PoreSpace pores);  // NOLINT(google-explicit-constructor): one process is the usual case
  /// Makes planes `planes` of an image, all solid; collective. Throws InputError when an extent is not positive.
  PoreSlab(const Extent& image, Range planes, Communicator processes);
  /// Makes an image that is all solid; processes share its planes as evenly as possible. Collective.
  static PoreSlab even(const Extent& image, const Communicator& processes);
  /// Gives a slab of the same planes, all solid.
  PoreSlab all_solid() const;

  /// Gives the same image to the first `count` processes, in even slabs; the others get no planes and are alone.
  /// Collective.
  PoreSlab on_first(int count) const;

  const Extent& image() const { return image_; }  ///< extent of the whole image
  /// Gives the voxels of the sample, which is the whole image, or what a mask leaves of it
  /// (geometry/segmentation/sample_mask.hpp). Voxels outside are solid; porosity and means are over the sample.
  std::int64_t sample_voxels() const { return image_.voxels() - outside_voxels_; }
  std::int64_t outside_voxels() const { return outside_voxels_; }
  /// Says how many voxels of the whole image are no part of the sample.
  void set_outside_voxels(std::int64_t voxels) { outside_voxels_ = voxels; }
  /// Says that this image shows, in its own voxels, the same share of a sample as `other`.
  void take_sample_of(const PoreSlab& other);
  Range planes() const { return planes_; }  ///< planes of the image that this process has
  /// Gives the voxels of planes(); their z counts from planes().first. Without planes their extent is 0 x 0 x 0.
  const PoreSpace& pores() const { return pores_; }
  PoreSpace& pores() { return pores_; }
  const Communicator& processes() const { return processes_; }
  /// Gives the planes of every process, by rank.
  const std::vector<Range>& planes_by_rank() const { return planes_by_rank_; }

  /// Counts the pore voxels of the whole image; collective.
  std::int64_t count_pores() const { return processes_.sum(pores_.count_pores()); }
  /// Gives how many pores come before each row of the own planes among `planes`, x fastest, and last how many there
  /// are.
  std::vector<std::size_t> pores_before_rows(const Range& planes) const;
  /// Gives planes of the image, which goes on periodically, from the processes that have them: ny rows of words for
  /// each. Collective; each process says which planes it wants, and may want none.
  std::vector<std::uint32_t> fetch_planes(const Range& wanted) const;
  /// Gives the plane that follows the last one of this slab. Collective. It is empty where this slab has no planes.
  std::vector<std::uint32_t> fetch_plane_above() const {
    return fetch_planes({planes_.last, planes_.last + (planes_.size() > 0 ? 1 : 0)});
  }

 private:
  Extent image_;
  std::int64_t outside_voxels_{0};
  Range planes_;
  Communicator processes_;
  std::vector<Range> planes_by_rank_{Range{}};
  PoreSpace pores_;
};

}  // namespace perm
