// SPDX-License-Identifier: Apache-2.0
// The options that say which image is solved: where it is, how it is read, and how it is resampled.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <vector>

#include "app/options/command.hpp"
#include "app/options/option_values.hpp"
#include "core/range.hpp"
#include "geometry/segmentation.hpp"
#include "image/image_reader.hpp"

namespace perm {

struct InputOptions {
  std::filesystem::path path;
  std::optional<std::array<double, 3>> voxel_edges_m;  ///< along x, y, z; required for images
  bool makes_cubes{false};                             ///< --resample cubic
  std::optional<RawLayout> raw;                        ///< for files without a header
  PoreRule rule;                                       ///< for images
  std::optional<std::array<Range, 3>> crop;            ///< for images
  DataFiles data_files{DataFiles::in_folder_of_header};
  int refine{1};   ///< each voxel becomes refine^3
  int coarsen{1};  ///< coarsen^3 voxels become one; 1 or 2

  /// Says whether the voxels were given as cubes.
  bool has_cubes() const {
    return !voxel_edges_m || ((*voxel_edges_m)[0] == (*voxel_edges_m)[1] && (*voxel_edges_m)[1] == (*voxel_edges_m)[2]);
  }
};

/// Gives the table of these options.
std::vector<Option> input_options();

/// Reads these options. Throws UsageError when no input is named or options contradict each other, and InputError when
/// a value is out of range.
InputOptions read_input_options(const OptionValues& values);
/// Does the same for a command whose input is `path`.
InputOptions read_input_options(const OptionValues& values, const std::filesystem::path& path);

}  // namespace perm
