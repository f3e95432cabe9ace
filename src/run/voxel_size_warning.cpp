// SPDX-License-Identifier: Apache-2.0
#include "run/voxel_size_warning.hpp"

#include <fmt/format.h>

#include "core/units.hpp"

namespace perm {

std::optional<std::string> describe_voxel_size(const std::optional<double>& voxel_size_m) {
  constexpr double large_m = 0.9999999e-3;  // 1 mm itself counts, however it is rounded
  if (!voxel_size_m || *voxel_size_m < large_m) return {};
  return fmt::format(
      "the voxel size is {}: images of pores have smaller voxels, so see that its unit is right; with {} K is a "
      "million "
      "times smaller",
      format_length(*voxel_size_m), format_length(*voxel_size_m * 1e-3));
}

}  // namespace perm
