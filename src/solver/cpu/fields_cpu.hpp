// SPDX-License-Identifier: Apache-2.0
// Holds the captured fields of the cells of a domain, and reads them as voxels.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "core/large_array.hpp"
#include "lattice/cell_field.hpp"
#include "lattice/domain.hpp"
#include "lattice/occupancy.hpp"

namespace perm {

class FieldsCpu {
 public:
  /// Gives the fields of `cells` cells, to be written.
  CellField* of_cells(std::int64_t cells) {
    if (fields_.size() != static_cast<std::size_t>(cells))
      fields_ = LargeArray<CellField>(static_cast<std::size_t>(cells));
    return fields_.data();
  }

  const CellField& of_cell(std::int64_t cell) const { return fields_[static_cast<std::size_t>(cell)]; }

  /// Does what Backend::read_plane says.
  void read_plane(const Domain& domain, const Occupancy& occupancy, std::int64_t z, std::span<float> velocity,
                  std::span<float> density) const {
    std::fill(velocity.begin(), velocity.end(), 0.0F);
    std::fill(density.begin(), density.end(), 0.0F);
    std::size_t voxel = 0;
    for (std::int64_t y = 0; y < domain.own_y(); ++y)
      for (std::int64_t x = 0; x < occupancy.extent().nx; ++x, ++voxel) {
        if (!occupancy.is_cell(x, y, z)) continue;
        const CellField& field = fields_[occupancy.cell(x, y, z)];
        density[voxel] = 1.0F + field.density;
        std::copy_n(field.velocity, 3, &velocity[3 * voxel]);
      }
  }

  /// Does what Backend::read_flow says.
  void read_flow(const Domain& domain, const Occupancy& occupancy, std::int64_t z, std::span<CellField> values) const {
    for (std::size_t voxel = 0; voxel < values.size(); ++z)
      for (std::int64_t y = 0; y < domain.own_y(); ++y)
        for (std::int64_t x = 0; x < occupancy.extent().nx; ++x, ++voxel)
          values[voxel] =
              occupancy.is_cell(x, y, z) ? fields_[occupancy.cell(x, y, z)] : CellField{no_density, {0, 0, 0}};
  }

 private:
  LargeArray<CellField> fields_;
};

}  // namespace perm
