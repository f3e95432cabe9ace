// SPDX-License-Identifier: Apache-2.0
// Finds the slots that travel through a face of a domain. A slot (y, q) belongs to the cell y - c_q, if there is one:
// only that cell reads and writes the slot in an odd step. So each link that crosses a face makes one slot of each of
// the two domains belong to a cell of the other: at most five a cell. These slots travel, and no others:
//
//   after an even step  the inner slots go to the neighbour, which owns them, into its copies of the cells
//   after an odd step   what own cells have left in the copies, the outer slots, goes back to the cells themselves
//
// Axes are exchanged one after the other: y and then z after an even step, z and then y after an odd one. In this way
// slots of two domains that meet only in an edge travel through a third domain. A step touches none of the slots that a
// message brings in, so messages travel while cells inside are stepped.
//
// The slots at closed faces whose partner in a mirror belongs to the neighbour (see face_pass.hpp) travel with them:
// after every step each of the two domains gets the value that the other has in its slot.
#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "geometry/pore_space.hpp"
#include "lattice/d3q19.hpp"
#include "lattice/domain.hpp"

namespace perm {

inline constexpr int crossing_directions = 5;
/// Lists the directions with velocity component +1 (high) or -1 (low) along an axis, ascending.
using CrossingDirections = std::array<int, crossing_directions>;
CrossingDirections crossing(Axis axis, Side side);

/// Calls visit(x, y, z, q) with the cell, in the domain, and the direction of each slot that leaves through `face`
/// after an even step (inner slots) or an odd one (outer slots); both lists end with the slots that two domains
/// exchange. The inner slots of this process and the outer slots of its neighbour come in the same order, and the other
/// way round: direction by direction, row by row, x by x. `pores` are the pores of the domain, halo included.
using VisitSlot = std::function<void(std::int64_t x, std::int64_t y, std::int64_t z, int q)>;
void for_each_inner_slot(const Domain& domain, const PoreSpace& pores, const Face& face, const VisitSlot& visit);
void for_each_outer_slot(const Domain& domain, const PoreSpace& pores, const Face& face, const VisitSlot& visit);

/// Names the step after which messages travel.
enum class AfterStep : int { even = 0, odd = 1 };

/// Gives the number of axes that are cut. An exchange takes as many phases.
int phases(const Domain& domain);
/// Gives the number, in Domain::faces, of the first of the two faces of a phase.
std::size_t first_face(const Domain& domain, AfterStep after, int phase);
/// Gives a tag that says through which face of the sender a message left, and when. A message that comes in through a
/// face has the tag of the opposite side.
int message_tag(Axis axis, Side sender, AfterStep after);
constexpr Side opposite(Side side) { return side == Side::low ? Side::high : Side::low; }

}  // namespace perm
