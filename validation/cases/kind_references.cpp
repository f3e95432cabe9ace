// SPDX-License-Identifier: Apache-2.0
#include "validation/cases/kind_references.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "geometry/shapes/cylinder_arrays.hpp"
#include "geometry/shapes/fibres.hpp"
#include "geometry/shapes/kinds.hpp"
#include "geometry/shapes/recipe_checks.hpp"
#include "validation/references/cylinders/cylinder_array_flow.hpp"
#include "validation/references/cylinders/cylinder_array_table.hpp"
#include "validation/references/packing_correlations.hpp"
#include "validation/references/spheres/sangani_acrivos.hpp"
#include "validation/references/spheres/sphere_array_table.hpp"

namespace perm::validation {
namespace {

using reference::CylinderLattice;
using reference::SphereLattice;

/// Gives the grains of an array whose `porosity_of` a radius is known: the surface is the change of the volume.
template <typename PorosityOf>
GrainSize grains_of(double radius, const PorosityOf& porosity_of) {
  const double step = 1e-4 * radius;
  return {2 * radius, (porosity_of(radius - step) - porosity_of(radius)) / step};
}

template <SphereArray array>
std::optional<GrainSize> spheres_in_array(const Recipe& recipe, double porosity) {
  if (porosity < array_porosity(array, closing_radius(array)) || porosity >= 1) return {};
  const auto side = static_cast<double>(recipe.extent.nx);
  return grains_of(array_radius(array, porosity) * side,
                   [&](double radius) { return array_porosity(array, radius / side); });
}

template <CylinderArray array>
std::optional<GrainSize> cylinders_in_array(const Recipe& recipe, double porosity) {
  const Axis axis = axis_of(recipe);
  const double touching = touching_radius(array, recipe.extent, axis);
  if (porosity < array_porosity(array, recipe.extent, axis, touching) || porosity >= 1) return {};
  return grains_of(array_radius(array, recipe.extent, axis, porosity),
                   [&](double radius) { return array_porosity(array, recipe.extent, axis, radius); });
}

/// Gives the grains of a packing. The number of spheres is whole, so they are a little larger or smaller than the
/// recipe asks.
std::optional<GrainSize> packed_spheres(const Recipe& recipe, double porosity) {
  if (recipe.radius_spread != 0 || porosity <= 0 || porosity >= 1) return {};
  const double solid = (1 - porosity) * static_cast<double>(recipe.extent.voxels());
  const double spheres = std::max(1.0, std::round(solid / sphere_volume(choose_sphere_radius(recipe))));
  const double diameter = 2 * std::cbrt(solid / spheres / sphere_volume(1));
  return GrainSize{diameter, 6 * (1 - porosity) / diameter};
}

std::optional<GrainSize> overlapping_spheres(const Recipe& recipe, double porosity) {
  if (porosity <= 0 || porosity >= 1) return {};
  const double radius = choose_sphere_radius(recipe);
  return GrainSize{2 * radius, -3 * porosity * std::log(porosity) / radius};
}

/// Gives the fibres of one radius, without their ends.
std::optional<GrainSize> random_fibres(const Recipe& recipe, double porosity) {
  if (recipe.second_radius || porosity <= 0 || porosity >= 1) return {};
  const double radius = choose_fibre_radius(recipe);
  const double share = recipe.overlap == FibreOverlap::yes ? -porosity * std::log(porosity) : 1 - porosity;
  return GrainSize{2 * radius, 2 * share / radius};
}

std::optional<double> exact_drag(SphereLattice lattice, double chi) {
  return reference::sphere_array_drag(lattice, chi).drag;
}

/// Gives the curve of an array whose `drag_of` a sphere is known, up to touching spheres and their rounding.
template <SphereLattice lattice, auto drag_of>
Curve from_drag(const Recipe& recipe) {
  return [side = static_cast<double>(recipe.extent.nx)](double porosity) -> std::optional<double> {
    const double solid = 1 - porosity;
    const double most = reference::closest_packing(lattice);
    if (solid <= 0 || solid > most * (1 + 1e-12)) return {};
    const double chi = std::min(1.0, reference::radius_ratio(lattice, std::min(solid, most)));
    const std::optional<double> drag = drag_of(lattice, chi);
    if (!drag) return {};
    return reference::permeability_from_drag(lattice, chi, *drag) * side * side;
  };
}

template <CylinderLattice lattice>
Curve across_cylinders(const Recipe& recipe, Axis direction) {
  const Axis first = next_axis(axis_of(recipe));
  const Axis other = direction == first ? next_axis(first) : first;
  const auto along_flow = static_cast<double>(recipe.extent.along(direction));
  const auto across = static_cast<double>(recipe.extent.along(other));
  return [along_flow, across](double porosity) -> std::optional<double> {
    const double aspect = across / along_flow;  // the cell of the reference has the flow along its width
    const double area_for_each = along_flow * across / (lattice == CylinderLattice::square ? 1 : 2);
    const double solid = 1 - porosity;
    const double radius2 = solid * area_for_each / std::numbers::pi;
    if (!(solid > 0 && solid < reference::largest_solid_fraction(lattice, aspect))) return {};
    return reference::cylinder_array_permeability(lattice, solid, aspect).permeability_over_radius2 * radius2;
  };
}

Curve correlation(const Recipe& recipe, double (*of)(double)) {
  return [recipe, of](double porosity) -> std::optional<double> {
    const std::optional<GrainSize> grains = packed_spheres(recipe, porosity);
    if (!grains || porosity <= 0.25 || porosity >= 0.99) return {};
    return of(1 - porosity) * grains->diameter * grains->diameter;
  };
}

double kozeny_carman(double c) { return reference::kozeny_carman(c); }

/// Applies Kozeny-Carman to overlapping spheres, whose surface is known.
Curve overlap_from_surface(const Recipe& recipe) {
  return [recipe](double porosity) -> std::optional<double> {
    const std::optional<GrainSize> grains = overlapping_spheres(recipe, porosity);
    if (!grains || porosity <= 0.05) return {};
    return reference::kozeny_carman_from_surface(porosity, grains->surface);
  };
}

/// Gives the middle of the band of correlations for packings at any porosity. Kozeny-Carman and Ergun, for dense ones,
/// are not in it.
std::optional<ReferenceValue> middle_of_correlations(double porosity, const Recipe& recipe, Axis /*direction*/) {
  const std::optional<GrainSize> grains = packed_spheres(recipe, porosity);
  if (!grains || porosity <= 0.25 || porosity >= 0.99) return {};
  const reference::Band band = reference::packing_band(1 - porosity);
  return ReferenceValue{"middle of van der Hoef, Hill-Koch-Ladd and Tenneti",
                        std::sqrt(band.low * band.high) * grains->diameter * grains->diameter,
                        std::sqrt(band.high / band.low) - 1};
}

std::vector<NamedCurve> packing_curves(const Recipe& recipe, Axis /*direction*/) {
  if (recipe.radius_spread != 0) return {};
  return {
      {"van der Hoef et al.", "van der Hoef, Beetstra and Kuipers 2005", correlation(recipe, reference::van_der_hoef)},
      {"Hill, Koch and Ladd", "Hill, Koch and Ladd 2001", correlation(recipe, reference::hill_koch_ladd)},
      {"Tenneti et al.", "Tenneti, Garg and Subramaniam 2011", correlation(recipe, reference::tenneti)},
      {"Kozeny-Carman", "k = phi^3 d^2/(180 (1 - phi)^2)", correlation(recipe, kozeny_carman)},
      {"Ergun", "k = phi^3 d^2/(150 (1 - phi)^2)", correlation(recipe, reference::ergun)}};
}

std::vector<NamedCurve> overlap_curves(const Recipe& recipe, Axis /*direction*/) {
  return {{"Kozeny-Carman", "k = phi^3/(5 S^2), S of overlapping spheres (Weissberg 1963); an estimate",
           overlap_from_surface(recipe)}};
}

std::optional<ReferenceValue> value_of_fibres(double porosity, const Recipe& recipe, Axis /*direction*/) {
  const std::optional<double> fit = fibre_reference(recipe)(porosity);
  if (!fit) return {};
  return ReferenceValue{"Nabovati et al.", *fit, {}};
}

template <SphereLattice lattice>
std::vector<NamedCurve> sphere_curves(const Recipe& recipe, Axis /*direction*/) {
  return {{"Stokes flow", "fundamental solutions, validation/references", from_drag<lattice, exact_drag>(recipe)},
          {"Sangani and Acrivos", "Sangani and Acrivos 1982, series of 31 terms, to 0.75 of the touching radius",
           from_drag<lattice, reference::sangani_acrivos_drag>(recipe)}};
}

template <CylinderLattice lattice>
std::vector<NamedCurve> cylinder_curves(const Recipe& recipe, Axis direction) {
  if (direction == axis_of(recipe)) return {};
  return {{"Stokes flow", "two-dimensional fundamental solutions, validation/references",
           across_cylinders<lattice>(recipe, direction)}};
}

/// Gives the value of the first curve that holds, which is exact.
template <auto curves>
std::optional<ReferenceValue> exact_value(double porosity, const Recipe& recipe, Axis direction) {
  for (const NamedCurve& curve : curves(recipe, direction))
    if (const std::optional<double> value = curve.of(porosity)) return ReferenceValue{curve.name, *value, 0};
  return {};
}

template <SphereArray array, SphereLattice lattice>
constexpr KindReferences sphere_array(GeometryKind kind) {
  return {kind,
          spheres_in_array<array>,
          sphere_curves<lattice>,
          exact_value<sphere_curves<lattice>>,
          array,
          from_drag<lattice, reference::sangani_acrivos_drag>};
}

template <CylinderArray array, CylinderLattice lattice>
constexpr KindReferences cylinder_array(GeometryKind kind) {
  return {kind, cylinders_in_array<array>, cylinder_curves<lattice>, exact_value<cylinder_curves<lattice>>};
}

constexpr std::array table{
    sphere_array<SphereArray::sc, SphereLattice::sc>(GeometryKind::sc),
    sphere_array<SphereArray::bcc, SphereLattice::bcc>(GeometryKind::bcc),
    sphere_array<SphereArray::fcc, SphereLattice::fcc>(GeometryKind::fcc),
    cylinder_array<CylinderArray::square, CylinderLattice::square>(GeometryKind::cylinders_square),
    cylinder_array<CylinderArray::hexagonal, CylinderLattice::hexagonal>(GeometryKind::cylinders_hexagonal),
    KindReferences{GeometryKind::packing, packed_spheres, packing_curves, middle_of_correlations},
    KindReferences{GeometryKind::overlap, overlapping_spheres, overlap_curves},
    KindReferences{GeometryKind::noise},
    KindReferences{GeometryKind::fibres, random_fibres, fibre_curves, value_of_fibres},
    KindReferences{GeometryKind::tube},
    KindReferences{GeometryKind::annulus},
    KindReferences{GeometryKind::plates},
    KindReferences{GeometryKind::duct},
    KindReferences{GeometryKind::spheres}};
static_assert(has_row_of_every_kind(table), "every GeometryKind has a row, in the order of the enum");

}  // namespace

const KindReferences& references_of(GeometryKind kind) { return table.at(static_cast<std::size_t>(kind)); }

std::optional<GrainSize> grain_size(const Recipe& recipe, double porosity) {
  const auto grains = references_of(recipe.kind).grains;
  return grains == nullptr ? std::nullopt : grains(recipe, porosity);
}

std::vector<double> default_porosities(GeometryKind kind) {
  std::vector<double> all;
  if (const auto array = references_of(kind).spheres) {
    const double touching = array_porosity(*array, touching_radius(*array));
    constexpr int points = 15;
    for (int i = 0; i < points; ++i) all.push_back(touching + (0.98 - touching) * i / (points - 1));
  } else {
    for (int i = 0; i < 12; ++i) all.push_back((40 + 5 * i) / 100.0);
  }
  return all;
}

}  // namespace perm::validation
