// SPDX-License-Identifier: Apache-2.0
// Makes the rows of a coarse flow from its values in every voxel.
#pragma once

#include <span>
#include <vector>

#include "solver/cell/coarse_flow.hpp"

namespace perm {

/// Gives the rows that the whole fine image needs. `values` are [z][y][x]; the fine image has `factor` times as many
/// voxels along each axis, less those of an odd extent.
inline CoarseFlow rows_of(const Extent& extent, std::int64_t factor, double velocity_unit,
                          const std::vector<CellField>& values) {
  CoarseFlow flow;
  flow.extent = extent;
  flow.factor = factor;
  flow.velocity_unit = velocity_unit;
  flow.y = coarse_rows_around({0, factor * extent.ny}, factor);
  flow.z = coarse_rows_around({0, factor * extent.nz}, factor);
  const auto wrap = [](std::int64_t i, std::int64_t n) { return (i % n + n) % n; };
  for (std::int64_t z = flow.z.first; z < flow.z.last; ++z)
    for (std::int64_t y = flow.y.first; y < flow.y.last; ++y) {
      const std::int64_t first = extent.index(0, wrap(y, extent.ny), wrap(z, extent.nz));
      flow.add_row(std::span(values).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(extent.nx)));
    }
  return flow;
}

}  // namespace perm
