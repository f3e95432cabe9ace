// SPDX-License-Identifier: Apache-2.0
#include "darcy/divergence.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace perm {

std::optional<std::array<std::int64_t, 3>> find_divergence(Backend& backend) {
  backend.advance_and_capture();
  const Domain& domain = backend.domain();
  const Extent& image = domain.image();
  std::vector<CellField> plane(static_cast<std::size_t>(image.nx * domain.own_y()));
  const auto is_slow = [](const CellField& field) {
    return std::ranges::all_of(field.velocity, [](float component) { return std::abs(component) < 1; });  // nor NaN
  };
  std::int64_t first = image.voxels();
  for (std::int64_t z = 0; z < domain.own_z() && first == image.voxels(); ++z) {
    backend.read_flow(z, plane);
    const auto fast = std::ranges::find_if_not(plane, is_slow);
    if (fast == plane.end()) continue;
    const std::int64_t voxel = fast - plane.begin();
    first = image.index(voxel % image.nx, domain.own().y.first + voxel / image.nx, domain.own().z.first + z);
  }
  first = -domain.processes().max(-first);
  if (first == image.voxels()) return {};
  const std::int64_t row = first / image.nx;
  return std::array{first % image.nx, row % image.ny, row / image.ny};
}

}  // namespace perm
