// SPDX-License-Identifier: Apache-2.0
// Says how easily fluid passes through pores that are no round tubes. The mean speed of Poiseuille flow between two
// planes is 8/3 of that in a tube whose radius is half their distance, and most pores between grains are more like
// that: the sphere that fits in is small for their cross-section. What tells is the ratio of pore volume to pore wall,
// the hydraulic radius: over the radius of the sphere that fits in, it is 1/2 in round and square tubes and 1 between
// planes. Both are taken over the cells of one body that have about the same radius, so that a narrow duct that ends in
// a chamber is not taken for a part of the chamber.
#pragma once

#include "core/large_array.hpp"
#include "geometry/network/ghosted_slab.hpp"
#include "geometry/network/watershed.hpp"

namespace perm {

/// Gives for each cell, own or ghost, how many times as easily fluid passes as in a round tube of its radius: 1 to 8/3.
/// Collective; the bits are the same for every number of processes and threads.
LargeArray<float> measure_shapes(const GhostedSlab& slab, const Watershed& watershed);

}  // namespace perm
