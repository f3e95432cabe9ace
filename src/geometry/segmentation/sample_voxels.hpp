// SPDX-License-Identifier: Apache-2.0
// The voxels of an image that belong to the sample, where a mask says that not all do (geometry/sample).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/pore_slab.hpp"
#include "geometry/segmentation/marked_planes.hpp"

namespace perm {

struct SampleVoxels {
  const PoreSlab* inside{nullptr};  ///< set in the sample; null where all of the image is
  FileAxes axes{FileAxes::xyz};

  /// Gives the planes of a file of this extent that this process has to read to meet its own voxels.
  Range planes_to_read(const Extent& file, const Communicator& processes) const;

  /// Gives the bytes of those voxels in plane z of the file that are in the sample and belong to this process, one
  /// after another: `plane` itself, or in `room`. A voxel has `bytes` of them.
  std::span<std::byte> own_voxels(const Extent& file, std::int64_t z, std::span<std::byte> plane, std::size_t bytes,
                                  std::vector<std::byte>& room) const;
};

/// Makes what is outside of the sample solid, and has `pores` count the sample only. Collective.
void keep_sample(const PoreSlab& inside, PoreSlab& pores);

}  // namespace perm
