// SPDX-License-Identifier: Apache-2.0
#include "geometry/segmentation/sample_voxels.hpp"

#include <algorithm>

#include "core/range.hpp"

namespace perm {

Range SampleVoxels::planes_to_read(const Extent& file, const Communicator& processes) const {
  if (inside != nullptr && axes == FileAxes::zyx) return {0, file.nz};  // own voxels are in all planes of the file
  return even_part(file.nz, processes.rank(), processes.size());
}

std::span<std::byte> SampleVoxels::own_voxels(const Extent& file, std::int64_t z, std::span<std::byte> plane,
                                              std::size_t bytes, std::vector<std::byte>& room) const {
  if (inside == nullptr) return plane;
  room.resize(plane.size());
  std::size_t next = 0;
  const Range own = inside->planes();
  const Range columns = axes == FileAxes::xyz ? Range{0, file.nx} : own;
  for (std::int64_t y = 0; y < file.ny; ++y)
    for (std::int64_t x = columns.first; x < columns.last; ++x) {
      const bool is_inside = axes == FileAxes::xyz ? inside->pores().is_pore(x, y, z - own.first)
                                                   : inside->pores().is_pore(z, y, x - own.first);
      if (!is_inside) continue;
      std::copy_n(plane.begin() + (y * file.nx + x) * static_cast<std::ptrdiff_t>(bytes), bytes,
                  room.begin() + static_cast<std::ptrdiff_t>(next));
      next += bytes;
    }
  return std::span(room).first(next);
}

void keep_sample(const PoreSlab& inside, PoreSlab& pores) {
  for (std::int64_t z = 0; z < pores.planes().size(); ++z)
    for (std::int64_t y = 0; y < pores.image().ny; ++y) {
      const auto of_inside = inside.pores().row(y, z);
      const auto row = pores.pores().row(y, z);
      for (std::size_t i = 0; i < row.size(); ++i) row[i] &= of_inside[i];
    }
  pores.set_outside_voxels(inside.image().voxels() - inside.count_pores());
}

}  // namespace perm
