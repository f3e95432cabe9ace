// SPDX-License-Identifier: Apache-2.0
#include "validation/references/cylinders/cylinder_array.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace perm::reference {

CylinderCell cylinder_cell(CylinderLattice lattice, double aspect) {
  if (lattice == CylinderLattice::square) return {1, false};
  if (!(aspect > 0 && std::isfinite(aspect)))
    throw std::domain_error(fmt::format("aspect of the cell is {}, not positive", aspect));
  return {aspect, true};
}

double touching_radius(const CylinderCell& cell) {
  const double along_axes = std::min(1.0, cell.height) / 2;
  return cell.centred ? std::min(along_axes, std::sqrt(1 + cell.height * cell.height) / 4) : along_axes;
}

double cylinder_radius(const CylinderCell& cell, double solid_fraction) {
  const double radius = std::sqrt(solid_fraction * cell.area_for_each() / std::numbers::pi);
  if (!(radius > 0 && radius < touching_radius(cell)))
    throw std::domain_error(fmt::format("solid fraction is {}, not in (0, {})", solid_fraction,
                                        std::numbers::pi * std::pow(touching_radius(cell), 2) / cell.area_for_each()));
  return radius;
}

double permeability_from_force(const CylinderCell& cell, double solid_fraction, double force) {
  const double radius = cylinder_radius(cell, solid_fraction);
  return cell.area_for_each() / (force * radius * radius);
}

}  // namespace perm::reference
