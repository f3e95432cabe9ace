// SPDX-License-Identifier: Apache-2.0
// Chooses into how many blocks along y and z an image is cut for a number of processes.
#pragma once

#include <cstdint>
#include <span>

#include "lattice/partition.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// Gives the partition into parts_y x parts_z = `processes` blocks that steps fastest by the performance model: its
/// largest block has few cells and small faces. Where several are equally fast it gives the one with the fewest parts
/// along y. `cells_by_row` is what count_cells_by_row gives. Every process gets the same partition. Throws InputError
/// when no partition leaves every process a row.
Partition choose_partition(const Extent& image, std::span<const std::int32_t> cells_by_row, int processes,
                           const SolverSettings& settings);

}  // namespace perm
