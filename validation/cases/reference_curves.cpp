// SPDX-License-Identifier: Apache-2.0
#include "validation/cases/reference_curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/shapes/kinds.hpp"
#include "validation/cases/fibre_curves.hpp"
#include "validation/cases/grain_size.hpp"
#include "validation/references/cylinders/cylinder_array_flow.hpp"
#include "validation/references/cylinders/cylinder_array_table.hpp"
#include "validation/references/packing_correlations.hpp"
#include "validation/references/spheres/sangani_acrivos.hpp"
#include "validation/references/spheres/sphere_array_table.hpp"

namespace perm::validation {
namespace {

using reference::CylinderLattice;
using reference::SphereLattice;

std::optional<SphereLattice> sphere_lattice(GeometryKind kind) {
  if (kind == GeometryKind::sc) return SphereLattice::sc;
  if (kind == GeometryKind::bcc) return SphereLattice::bcc;
  if (kind == GeometryKind::fcc) return SphereLattice::fcc;
  return {};
}

std::optional<CylinderLattice> cylinder_lattice(GeometryKind kind) {
  if (kind == GeometryKind::cylinders_square) return CylinderLattice::square;
  if (kind == GeometryKind::cylinders_hexagonal) return CylinderLattice::hexagonal;
  return {};
}

/// Gives the radius over that of touching spheres; absent beyond touching, by more than rounding.
std::optional<double> ratio_to_touching(SphereLattice lattice, double porosity) {
  const double solid = 1 - porosity;
  const double most = reference::closest_packing(lattice);
  if (solid <= 0 || solid > most * (1 + 1e-12)) return {};
  return std::min(1.0, reference::radius_ratio(lattice, std::min(solid, most)));
}

Curve stokes_flow(SphereLattice lattice, double side) {
  return [lattice, side](double porosity) -> std::optional<double> {
    const std::optional<double> chi = ratio_to_touching(lattice, porosity);
    if (!chi) return {};
    const double drag = reference::sphere_array_drag(lattice, *chi).drag;
    return reference::permeability_from_drag(lattice, *chi, drag) * side * side;
  };
}

Curve series(SphereLattice lattice, double side) {
  return [lattice, side](double porosity) -> std::optional<double> {
    const std::optional<double> chi = ratio_to_touching(lattice, porosity);
    if (!chi) return {};
    const std::optional<double> drag = reference::sangani_acrivos_drag(lattice, *chi);
    if (!drag) return {};
    return reference::permeability_from_drag(lattice, *chi, *drag) * side * side;
  };
}

/// The section of an array of cylinders, in voxels along a flow across them and along the third axis.
struct Section {
  double along_flow{0};
  double across{0};
};

Section section_of(const Recipe& recipe, Axis direction) {
  const Axis first = next_axis(axis_of(recipe));
  const Axis second = next_axis(first);
  const Axis other = direction == first ? second : first;
  return {static_cast<double>(recipe.extent.along(direction)), static_cast<double>(recipe.extent.along(other))};
}

/// Gives the area of the section that belongs to each cylinder, in voxel^2.
double area_for_each(CylinderLattice lattice, const Section& section) {
  return section.along_flow * section.across / (lattice == CylinderLattice::square ? 1 : 2);
}

Curve across_cylinders(CylinderLattice lattice, const Section& section) {
  return [lattice, section](double porosity) -> std::optional<double> {
    const double aspect =
        section.across / section.along_flow;  // the cell of the reference has the flow along its width
    const double area = area_for_each(lattice, section);
    const double solid = 1 - porosity;
    const double radius2 = solid * area / std::numbers::pi;
    if (!(solid > 0 && solid < reference::largest_solid_fraction(lattice, aspect))) return {};
    return reference::cylinder_array_permeability(lattice, solid, aspect).permeability_over_radius2 * radius2;
  };
}

using Correlation = double (*)(double);

Curve correlation(const Recipe& recipe, Correlation of) {
  return [recipe, of](double porosity) -> std::optional<double> {
    if (porosity <= 0.25 || porosity >= 0.99) return {};
    const std::optional<GrainSize> grains = grain_size(recipe, porosity);
    if (!grains) return {};
    return of(1 - porosity) * grains->diameter * grains->diameter;
  };
}

double kozeny_carman(double c) { return reference::kozeny_carman(c); }

/// Applies Kozeny-Carman to overlapping spheres, whose surface is known (see grain_size).
Curve overlap_from_surface(const Recipe& recipe) {
  return [recipe](double porosity) -> std::optional<double> {
    if (porosity <= 0.05) return {};
    const std::optional<GrainSize> grains = grain_size(recipe, porosity);
    if (!grains) return {};
    return reference::kozeny_carman_from_surface(porosity, grains->surface);
  };
}

/// Gives the middle of the band of correlations for packings at any porosity. Kozeny-Carman and Ergun, for dense ones,
/// are not in it.
std::optional<ReferenceValue> middle_of_correlations(double porosity, const Recipe& recipe) {
  const std::optional<GrainSize> grains = grain_size(recipe, porosity);
  if (!grains || porosity <= 0.25 || porosity >= 0.99) return {};
  const reference::Band band = reference::packing_band(1 - porosity);
  return ReferenceValue{"middle of van der Hoef, Hill-Koch-Ladd and Tenneti",
                        std::sqrt(band.low * band.high) * grains->diameter * grains->diameter,
                        std::sqrt(band.high / band.low) - 1};
}

std::vector<NamedCurve> known_curves(const Recipe& recipe, Axis direction) {
  const auto side = static_cast<double>(recipe.extent.nx);
  if (const auto lattice = sphere_lattice(recipe.kind))
    return {{"Stokes flow", "fundamental solutions, validation/references", stokes_flow(*lattice, side)},
            {"Sangani and Acrivos", "Sangani and Acrivos 1982, series of 31 terms, to 0.75 of the touching radius",
             series(*lattice, side)}};
  if (const auto lattice = cylinder_lattice(recipe.kind); lattice && direction != axis_of(recipe))
    return {{"Stokes flow", "two-dimensional fundamental solutions, validation/references",
             across_cylinders(*lattice, section_of(recipe, direction))}};
  if (recipe.kind == GeometryKind::packing && recipe.radius_spread == 0)
    return {{"van der Hoef et al.", "van der Hoef, Beetstra and Kuipers 2005",
             correlation(recipe, reference::van_der_hoef)},
            {"Hill, Koch and Ladd", "Hill, Koch and Ladd 2001", correlation(recipe, reference::hill_koch_ladd)},
            {"Tenneti et al.", "Tenneti, Garg and Subramaniam 2011", correlation(recipe, reference::tenneti)},
            {"Kozeny-Carman", "k = phi^3 d^2/(180 (1 - phi)^2)", correlation(recipe, kozeny_carman)},
            {"Ergun", "k = phi^3 d^2/(150 (1 - phi)^2)", correlation(recipe, reference::ergun)}};
  if (recipe.kind == GeometryKind::overlap)
    return {{"Kozeny-Carman", "k = phi^3/(5 S^2), S of overlapping spheres (Weissberg 1963); an estimate",
             overlap_from_surface(recipe)}};
  if (recipe.kind == GeometryKind::fibres) return fibre_curves(recipe, direction);
  return {};
}

}  // namespace

std::optional<double> reference_permeability(const Recipe& recipe, Axis direction) {
  const std::optional<double> porosity = nominal_porosity(recipe);
  if (!porosity) return {};
  return reference_permeability_at(*porosity, recipe, direction);
}

std::string limit_of_reference(GeometryKind kind) {
  const auto lattice = sphere_lattice(kind);
  if (!lattice) return {};
  return fmt::format("{} below porosity {:.3f}: its spheres overlap, and no exact value is known", to_string(kind),
                     1 - reference::closest_packing(*lattice));
}

std::optional<ReferenceValue> reference_at(double porosity, const Recipe& recipe, Axis direction) {
  if (recipe.kind == GeometryKind::overlap) return {};
  if (recipe.kind == GeometryKind::fibres) {
    const std::optional<double> fit = fibre_reference(recipe)(porosity);
    if (!fit) return {};
    return ReferenceValue{"Nabovati et al.", *fit, {}};
  }
  if (recipe.kind == GeometryKind::packing) return middle_of_correlations(porosity, recipe);
  for (const NamedCurve& curve : known_curves(recipe, direction))
    if (const std::optional<double> value = curve.of(porosity))
      return ReferenceValue{curve.name, *value, 0};  // the first one that holds is exact
  return {};
}

std::optional<double> reference_permeability_at(double porosity, const Recipe& recipe, Axis direction) {
  const std::optional<ReferenceValue> reference = reference_at(porosity, recipe, direction);
  if (!reference) return {};
  return reference->permeability_voxel2;
}

std::optional<double> series_permeability(const Recipe& recipe) {
  const auto lattice = sphere_lattice(recipe.kind);
  const std::optional<double> porosity = nominal_porosity(recipe);
  if (!lattice || !porosity) return {};
  return series(*lattice, static_cast<double>(recipe.extent.nx))(*porosity);
}

std::vector<ReferenceCurve> reference_curves(const Recipe& recipe, Axis direction,
                                             const std::vector<double>& porosities) {
  std::vector<double> points = porosities;
  const auto [least, most] = std::minmax_element(porosities.begin(), porosities.end());
  constexpr int between = 24;
  for (int i = 1; i < between; ++i) points.push_back(*least + (*most - *least) * i / between);
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  std::vector<ReferenceCurve> curves;
  for (const NamedCurve& known : known_curves(recipe, direction)) {
    ReferenceCurve curve{known.name, known.source, {}, {}};
    for (const double porosity : points)
      if (const std::optional<double> value = known.of(porosity)) {
        curve.porosity.push_back(porosity);
        curve.permeability_voxel2.push_back(*value);
      }
    if (!curve.porosity.empty()) curves.push_back(std::move(curve));
  }
  return curves;
}

}  // namespace perm::validation
