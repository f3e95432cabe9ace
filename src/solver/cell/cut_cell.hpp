// SPDX-License-Identifier: Apache-2.0
// Says what walls that cut the links of a cell anywhere make of it: the numbers that its collision (cut_update.hpp)
// takes, by the rule of validation/WALLS.md. They stay as they are until the relaxation time changes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "lattice/d3q19.hpp"
#include "lattice/wall_cuts.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// Names the links of a cell that end in solid, bit q - 1 for direction q, and where each meets the wall, by the codes
/// of WallCuts.
struct CutLinks {
  std::uint32_t solid{0};
  std::uint8_t code[d3q19::directions]{};

  bool is_cut(int q) const { return (solid >> (q - 1) & 1U) != 0; }
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

  CutCell<Scalar> cell(const CutLinks& links) const {
    CutCell<Scalar> cell;
    double cut = 0, open = 0, open_squared = 0, share = 1;
    std::uint8_t nearest = 255;
    for (std::size_t i = 0; i < d3q19::pairs.size(); ++i) {
      const Pair& pair = pairs_[i];
      const double part = (links.solid & pair.links) != 0 ? 0.5 : 1;
      cell.open[i] = static_cast<Scalar>(part);
      open += 2 * part * pair.weight;
      open_squared += 2 * part * part * pair.weight;
      for (const int q : {pair.first, pair.second}) {
        if (!links.is_cut(q)) continue;
        nearest = std::min(nearest, links.code[q]);
        cut += pair.weight;
        share += pair.weight * share_[links.code[q]];
      }
    }
    const double place = WallCuts::place_of(nearest), negative = 1 - 2 * place;
    const int kind = place < nearest_usual_ ? 1 : 0;
    const double spread = open_squared / (open * open);  // z^2
    double seen = 1;                                     // s
    if (negative > 0) seen = std::sqrt(std::min(1.0, (least_[kind] / negative - 1) / (cut * spread)));
    for (std::uint32_t bits = links.solid; bits != 0; bits &= bits - 1) {
      const int q = std::countr_zero(bits) + 1;
      cell.conductance[q] = conductance_[kind][links.code[q]];
    }
    const double rest = 1 - seen;
    cell.odd = static_cast<Scalar>(odd_[kind]);
    cell.between = static_cast<Scalar>((even_ - odd_[kind]) / 2);
    cell.seen_all = static_cast<Scalar>(rest);
    cell.seen_open = static_cast<Scalar>(seen / open);
    cell.density_coupling =
        static_cast<Scalar>(even_ * (2 * rest + seen / open - rest * rest - 2 * rest * seen - seen * seen * spread));
    cell.force_share = static_cast<Scalar>(share);
    return cell;
  }

 private:
  struct Pair {
    int first;
    int second;
    std::uint32_t links;  ///< bits of both
    double weight;
  };
  // The functions of d3q19 look for what they give.
  static constexpr std::array<Pair, d3q19::pairs.size()> pairs_ = [] {
    std::array<Pair, d3q19::pairs.size()> list{};
    for (std::size_t i = 0; i < list.size(); ++i) {
      const int q = d3q19::pairs[i], opposite = d3q19::opposite(q);
      list[i] = {q, opposite, 1U << (q - 1) | 1U << (opposite - 1), d3q19::weight(q)};
    }
    return list;
  }();

  double even_;
  double nearest_usual_;  ///< where a wall is nearer, the cell has the magic parameter 1/4: kind 1
  double least_[2];       ///< that fluid conducts, over 1/(2 L+)
  double odd_[2];
  double share_[256];  ///< of the force, over the weight of the link
  Scalar conductance_[2][256];
};

}  // namespace perm
