// SPDX-License-Identifier: Apache-2.0
// Measures how fast the cells of a lattice change, at a look of four steps.
//
// In some cells density and momentum change their sign in every step. Narrow pores hardly damp that: velocities across
// gaps are turned round by both walls. K misses by as much as what is staggered times what that changes, so it is
// measured, and taken out of the flow.
//
// What changes besides are stresses, and what nothing but walls makes. In narrow pores at a high viscosity most of what
// K still misses is there. Small images are measured whole, of large ones some rows.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "core/range.hpp"
#include "geometry/pore_space.hpp"
#include "lattice/cell_field.hpp"
#include "lattice/domain.hpp"
#include "solver/backend.hpp"
#include "solver/power_at_wall.hpp"

namespace perm {

/// Holds what a look has summed over the image, in squared forces.
struct WholeRates {
  double staggered_squared{0};  ///< u^2 + drho^2/3 of what changes its sign
  double others{0};             ///< power of what is neither density nor momentum
};

/// Names the cells whose distributions are measured.
struct MeasuredCells {
  /// Chooses rows. `pores` are those of the domain, with its halo; `surface` is null where walls stand in the middle of
  /// links. Collective.
  MeasuredCells(const Domain& domain, const PoreSpace& pores, const Surface* surface, const WallSlip& slip = {});
  std::size_t count() const;

  std::vector<Range> own;      ///< own cells
  std::vector<CutLinks> cuts;  ///< of these cells; empty without a surface
  double cells_for_each{1};    ///< cells of the image over those that are measured
};

class CellRates {
 public:
  virtual ~CellRates() = default;

  /// Keeps the moments and distributions of this moment.
  virtual void keep(const Backend& backend) = 0;
  /// Finds what has changed since in each of `steps` steps, which were the last ones, and takes two steps more. Of what
  /// is neither density nor momentum it gives nu/6 sum over q of delta_q^2 / (w_q Y), Y being 1/(2 L+) where delta is
  /// even and 2 L- where it is odd, with L = tau - 1/2 of each; beside walls between voxels it is that of the cell
  /// (power_at_wall.hpp). Collective; the bits are the same for every cut. Throws, on all processes alike,
  /// what check_for_stop throws; the backend is then at an even step.
  virtual WholeRates find(Backend& backend, int steps) = 0;

  /// Gives, of each own cell, what density and momentum change in a step.
  virtual std::span<const CellField> changes() const = 0;
  /// Replaces the correction by velocities across the flow that are, from cell to cell, in proportion to those along
  /// it: zero at walls, as it is. They are share times the momentum along the axis `along` at this moment.
  virtual void push_across(const Backend& backend, int along, const std::array<float, 3>& share) = 0;
  /// Gives minus the part of them that changes its sign, to which more may be added. It is 0 before the first look.
  virtual std::span<CellField> correction() = 0;
};

/// Makes it on the host, for a lattice on any device.
std::unique_ptr<CellRates> make_cell_rates(std::size_t cells, const MeasuredCells& measured);

}  // namespace perm
