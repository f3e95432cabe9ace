// SPDX-License-Identifier: Apache-2.0
#include "report/field_files.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "core/errors.hpp"
#include "image/image_writer.hpp"

namespace perm {
namespace {

/// Counts the planes that are read for the two files.
std::int64_t planes_to_give(const Extent& extent) { return 2 * extent.nz; }

}  // namespace

std::array<std::string, 2> field_file_names(Axis direction) {
  const char axis = axis_letter(direction);
  return {fmt::format("velocity_{}.mha", axis), fmt::format("density_{}.mha", axis)};
}

std::vector<std::string> write_field_files(const CapturedFields& fields, Axis direction, const Extent& extent,
                                           const std::optional<double>& voxel_size_m, FileReplacement& files) {
  const double spacing_m = voxel_size_m.value_or(1.0);
  const auto [velocity_name, density_name] = field_file_names(direction);
  const auto plane_voxels = static_cast<std::size_t>(extent.plane_voxels());
  std::vector<float> unused(3 * plane_voxels);  // of a plane that is read for its velocity, or for its density
  std::int64_t planes_read = 0;
  const auto read_plane = [&](std::int64_t z, std::span<float> velocity, std::span<float> density) {
    fields.read_plane(z, velocity, density);
    ++planes_read;
  };
  try {
    write_field(files.stage(velocity_name), extent, spacing_m, 3, [&](std::int64_t z, std::span<float> velocity) {
      read_plane(z, velocity, std::span(unused).first(plane_voxels));
    });
    write_field(files.stage(density_name), extent, spacing_m, 1,
                [&](std::int64_t z, std::span<float> density) { read_plane(z, unused, density); });
  } catch (const InputError&) {
    std::vector<float> density(plane_voxels);
    while (planes_read < planes_to_give(extent)) read_plane(planes_read % extent.nz, unused, density);
    files.drop(velocity_name);
    files.drop(density_name);
    throw;
  }
  return {velocity_name, density_name};
}

void give_fields(const CapturedFields& fields, const Extent& extent) {
  for (std::int64_t plane = 0; plane < planes_to_give(extent); ++plane) fields.read_plane(plane % extent.nz, {}, {});
}

}  // namespace perm
