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
  std::vector<CellField> flow(static_cast<std::size_t>(image.nx * domain.own_y() * domain.own_z()));
  backend.read_flow(flow);
  std::int64_t first = image.voxels();
  for (std::size_t i = 0; i < flow.size(); ++i) {
    const auto is_slow = [](float component) { return std::abs(component) < 1; };  // false for NaN too
    if (std::ranges::all_of(flow[i].velocity, is_slow)) continue;
    const auto voxel = static_cast<std::int64_t>(i);
    const std::int64_t row = voxel / image.nx;
    first = image.index(voxel % image.nx, domain.own().y.first + row % domain.own_y(),
                        domain.own().z.first + row / domain.own_y());
    break;
  }
  first = -domain.processes().max(-first);
  if (first == image.voxels()) return {};
  const std::int64_t row = first / image.nx;
  return std::array{first % image.nx, row % image.ny, row / image.ny};
}

}  // namespace perm
