// SPDX-License-Identifier: Apache-2.0
// One function for each family. Each draws an image with the numbers of the dice; nothing promises yet that there is
// pore from face to face along x. Lengths are in voxels, ranges include both ends.
#pragma once

#include <cstdint>

#include "families/dice.hpp"
#include "families/family.hpp"

namespace perm::families {

/// A square channel (width 3 to 20) of 40 to 96 and, beside it, a chain of 2 or 3 vugs (10 to 32) with tight square
/// throats between them (width 1 to 4, length 1 to 8). One layer of solid parts the two, so K is the sum of both.
HardImage draw_parallel(Dice& dice);
/// The image of `parallel` with 1 to 3 voxels of the layer made pore, where the channel and a vug lie on either side.
HardImage draw_joined(Dice& dice, Dice& places);
/// A square channel (width 3 to 8) in a cube of 40 to 72, and a cavity that fills most of the rest and hangs on it by
/// one or two throats of 1 or 2 voxels.
HardImage draw_cavity(Dice& dice);
/// One or two square ducts (width 3 to 24) through a block of 24 to 40 by 300 to 640 by as many. K is the sum over
/// those ducts that do not touch, and known from a series within the error of the voxels.
HardImage draw_sparse(Dice& dice);
/// Solid of one voxel, or two at an odd place, in a cube of 32 to 64: plates along the flow, fibres along all axes, a
/// perforated membrane across the flow, or a slit. Halving the image loses it. K of plates and slits is exact.
HardImage draw_thin(Dice& dice);
/// One to five voxels of solid in an open cube of 24 to 80, half of the time with a sphere (radius 1 to 2.5) besides.
HardImage draw_dilute(Dice& dice);
/// Voxels that are pore by chance (probability 0.35 to 0.7) in a cube of 24 to 64.
HardImage draw_noise(Dice& dice);
/// Overlapping spheres (radius 3 to 9) in a cube of 48 to 96, down to a porosity of 0.08 to 0.25.
HardImage draw_grains(Dice& dice);

}  // namespace perm::families
