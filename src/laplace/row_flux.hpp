// SPDX-License-Identifier: Apache-2.0
// Writes rows of cells out voxel by voxel, and finds what leaves their voxels, once for each instruction set: the same
// bits by all of them.
#pragma once

#include <cstdint>
#include <vector>

#include "lattice/occupancy.hpp"

namespace perm {

/// Shows the values of one row, voxel by voxel. There is a voxel before the first and one after the last.
struct DenseRow {
  const float* potential;
  const float* width;  ///< 0 in solid
};

/// Holds the words of a row.
struct RowWords {
  const OccupancyWord* first;
  std::int64_t count;
};

struct RowFlux {
  static constexpr std::int64_t room = 32;  ///< values after the last one, which `find` may write

  /// Writes potentials and widths of the cells of a row to 32 voxels for each of its words. In solid the width is 0.
  void (*write)(RowWords row, const float* potential, const std::uint8_t* widths, float* of_potential, float* of_width);
  /// Gives what leaves the cells of a row through its faces, from the rows on the low and high side along y, then z.
  void (*find)(RowWords row, const DenseRow& own, const DenseRow (&beside)[4], float* of_cells);
};

/// Gives all that this processor can run, the fastest one last.
std::vector<const RowFlux*> all_row_flux();
/// Gives the fastest one.
const RowFlux& row_flux();

}  // namespace perm
