// SPDX-License-Identifier: Apache-2.0
// Says what walls that cut the links of a cell anywhere make of it: the numbers that its collision (cut_update.hpp)
// takes, by the rule of validation/WALLS.md. They stay as they are until the relaxation time changes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/host_device.hpp"
#include "lattice/d3q19.hpp"
#include "lattice/wall_cuts.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// Names the links of a cell that end in solid, bit q - 1 for direction q, and where each meets the wall, by the codes
/// of WallCuts.
struct CutLinks {
  std::uint32_t solid{0};
  std::uint8_t code[d3q19::directions]{};

  PERM_HOST_DEVICE bool is_cut(int q) const { return (solid >> (q - 1) & 1U) != 0; }
};

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
  Real force_share{};                     ///< of the force; and of the velocity of the cell in a flow
};

/// Makes these numbers, with what depends on one place of a wall from tables. The collision has two relaxation times:
/// BGK has no room for a magic parameter.
template <class Scalar>
class CutTable {
 public:
  explicit CutTable(const SolverSettings& settings) {
    const double length = settings.tau - 0.5;
    even_ = 2 * length / (2 * length + 1);
    nearest_usual_ = (1 - 4 * settings.magic) / 2;
    for (int kind = 0; kind < 2; ++kind) {
      const double magic = kind == 0 ? settings.magic : 0.25;
      least_[kind] = std::min(1.0, 4 * magic);
      odd_[kind] = length / (length + 2 * magic);
      for (int code = 0; code < 256; ++code) {
        const double conductor = (2 * WallCuts::place_of(static_cast<std::uint8_t>(code)) - 1) / (2 * length);
        conductance_[kind][code] = static_cast<Scalar>(conductor / (1 + (even_ + odd_[kind]) / 2 * conductor));
      }
    }
    for (int code = 0; code < 256; ++code) {
      const double d = WallCuts::place_of(static_cast<std::uint8_t>(code));
      share_[code] = 6 * ((d - 0.5) * (6 * d - 1) - 4 * (settings.magic - 0.125)) / (10 * d + 1);
    }
  }

  PERM_HOST_DEVICE PERM_ALWAYS_INLINE CutCell<Scalar> cell(const CutLinks& links) const {
    return cell(links, std::make_index_sequence<d3q19::pairs.size()>{});
  }

 private:
  /// What the pairs of a cell add up to.
  struct Sums {
    double cut{0};   ///< weights of cut links
    double open{0};  ///< weights of all links, those of a pair that a wall cuts by half
    double open_squared{0};
    double share{1};
    unsigned nearest{255};  ///< least code
  };

  template <int Q>
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE void add_link(const CutLinks& links, Sums& sums) const {
    if (!links.is_cut(Q)) return;
    if (links.code[Q] < sums.nearest) sums.nearest = links.code[Q];
    sums.cut += d3q19::weight(Q);
    sums.share += d3q19::weight(Q) * share_[links.code[Q]];
  }
  template <std::size_t I>
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE void add_pair(const CutLinks& links, CutCell<Scalar>& cell, Sums& sums) const {
    constexpr int Q = d3q19::pairs[I];
    constexpr double weight = d3q19::weight(Q);
    const double part = links.is_cut(Q) || links.is_cut(d3q19::opposite(Q)) ? 0.5 : 1;
    cell.open[I] = static_cast<Scalar>(part);
    sums.open += 2 * part * weight;
    sums.open_squared += 2 * part * part * weight;
    add_link<Q>(links, sums);
    add_link<d3q19::opposite(Q)>(links, sums);
  }

  template <std::size_t... I>
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE CutCell<Scalar> cell(const CutLinks& links, std::index_sequence<I...>) const {
    CutCell<Scalar> cell;
    Sums sums;
    (add_pair<I>(links, cell, sums), ...);
    const double place = WallCuts::place_of(static_cast<std::uint8_t>(sums.nearest));
    const double negative = 1 - 2 * place;
    const int kind = place < nearest_usual_ ? 1 : 0;
    const double spread = sums.open_squared / (sums.open * sums.open);  // z^2
    double seen = 1;                                                    // s
    if (negative > 0) {
      const double square = (least_[kind] / negative - 1) / (sums.cut * spread);
      if (square < 1) seen = sqrt(square);
    }
    for (int q = 1; q < d3q19::directions; ++q)
      cell.conductance[q] = links.is_cut(q) ? conductance_[kind][links.code[q]] : Scalar{0};
    const double rest = 1 - seen;
    cell.odd = static_cast<Scalar>(odd_[kind]);
    cell.between = static_cast<Scalar>((even_ - odd_[kind]) / 2);
    cell.seen_all = static_cast<Scalar>(rest);
    cell.seen_open = static_cast<Scalar>(seen / sums.open);
    cell.density_coupling = static_cast<Scalar>(
        even_ * (2 * rest + seen / sums.open - rest * rest - 2 * rest * seen - seen * seen * spread));
    cell.force_share = static_cast<Scalar>(sums.share);
    return cell;
  }

  double even_;
  double nearest_usual_;  ///< where a wall is nearer, the cell has the magic parameter 1/4: kind 1
  double least_[2];       ///< that fluid conducts, over 1/(2 L+)
  double odd_[2];
  double share_[256];  ///< of the force, over the weight of the link
  Scalar conductance_[2][256];
};

}  // namespace perm
