// SPDX-License-Identifier: Apache-2.0
// Finds where a surface cuts the links of the cells of a domain that end in solid, row by row.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "geometry/surface.hpp"
#include "lattice/d3q19.hpp"
#include "lattice/domain.hpp"
#include "lattice/occupancy.hpp"

namespace perm {

/// Holds the links of a cell that end in solid, in the order of directions.
struct CutPlaces {
  std::span<const int> directions;
  std::span<const double> places;  ///< where each meets the surface, in lengths of the link
};

class CellCutter {
 public:
  /// The image is periodic; `surface` is that of all of it. All three must outlive this.
  CellCutter(const Domain& domain, const Occupancy& occupancy, const Surface& surface)
      : domain_(domain), occupancy_(occupancy), surface_(surface) {}

  /// Calls visit(cell, cuts) for the cells of a row of the domain; most have none.
  template <class Visit>
  void cut_row(std::int64_t y, std::int64_t z, const Visit& visit) const {
    std::int64_t cell = occupancy_.cells_of_row(y, z).first;
    const std::span<const OccupancyWord> row = occupancy_.row(y, z);
    const Rows beside = rows_beside(y, z);
    for (std::size_t column = 0; column < row.size(); ++column)
      for (std::uint32_t bits = row[column].bits; bits != 0; bits &= bits - 1, ++cell) {
        const std::int64_t x = static_cast<std::int64_t>(32 * column) + std::countr_zero(bits);
        std::array<int, d3q19::directions> directions;
        std::array<Surface::Place, d3q19::directions> links;
        std::array<double, d3q19::directions> places;
        std::size_t count = 0;
        for (std::size_t i = 0; i < directed_.size(); ++i)
          if (!leads_to_cell(beside[i], x + directed_[i].step)) {
            directions[count] = static_cast<int>(i) + 1;
            links[count++] = directed_[i].link;
          }
        const std::span<double> of_cell(places.data(), count);
        if (count > 0)
          surface_.cut({static_cast<double>(x) + 0.5, static_cast<double>(domain_.image_y(y)) + 0.5,
                        static_cast<double>(domain_.image_z(z)) + 0.5},
                       std::span(links.data(), count), of_cell);
        visit(cell, CutPlaces{std::span(directions.data(), count), of_cell});
      }
  }

 private:
  /// Says where a link along each direction leads to.
  struct Directed {
    std::int64_t step;  ///< along x
    Surface::Place link;
  };
  static constexpr std::array<Directed, d3q19::directions - 1> directed_ = [] {
    std::array<Directed, d3q19::directions - 1> all{};
    for (std::size_t i = 0; i < all.size(); ++i) {
      const d3q19::Velocity c = d3q19::velocity(static_cast<int>(i) + 1);
      all[i] = {c.x, {static_cast<double>(c.x), static_cast<double>(c.y), static_cast<double>(c.z)}};
    }
    return all;
  }();
  /// The row that each link leads to; empty where it leads out of a domain that ends there.
  using Rows = std::array<std::span<const OccupancyWord>, d3q19::directions - 1>;

  /// An axis that is cut among processes ends in halo, whose own links nobody steps.
  Rows rows_beside(std::int64_t y, std::int64_t z) const {
    const Extent& n = occupancy_.extent();
    const AxisSet closed = domain_.closed();
    const auto leaves = [](std::int64_t i, std::int64_t period) { return i < 0 || i == period; };
    const auto wrapped = [](std::int64_t i, std::int64_t period) { return i < 0 ? i + period : i < period ? i : 0; };
    Rows rows;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const d3q19::Velocity c = d3q19::velocity(static_cast<int>(i) + 1);
      if ((closed.contains(Axis::y) && leaves(y + c.y, n.ny)) || (closed.contains(Axis::z) && leaves(z + c.z, n.nz)))
        continue;
      rows[i] = occupancy_.row(wrapped(y + c.y, n.ny), wrapped(z + c.z, n.nz));
    }
    return rows;
  }
  bool leads_to_cell(std::span<const OccupancyWord> row, std::int64_t x) const {
    if (row.empty()) return false;
    const std::int64_t nx = occupancy_.extent().nx;
    const auto at = static_cast<std::size_t>(x < 0 ? x + nx : x < nx ? x : 0);
    return (row[at / 32].bits >> at % 32 & 1U) != 0;
  }

  const Domain& domain_;
  const Occupancy& occupancy_;
  const Surface& surface_;
};

}  // namespace perm
