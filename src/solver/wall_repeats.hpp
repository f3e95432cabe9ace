// SPDX-License-Identifier: Apache-2.0
// How often walls repeat themselves, from how many of their cells look which way. Where the image is one body several
// times (a lattice of spheres, a channel that goes on and on), each of these numbers is a multiple of how many times;
// where the body is its own mirror image on the voxels, the numbers are those of the mirror image too. Walls that
// repeat themselves err alike, so only their number without repeats averages anything out.
#pragma once

#include <span>

namespace perm {

/// `cells` has how many cells have each wall_normal (solver/cell/wall_links.hpp). Gives their greatest common divisor,
/// times how many images the walls have under those of the 48 turns and reflections of a cube that keep the numbers; 1
/// without walls.
double count_wall_repeats(std::span<const __int128> cells);

}  // namespace perm
