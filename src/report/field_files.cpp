// SPDX-License-Identifier: Apache-2.0
#include "report/field_files.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "image/image_writer.hpp"

namespace perm {

std::vector<std::string> write_field_files(const CapturedFields& fields, Axis direction, const Extent& extent,
                                           const std::optional<double>& voxel_size_m, FileReplacement& files) {
  const double spacing_m = voxel_size_m.value_or(1.0);
  const std::string velocity_name = fmt::format("velocity_{}.mha", axis_letter(direction));
  const std::string density_name = fmt::format("density_{}.mha", axis_letter(direction));
  const auto plane_voxels = static_cast<std::size_t>(extent.plane_voxels());

  std::vector<float> density(plane_voxels);
  write_field(files.stage(velocity_name), extent, spacing_m, 3,
              [&](std::int64_t z, std::span<float> velocity) { fields.read_plane(z, velocity, density); });
  std::vector<float> velocity(3 * plane_voxels);
  write_field(files.stage(density_name), extent, spacing_m, 1,
              [&](std::int64_t z, std::span<float> values) { fields.read_plane(z, velocity, values); });
  return {velocity_name, density_name};
}

void give_fields(const CapturedFields& fields, const Extent& extent) {
  constexpr int files = 2;
  for (int file = 0; file < files; ++file)
    for (std::int64_t z = 0; z < extent.nz; ++z) fields.read_plane(z, {}, {});
}

}  // namespace perm
