// SPDX-License-Identifier: Apache-2.0
// Into how many blocks along y and z an image is cut for a number of processes.
#pragma once

#include <cstdint>
#include <span>

#include "lattice/partition.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// Of all ways to make parts_y x parts_z = `processes` blocks, the one that steps fastest by the performance model: the
/// largest block has few cells and its faces are small. Of equals, the one with the fewest parts along y.
/// `cells_by_row` as count_cells_by_row gives them. Every process comes to the same. Throws InputError when no way
/// leaves every process a row.
Partition choose_partition(const Extent& image, std::span<const std::int32_t> cells_by_row, int processes,
                           const SolverSettings& settings);

}  // namespace perm
