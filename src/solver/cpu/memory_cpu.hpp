// SPDX-License-Identifier: Apache-2.0
// Tells how much memory a lattice takes on a CPU: what is allocated around the cells, and what is kept of the links.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/extent.hpp"

namespace perm {

inline constexpr std::int64_t tiles_before = 1;  ///< vector loads reach a few values before the first cell's
inline constexpr std::int64_t tiles_behind = 1;  ///< and a few behind those of the last cell

/// Gives the bytes in which links are kept; links beyond them are made anew in every odd step. With this bound a
/// float32 lattice and its pore space take at most 84 bytes a cell and 0.6 a solid voxel, from about 5e5 cells and 32
/// voxels along x on. Narrower images may keep more.
/// `real` is the number of bytes of a distribution.
std::int64_t most_link_bytes(const Extent& extent, std::int64_t cells, std::size_t real);

}  // namespace perm
