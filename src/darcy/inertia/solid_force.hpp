// SPDX-License-Identifier: Apache-2.0
// The force of a flow on solid bodies, by momentum exchange (Ladd 1994): what bounces back from solid along a link
// leaves it twice its momentum. With half-way bounce-back this is exact for the lattice: in a steady flow the force on
// all walls together is what drives the flow, to rounding. Lattice units, at density 1.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "geometry/pore_space.hpp"
#include "solver/backend.hpp"

namespace perm {

/// Gives the number, from 0, of the body that a solid voxel of the image belongs to; none where it belongs to none.
using BodyOf = std::function<std::optional<int>(std::int64_t x, std::int64_t y, std::int64_t z)>;

/// Gives the force on each of `bodies` bodies, as the mean of the steps before and behind this moment
/// (solver/cell/wall_force.hpp). Faces of the image that are walls belong to no body. The pressure counts as its
/// deviation from that at density 1. `pores` are those that the lattice was made of, halo included. The sums are exact,
/// so they are the same bits for every number of processes, and on every device. Collective.
std::vector<std::array<double, 3>> force_on_bodies(const Backend& backend, const PoreSpace& pores, int bodies,
                                                   const BodyOf& body_of);

}  // namespace perm
