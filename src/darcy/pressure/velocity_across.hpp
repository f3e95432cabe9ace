// SPDX-License-Identifier: Apache-2.0
// Makes velocities across a flow that are, from cell to cell, in proportion to those along it: zero at walls, as it is.
#pragma once

#include <array>
#include <span>

#include "lattice/cell_field.hpp"

namespace perm {

/// Fills `across` with share times the velocities of `flow` along the axis `along`, and no density. Both have the own
/// cells; lattice units.
void find_velocity_across(std::span<const CellField> flow, std::size_t along, const std::array<float, 3>& share,
                          std::span<CellField> across);

}  // namespace perm
