// SPDX-License-Identifier: Apache-2.0
// Which image is solved: where it is, how it is read, and how it is resampled.
#pragma once

#include <array>
#include <filesystem>
#include <optional>

#include "core/range.hpp"
#include "darcy/flow_options.hpp"
#include "geometry/sample/sample_mask.hpp"
#include "geometry/segmentation/segmentation.hpp"
#include "image/image_reader.hpp"

namespace perm {

struct InputRequest {
  std::filesystem::path path;                          ///< an image file, a folder of slices, or a recipe (*.ini)
  std::optional<std::array<double, 3>> voxel_edges_m;  ///< in metres, along x, y, z
  bool makes_cubes{false};                             ///< of voxels that are none, as wide as the shortest edge
  std::optional<RawLayout> raw;                        ///< for files without a header
  PoreRule rule;                                       ///< for images
  std::optional<std::array<Range, 3>> crop;            ///< for images
  std::optional<SampleMask> mask;                      ///< for images; absent: all of the region is the sample
  DataFiles data_files{DataFiles::in_folder_of_header};
  int refine{1};   ///< each voxel becomes refine^3
  int coarsen{1};  ///< coarsen^3 voxels become one; 1 or 2
  /// sub_voxel: the surface is wanted, and refining samples it. Absent: so it is for recipes, and not for images.
  std::optional<Walls> walls;

  /// Says whether the voxels were given as cubes.
  bool has_cubes() const {
    return !voxel_edges_m || ((*voxel_edges_m)[0] == (*voxel_edges_m)[1] && (*voxel_edges_m)[1] == (*voxel_edges_m)[2]);
  }
};

}  // namespace perm
