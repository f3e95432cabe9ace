// SPDX-License-Identifier: Apache-2.0
// Finds where a surface cuts the links of the cells of a domain that end in solid, row by row.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "geometry/surface.hpp"
#include "lattice/d3q19.hpp"
#include "lattice/domain.hpp"
#include "lattice/occupancy.hpp"

namespace perm {

/// Holds the links of a cell that end in solid, in the order of directions, and where each meets a wall, in lengths of
/// the link: 0 where none is, behind a mirror.
struct CutPlaces {
  std::span<const int> directions;
  std::span<const double> places;
  std::uint32_t sealed{0};  ///< those that meet a closed face of the image, no wall of the medium: bit q - 1

  bool is_sealed(int q) const { return (sealed >> (q - 1) & 1U) != 0; }
};

class CellCutter {
 public:
  /// `surface` is that of all of the image. All three must outlive this.
  CellCutter(const Domain& domain, const Occupancy& occupancy, const Surface& surface)
      : domain_(domain),
        has_closed_faces_(domain.rules().closed() != AxisSet{}),
        occupancy_(occupancy),
        surface_(surface) {}

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
        std::array<std::optional<double>, d3q19::directions> known;
        std::size_t count = 0;
        std::uint32_t sealed = 0;
        for (std::size_t i = 0; i < directed_.size(); ++i) {
          if (!domain_.leaves(Axis::x, x, static_cast<int>(directed_[i].step)) &&
              leads_to_cell(beside[i], x + directed_[i].step))
            continue;
          const AtFaces at_faces = meets_faces({x, y, z}, i);
          directions[count] = static_cast<int>(i) + 1;
          known[count] = at_faces.place;
          if (at_faces.place.value_or(0) > 0) sealed |= 1U << i;
          links[count++] = at_faces.link;
        }
        const std::span<double> of_cell(places.data(), count);
        if (count > 0)
          surface_.cut({static_cast<double>(x) + 0.5, static_cast<double>(domain_.image_y(y)) + 0.5,
                        static_cast<double>(domain_.image_z(z)) + 0.5},
                       std::span(links.data(), count), of_cell);
        for (std::size_t i = 0; i < count; ++i) of_cell[i] = known[i].value_or(of_cell[i]);
        visit(cell, CutPlaces{std::span(directions.data(), count), of_cell, sealed});
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
  struct At {
    std::int64_t x;
    std::int64_t y;
    std::int64_t z;
  };
  /// Says what a link through closed faces of the image meets.
  struct AtFaces {
    Surface::Place link;          ///< that meets the surface at the same place
    std::optional<double> place;  ///< where it meets a wall if not the surface: 0 where it meets none
  };
  AtFaces meets_faces(const At& at, std::size_t link) const {
    AtFaces found{directed_[link].link, {}};
    if (!has_closed_faces_ || !domain_.is_own(at.y, at.z)) return found;
    const d3q19::Velocity c = d3q19::velocity(static_cast<int>(link) + 1);
    d3q19::Velocity along = c;
    bool leaves = false;
    for (const Axis axis : all_axes) {
      const std::int64_t position = axis == Axis::x ? at.x : axis == Axis::y ? at.y : at.z;
      if (c.along(axis) == 0 || !domain_.leaves(axis, position, c.along(axis))) continue;
      leaves = true;
      if (domain_.rules().across(axis) == FaceRule::sealed) found.place = 0.5;
      along = along.with(axis, 0);
    }
    if (!leaves || found.place) return found;
    // Behind a mirror the link goes on beside its way along the face. Within a voxel of the face both meet a surface,
    // which is normal to the mirror there, at the same place to second order.
    const bool is_own_image = along.x == 0 && along.y == 0 && along.z == 0;
    if (is_own_image || leads_to_cell(row_at(at.y + along.y, at.z + along.z), at.x + along.x))
      found.place = 0;
    else
      found.link = {static_cast<double>(along.x), static_cast<double>(along.y), static_cast<double>(along.z)};
    return found;
  }

  /// The row that each link leads to; empty where it leads out of a domain that ends there.
  using Rows = std::array<std::span<const OccupancyWord>, d3q19::directions - 1>;

  /// An axis that is cut among processes ends in halo, whose own links nobody steps.
  Rows rows_beside(std::int64_t y, std::int64_t z) const {
    const Extent& n = occupancy_.extent();
    const AxisSet closed = domain_.closed();
    const auto leaves = [](std::int64_t i, std::int64_t period) { return i < 0 || i == period; };
    Rows rows;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const d3q19::Velocity c = d3q19::velocity(static_cast<int>(i) + 1);
      if ((closed.contains(Axis::y) && leaves(y + c.y, n.ny)) || (closed.contains(Axis::z) && leaves(z + c.z, n.nz)))
        continue;
      rows[i] = row_at(y + c.y, z + c.z);
    }
    return rows;
  }
  /// Gives a row at most one beyond the ends of the domain, around which it wraps.
  std::span<const OccupancyWord> row_at(std::int64_t y, std::int64_t z) const {
    const Extent& n = occupancy_.extent();
    const auto wrapped = [](std::int64_t i, std::int64_t period) { return i < 0 ? i + period : i < period ? i : 0; };
    return occupancy_.row(wrapped(y, n.ny), wrapped(z, n.nz));
  }
  bool leads_to_cell(std::span<const OccupancyWord> row, std::int64_t x) const {
    if (row.empty()) return false;
    const std::int64_t nx = occupancy_.extent().nx;
    const auto at = static_cast<std::size_t>(x < 0 ? x + nx : x < nx ? x : 0);
    return (row[at / 32].bits >> at % 32 & 1U) != 0;
  }

  const Domain& domain_;
  bool has_closed_faces_;
  const Occupancy& occupancy_;
  const Surface& surface_;
};

}  // namespace perm
