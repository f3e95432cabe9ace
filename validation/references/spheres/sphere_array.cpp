// SPDX-License-Identifier: Apache-2.0
#include "validation/references/spheres/sphere_array.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace perm::reference {
namespace {

constexpr double pi = std::numbers::pi;

void require_ratio(double chi) {
  if (!(chi > 0 && chi <= 1)) throw std::domain_error(fmt::format("chi is {}, not in (0, 1]", chi));
}

}  // namespace

int spheres_in_cube(SphereLattice lattice) {
  switch (lattice) {
    case SphereLattice::sc:
      return 1;
    case SphereLattice::bcc:
      return 2;
    case SphereLattice::fcc:
      return 4;
  }
  throw std::domain_error("no such sphere lattice");
}

double touching_radius(SphereLattice lattice) {
  switch (lattice) {
    case SphereLattice::sc:
      return 0.5;
    case SphereLattice::bcc:
      return std::numbers::sqrt3 / 4;
    case SphereLattice::fcc:
      return std::numbers::sqrt2 / 4;
  }
  throw std::domain_error("no such sphere lattice");
}

double closest_packing(SphereLattice lattice) {
  return spheres_in_cube(lattice) * 4 * pi / 3 * std::pow(touching_radius(lattice), 3);
}

double solid_fraction(SphereLattice lattice, double chi) {
  require_ratio(chi);
  return closest_packing(lattice) * chi * chi * chi;
}

double radius_ratio(SphereLattice lattice, double solid_fraction) {
  const double closest = closest_packing(lattice);
  if (!(solid_fraction > 0 && solid_fraction <= closest))
    throw std::domain_error(fmt::format("solid fraction is {}, not in (0, {}]", solid_fraction, closest));
  return std::cbrt(solid_fraction / closest);
}

double permeability_from_drag(SphereLattice lattice, double chi, double drag) {
  require_ratio(chi);
  if (!(drag > 0)) throw std::domain_error(fmt::format("drag coefficient is {}, not positive", drag));
  const double radius = chi * touching_radius(lattice);
  return 1 / (spheres_in_cube(lattice) * 6 * pi * radius * drag);
}

}  // namespace perm::reference
