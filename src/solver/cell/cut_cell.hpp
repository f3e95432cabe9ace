// SPDX-License-Identifier: Apache-2.0
// Says what walls that cut the links of a cell anywhere make of it: the numbers that its collision (cut_update.hpp)
// takes, by the rule of validation/WALLS.md. They stay as they are until the relaxation time changes.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/host_device.hpp"
#include "lattice/d3q19.hpp"
#include "lattice/wall_coding.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// Names the links of a cell that end in solid, bit q - 1 for direction q, and where each meets the wall, by a
/// WallCoding.
struct CutLinks {
  std::uint32_t solid{0};
  std::uint8_t code[d3q19::directions]{};

  PERM_HOST_DEVICE bool is_cut(int q) const { return (solid >> (q - 1) & 1U) != 0; }
  /// Notes what the code of a link that counts as solid says: where the wall is, or that there is none.
  PERM_HOST_DEVICE void note(int q, std::uint8_t its_code) {
    code[q] = its_code;
    if (its_code == WallCoding::no_wall) solid &= ~(1U << (q - 1));
  }
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

/// Makes these numbers, with what depends on one place of a wall, or on which pairs walls cut, from tables. The
/// collision has two relaxation times: BGK has no room for a magic parameter.
template <class Scalar>
class CutTable {
 public:
  explicit CutTable(const SolverSettings& settings) {
    const double length = settings.tau - 0.5;
    const double even = 2 * length / (2 * length + 1);
    const WallCoding coding(settings.slip);
    even_ = static_cast<Scalar>(even);
    first_rest_ = static_cast<Scalar>(coding.first_rest());
    rest_step_ = static_cast<Scalar>(coding.step());
    while (nearest_usual_ < 255 && coding.rest_of(nearest_usual_) < (1 - 4 * settings.magic) / 2) ++nearest_usual_;
    for (int kind = 0; kind < 2; ++kind) {
      const double magic = kind == 0 ? settings.magic : 0.25;
      const double odd = length / (length + 2 * magic);
      least_[kind] = static_cast<Scalar>(std::min(1.0, 4 * magic));
      odd_[kind] = static_cast<Scalar>(odd);
      between_[kind] = static_cast<Scalar>((even - odd) / 2);
      for (unsigned code = 0; code < 256; ++code) {
        const double conductor = code == WallCoding::middle ? 0 : (2 * coding.rest_of(code) - 1) / (2 * length);
        conductance_[kind][code] = static_cast<Scalar>(conductor / (1 + (even + odd) / 2 * conductor));
      }
    }
    for (unsigned code = 0; code < 256; ++code) {
      const double share = 6 * share_of_link(coding, code, settings.magic);
      share_[0][code] = static_cast<Scalar>(share / 36);
      share_[1][code] = static_cast<Scalar>(share / 18);
    }
    for (int axes = 0; axes < 4; ++axes)
      for (int diagonals = 0; diagonals < 7; ++diagonals) {
        const double all = 2.0 / 3;  // the weights of all links; a pair that a wall cuts counts half
        const double open = all - axes / 18.0 - diagonals / 36.0;
        const double open_squared = all - 1.5 * (axes / 18.0 + diagonals / 36.0);
        inverse_open_[axes][diagonals] = static_cast<Scalar>(1 / open);
        spread_[axes][diagonals] = static_cast<Scalar>(open_squared / (open * open));
      }
  }

  PERM_HOST_DEVICE PERM_ALWAYS_INLINE CutCell<Scalar> cell(const CutLinks& links) const {
    CutCell<Scalar> cell;
    write(
        links, [](Scalar& number) -> Scalar& { return number; }, cell);
    return cell;
  }

  /// What the places of the cut links of a cell add up to.
  struct CutsOfCell {
    unsigned nearest{255};  ///< code
    Scalar share{1};        ///< of the force

    PERM_HOST_DEVICE PERM_ALWAYS_INLINE void add(const CutTable& table, int q, unsigned code) {
      nearest = code < nearest ? code : nearest;
      share += table.share_[axis_links >> (q - 1) & 1U][code];
    }
  };
  /// Gives the conductance of each code beside such cuts.
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE const Scalar (&conductances(const CutsOfCell& cuts) const)[256] {
    return conductance_[kind_of(cuts.nearest)];
  }
  /// Writes the other numbers of a cell.
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE void write_whole(std::uint32_t solid, const CutsOfCell& cuts,
                                                       CutCell<Scalar>& cell) const {
    write_whole(
        solid, cuts, [](Scalar& number) -> Scalar& { return number; }, cell,
        std::make_index_sequence<d3q19::pairs.size()>{});
  }

  /// Writes the numbers into place_of(member) of each member of `cells`, but those of links that no wall cuts, which
  /// must be 0 before.
  template <class PlaceOf, class Cells>
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE void write(const CutLinks& links, const PlaceOf& place_of, Cells& cells) const {
    write(links, place_of, cells, std::make_index_sequence<d3q19::pairs.size()>{});
  }

 private:
  /// Gives what a link adds to the share of the force, over 6 w_q. With it K of plates is exact to second order, and so
  /// is what slip adds to it.
  static double share_of_link(const WallCoding& coding, unsigned code, double magic) {
    const bool slips = coding.slip().length > 0 && code != WallCoding::middle;
    const double s = slips ? coding.slip().length : 0;
    if (coding.slip().at_voxels) return s / (3 + 5 * s);
    const double d = slips || coding.slip().length == 0 ? coding.place_of(code) : 0.5;
    return ((d - 0.5) * (6 * d - 1) - 4 * (magic - 0.125) + s * (12 * d - 4)) / (10 * (d + s) + 1);
  }
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE int kind_of(unsigned nearest) const { return nearest < nearest_usual_ ? 1 : 0; }
  /// Calls visit(q) for the cut links, in their order.
  template <class Visit>
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE static void for_each_cut(const CutLinks& links, const Visit& visit) {
    if constexpr (detail::is_on_gpu) {
      PERM_UNROLL
      for (int q = 1; q < d3q19::directions; ++q)
        if (links.is_cut(q)) visit(q);
    } else {
      for (std::uint32_t bits = links.solid; bits != 0; bits &= bits - 1) visit(std::countr_zero(bits) + 1);
    }
  }

  static constexpr std::uint32_t axis_links = [] {
    std::uint32_t links = 0;
    for (int q = 1; q < d3q19::directions; ++q)
      if (d3q19::weight(q) > 0.05) links |= 1U << (q - 1);
    return links;
  }();
  template <std::size_t I>
  static constexpr std::uint32_t links_of_pair =
      1U << (d3q19::pairs[I] - 1) | 1U << (d3q19::opposite(d3q19::pairs[I]) - 1);

  template <class PlaceOf, class Cells, std::size_t... I>
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE void write(const CutLinks& links, const PlaceOf& place_of, Cells& cells,
                                                 std::index_sequence<I...> pairs) const {
    CutsOfCell cuts;
    for_each_cut(links, [&](int q) { cuts.add(*this, q, links.code[q]); });
    const int kind = kind_of(cuts.nearest);
    for_each_cut(links, [&](int q) { place_of(cells.conductance[q]) = conductance_[kind][links.code[q]]; });
    write_whole(links.solid, cuts, place_of, cells, pairs);
  }

  /// Writes what is of the whole cell.
  template <class PlaceOf, class Cells, std::size_t... I>
  PERM_HOST_DEVICE PERM_ALWAYS_INLINE void write_whole(std::uint32_t solid, const CutsOfCell& cuts,
                                                       const PlaceOf& place_of, Cells& cells,
                                                       std::index_sequence<I...>) const {
    const Scalar place = first_rest_ + rest_step_ * static_cast<Scalar>(cuts.nearest);  // exact where fluid sticks
    const int kind = kind_of(cuts.nearest);
    int axes = 0;
    int diagonals = 0;
    const auto note_pair = [&](bool is_axis, bool is_cut) {
      axes += is_axis && is_cut ? 1 : 0;
      diagonals += !is_axis && is_cut ? 1 : 0;
      return is_cut ? static_cast<Scalar>(0.5) : static_cast<Scalar>(1);
    };
    ((place_of(cells.open[I]) = note_pair((links_of_pair<I> & axis_links) != 0, (solid & links_of_pair<I>) != 0)), ...);
    const Scalar inverse_open = inverse_open_[axes][diagonals];
    const Scalar spread = spread_[axes][diagonals];  // z^2
    const Scalar negative = 1 - 2 * place;
    Scalar seen = 1;  // s
    if (negative > 0) {
      const auto weight = static_cast<Scalar>(detail::count_bits(solid) + detail::count_bits(solid & axis_links));
      const Scalar square = (least_[kind] / negative - 1) / (weight * static_cast<Scalar>(1.0 / 36) * spread);
      if (square < 1) seen = square > 0 ? sqrt(square) : 0;
    }
    const Scalar rest = 1 - seen;
    place_of(cells.odd) = odd_[kind];
    place_of(cells.between) = between_[kind];
    place_of(cells.seen_all) = rest;
    place_of(cells.seen_open) = seen * inverse_open;
    place_of(cells.density_coupling) =
        even_ * (2 * rest + seen * inverse_open - rest * rest - 2 * rest * seen - seen * seen * spread);
    place_of(cells.force_share) = cuts.share;
  }

  Scalar even_;
  Scalar first_rest_;
  Scalar rest_step_;
  unsigned nearest_usual_{0};  ///< code: where a wall is nearer, the cell has the magic parameter 1/4: kind 1
  Scalar least_[2];            ///< that fluid conducts, over 1/(2 L+)
  Scalar odd_[2];
  Scalar between_[2];
  Scalar share_[2][256];  ///< of the force: of a diagonal link, of one along an axis
  Scalar conductance_[2][256];
  // Of the pairs that walls do not cut, or cut once, by how many along axes and diagonals they cut:
  Scalar inverse_open_[4][7];
  Scalar spread_[4][7];
};

}  // namespace perm
