// SPDX-License-Identifier: Apache-2.0
// The permeability across arrays of cylinders at once, by interpolation between stored solutions
// (cylinder_array_forces.cpp). solve_cylinder_array gives the same within the errors of both, in a hundredth of a
// second.
#pragma once

#include <array>
#include <cstdint>
#include <numbers>
#include <optional>
#include <span>
#include <vector>

#include "validation/references/cylinders/cylinder_array.hpp"

namespace perm::reference {

/// What solve_cylinder_array gave: the force F on a cylinder per length over mu U, and its relative error.
struct StoredForce {
  double force;
  double error;
};

/// An interval on which a polynomial goes through the zeros of a Chebyshev polynomial.
struct NodeRange {
  double first;
  double last;
  std::size_t count;
};

/// Gives the nodes of a range, in rising order.
std::vector<double> place_nodes(const NodeRange& range);

/// How the radius a is told, and what is interpolated as a polynomial.
enum class ForceForm {
  /// Over a^2: 4 pi/F + ln a, a power series in a^2 (Sangani and Acrivos 1982, IJMF 8, 193).
  dilute,
  /// Over t: F t^5, where t^2 = 1 - a/(radius at which the neighbours that block the flow touch) is a gap. Lubrication
  /// makes F t^5 finite at t = 0.
  close
};

/// Solutions on a grid of radii and aspects. The aspect changes slowest.
struct StoredForces {
  ForceForm form;
  NodeRange places;   ///< of a^2 or t
  NodeRange aspects;  ///< one node, of no meaning, for the square lattice
  std::span<const StoredForce> solutions;
  /// Largest relative difference between interpolation and solution that was found halfway between the nodes.
  double between;
};

/// Gives what is stored for a lattice: the range for small radii and the one for large ones, which meet at radius
/// `smallest_close_radius`.
const std::array<StoredForces, 2>& stored_forces(CylinderLattice lattice);
inline constexpr double smallest_close_radius = 0.25;

/// The checksum of all stored numbers when they were written.
extern const std::uint64_t stored_forces_checksum;

/// Gives the radius that stands at `place` (a^2 or t), in widths of the cell, and the place of a radius.
double radius_at(ForceForm form, const CylinderCell& cell, double place);
double place_of(ForceForm form, const CylinderCell& cell, double radius);

struct InterpolatedForce {
  double force;
  double error;  ///< relative: what the errors of the solutions can make at most, and the part `between` in addition
};

/// Interpolates the force on cylinders of that radius. It does not ask whether they lie in the range.
InterpolatedForce interpolate(const StoredForces& stored, const CylinderCell& cell, double radius);

struct InterpolatedPermeability {
  double permeability_over_radius2;
  double error;  ///< relative, as in InterpolatedForce
};

/// Gives the permeability as solve_cylinder_array does, from the stored solutions; absent where they do not reach. They
/// reach all solid fractions of the square lattice below largest_solid_fraction, and on the hexagonal one aspects
/// from 1.69 to 1.775 with a gap between diagonal neighbours of at least 0.0188 of the distance of their axes (solid
/// fractions to 0.873 at the aspect sqrt(3)). A call takes microseconds. Throws std::domain_error where
/// solve_cylinder_array does.
std::optional<InterpolatedPermeability> stored_permeability(CylinderLattice lattice, double solid_fraction,
                                                            double aspect = std::numbers::sqrt3);

/// Gives the stored permeability, and where there is none that of solve_cylinder_array.
InterpolatedPermeability cylinder_array_permeability(CylinderLattice lattice, double solid_fraction,
                                                     double aspect = std::numbers::sqrt3);

/// Gives the checksum (FNV-1a, 64 bits) of all numbers of these ranges, by their bits.
std::uint64_t checksum(std::span<const StoredForces> ranges);

}  // namespace perm::reference
