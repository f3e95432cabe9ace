// SPDX-License-Identifier: Apache-2.0
// Says what walls that cut the links of a cell anywhere make of it: the numbers that its collision (cut_update.hpp)
// takes, by the rule of validation/WALLS.md. They stay as they are until the relaxation time changes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "lattice/d3q19.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// Where each link of a cell meets a wall, in lengths of the link; 0 where it meets none. A wall is at least
/// `nearest_wall` away, so that every cell loses energy.
using CutLinks = double[d3q19::directions];
inline constexpr double nearest_wall = 1.0 / 64;

/// Holds what the collision of all wall cells uses. L+ is tau - 1/2, and what is even or odd in opposite directions has
/// the voltage a+ or a- over what comes in.
template <class Scalar>
struct CutParameters {
  Scalar half_rate;  ///< omega+/2
  Scalar even;       ///< a+ = 2 L+/(2 L+ + 1)
  Scalar force[3];   ///< per unit mass at density 1
};

template <class Scalar>
CutParameters<Scalar> make_cut_parameters(const SolverSettings& settings) {
  const double half = 0.5 / settings.tau;
  CutParameters<Scalar> parameters{static_cast<Scalar>(half), static_cast<Scalar>(1 - half), {}};
  for (std::size_t a = 0; a < 3; ++a) parameters.force[a] = static_cast<Scalar>(settings.force[a]);
  return parameters;
}

/// `Real` is a number, or a vector of them for as many cells.
template <class Real>
struct CutCell {
  Real conductance[d3q19::directions]{};  ///< of each port, in series with what the fluid has; 0 where no wall is
  Real open[d3q19::pairs.size()]{};       ///< of each pair: 1, or 1/2 where a wall cuts it
  Real odd{};                             ///< a- = L+/(L+ + 2 magic), by the magic parameter of the cell
  Real between{};                         ///< (a+ - a-)/2 couples opposite ports
  Real seen_all{};                        ///< so much of the density that walls see is that of all ports
  Real seen_open{};                       ///< and so much that of the open ones, over their weights
  Real density_coupling{};                ///< between two ports, over the root of both weights
  Real force_share{1};                    ///< of the force; and of the velocity of the cell in a flow
};

/// Makes these numbers. The collision has two relaxation times. BGK has no room for a magic parameter.
template <class Real>
CutCell<Real> make_cut_cell(const CutLinks& links, const SolverSettings& settings) {
  double nearest = 1, cut = 0, open = 0, open_squared = 0, share = 1;
  CutCell<Real> cell;
  for (std::size_t i = 0; i < d3q19::pairs.size(); ++i) {
    const int q = d3q19::pairs[i];
    const double w = d3q19::weight(q);
    const double part = links[q] > 0 || links[d3q19::opposite(q)] > 0 ? 0.5 : 1;
    cell.open[i] = static_cast<Real>(part);
    open += 2 * part * w;
    open_squared += 2 * part * part * w;
    for (const double d : {links[q], links[d3q19::opposite(q)]}) {
      if (d == 0) continue;
      nearest = std::min(nearest, d);
      cut += w;
      share += 6 * w * ((d - 0.5) * (6 * d - 1) - 4 * (settings.magic - 0.125)) / (10 * d + 1);
    }
  }
  const double spread = open_squared / (open * open);  // z^2
  const double negative = 1 - 2 * nearest;
  const double magic = negative > 4 * settings.magic ? 0.25 : settings.magic;
  const double least = std::min(1.0, 4 * magic);
  double seen = 1;  // s
  if (negative > 0) seen = std::sqrt(std::min(1.0, (least / negative - 1) / (cut * spread)));
  const double length = settings.tau - 0.5;
  const double even = 2 * length / (2 * length + 1);
  const double odd = length / (length + 2 * magic);
  for (int q = 1; q < d3q19::directions; ++q) {
    const double conductor = links[q] > 0 ? (2 * links[q] - 1) / (2 * length) : 0;
    cell.conductance[q] = static_cast<Real>(conductor / (1 + (even + odd) / 2 * conductor));
  }
  const double rest = 1 - seen;
  cell.odd = static_cast<Real>(odd);
  cell.between = static_cast<Real>((even - odd) / 2);
  cell.seen_all = static_cast<Real>(rest);
  cell.seen_open = static_cast<Real>(seen / open);
  cell.density_coupling =
      static_cast<Real>(even * (2 * rest + seen / open - rest * rest - 2 * rest * seen - seen * seen * spread));
  cell.force_share = static_cast<Real>(share);
  return cell;
}

}  // namespace perm
