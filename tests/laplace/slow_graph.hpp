// SPDX-License-Identifier: Apache-2.0
// Joins the cells of an image as laplace/cell_graph.hpp says, voxel by voxel and in float64: the oracle.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "geometry/random_pores.hpp"
#include "laplace/cell_graph.hpp"
#include "laplace/laplace_solver.hpp"

namespace perm {

/// A link between two cells, or from a cell to the outside, where both are the same.
struct SlowLink {
  std::size_t cell;
  std::size_t neighbour;
  double quanta;
};

inline std::vector<SlowLink> slow_links(const PoreSpace& pores, const FaceRules& rules,
                                        std::span<const std::uint8_t> widths, double of_edge) {
  const Extent& n = pores.extent();
  const Occupancy occupancy(pores);
  std::vector<SlowLink> links;
  const auto at = [&](std::array<std::int64_t, 3>& voxel, Axis axis, int step) {  // false: there is nothing
    const auto a = static_cast<std::size_t>(axis);
    voxel[a] += step;
    if (voxel[a] >= 0 && voxel[a] < n.along(axis)) return true;
    if (rules.is_closed(axis) || n.along(axis) == 1) return false;  // a cell is not joined to itself
    voxel[a] = (voxel[a] + n.along(axis)) % n.along(axis);
    return true;
  };
  for (std::int64_t z = 0; z < n.nz; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y)
      for (std::int64_t x = 0; x < n.nx; ++x) {
        if (!pores.is_pore(x, y, z)) continue;
        const std::size_t cell = occupancy.cell(x, y, z);
        for (const Axis axis : all_axes)
          for (const int step : {-1, 1}) {
            std::array voxel{x, y, z};
            if (at(voxel, axis, step)) {
              if (!pores.is_pore(voxel[0], voxel[1], voxel[2])) continue;
              const std::size_t other = occupancy.cell(voxel[0], voxel[1], voxel[2]);
              links.push_back({cell, other, 1.0 * widths[cell] * widths[other]});
            } else if (rules.across(axis) == FaceRule::antisymmetric || rules.across(axis) == FaceRule::pressure) {
              links.push_back({cell, cell, 2.0 * widths[cell] * widths[cell]});
            }
          }
        for (const auto& [a, b] : {std::pair{Axis::x, Axis::y}, {Axis::x, Axis::z}, {Axis::y, Axis::z}})
          for (const int step_a : {-1, 1})
            for (const int step_b : {-1, 1}) {
              std::array voxel{x, y, z};
              if (!at(voxel, a, step_a)) continue;
              const std::array beside = voxel;
              if (!at(voxel, b, step_b)) continue;
              std::array before{x, y, z};
              at(before, b, step_b);
              if (pores.is_pore(voxel[0], voxel[1], voxel[2]) && !pores.is_pore(beside[0], beside[1], beside[2]) &&
                  !pores.is_pore(before[0], before[1], before[2]))
                links.push_back({cell, occupancy.cell(voxel[0], voxel[1], voxel[2]), of_edge});
            }
      }
  return links;
}

/// Gives what leaves each cell.
inline std::vector<double> slow_flux(const std::vector<SlowLink>& links, std::span<const float> potential) {
  std::vector<double> flux(potential.size());
  for (const SlowLink& link : links)
    flux[link.cell] +=
        link.quanta * (link.cell == link.neighbour ? double{potential[link.cell]}
                                                   : double{potential[link.cell]} - double{potential[link.neighbour]});
  return flux;
}

/// Holds an image with random widths.
struct RandomGraph {
  RandomGraph(const Extent& extent, double porosity, const FaceRules& face_rules, unsigned seed, int most_width = 20)
      : rules(face_rules) {
    std::mt19937 random(seed);
    pores = random_pores(extent, porosity, random);
    pores.set_pore(0, 0, 0);
    draw_widths(random, most_width);
  }
  RandomGraph(PoreSpace image, const FaceRules& face_rules, unsigned seed, int most_width = 20)
      : pores(std::move(image)), rules(face_rules) {
    std::mt19937 random(seed);
    draw_widths(random, most_width);
  }
  void draw_widths(std::mt19937& random, int most_width) {
    widths.resize(static_cast<std::size_t>(pores.count_pores()));
    for (std::uint8_t& width : widths)
      width = static_cast<std::uint8_t>(1 + random() % static_cast<unsigned>(most_width));
  }
  CellGraph graph(int threads = 2) const {
    LargeArray<std::uint8_t> own(widths.size());
    std::ranges::copy(widths, own.begin());
    return {DomainCells(Domain(pores.extent(), rules), pores), std::move(own), of_edge,
            std::make_shared<const ThreadTeam>(threads)};
  }
  LaplaceSolver solver(int threads = 2) const {
    const auto team = std::make_shared<const ThreadTeam>(threads);
    const CellGraph cells = graph(threads);
    return {BlockGraph(*team, join_pieces(cells, number_pieces(cells.cells(), *team))), team};
  }
  std::vector<std::uint32_t> piece_of() const {
    const CellGraph cells = graph();
    const NumberedPieces pieces = number_pieces(cells.cells(), cells.team());
    return {pieces.piece_of.begin(), pieces.piece_of.end()};
  }
  std::vector<float> random_values(unsigned seed) const {
    std::mt19937 random(seed);
    std::vector<float> values(widths.size());
    for (float& value : values) value = static_cast<float>(random() % 2001) / 1000 - 1;
    return values;
  }

  static constexpr Quanta of_edge = 5;
  PoreSpace pores;
  FaceRules rules;
  std::vector<std::uint8_t> widths;
};

inline FaceRules rules_for_tests(int number) {
  using enum FaceRule;
  return number == 0   ? FaceRules{}
         : number == 1 ? FaceRules({antisymmetric, sealed, symmetric})
         : number == 2 ? FaceRules({sealed, periodic, pressure})
                       : FaceRules({sealed, antisymmetric, periodic});
}

}  // namespace perm
