// SPDX-License-Identifier: Apache-2.0
#include "validation/cases/fibre_curves.hpp"

#include "geometry/shapes/fibres.hpp"
#include "validation/references/fibre_correlations.hpp"

namespace perm::validation {
namespace {

using reference::FibreFlow;

/// Where a curve holds.
struct PorosityRange {
  double low{0};
  double high{1};
};

constexpr PorosityRange of_nabovati{0.08, 0.99};
constexpr PorosityRange of_jackson_james{0.75, 0.999};
constexpr PorosityRange of_davies{0.7, 0.994};

FibreFlow flow_of(const Recipe& recipe, Axis direction) {
  const bool is_along_axis = direction == axis_of(recipe);
  if (recipe.orientation == Orientation::planar)
    return is_along_axis ? FibreFlow::across_planes : FibreFlow::within_planes;
  if (recipe.orientation == Orientation::aligned)
    return is_along_axis ? FibreFlow::along_fibres : FibreFlow::across_fibres;
  return FibreFlow::isotropic;
}

template <typename OverRadius2>
Curve times_radius2(const Recipe& recipe, const PorosityRange& range, OverRadius2 over_radius2) {
  const double radius = choose_fibre_radius(recipe);
  return [radius, range, over_radius2](double porosity) -> std::optional<double> {
    if (porosity < range.low || porosity > range.high) return {};
    return over_radius2(porosity) * radius * radius;
  };
}

/// Ends where the tortuosity does: a little above the threshold, and where the fibres are so few that it has no
/// meaning.
PorosityRange range_of_tomadakis_robertson(FibreFlow flow) {
  constexpr double margin = 0.05;
  return {reference::fibre_tortuosity(flow).threshold + margin, 0.99};
}

}  // namespace

std::vector<NamedCurve> fibre_curves(const Recipe& recipe, Axis direction) {
  if (recipe.second_radius) return {};
  const FibreFlow flow = flow_of(recipe, direction);
  std::vector<NamedCurve> curves;
  if (flow == FibreFlow::isotropic)
    curves.push_back({"Nabovati et al.", "Nabovati, Llewellin and Sousa 2009, fit to simulations of overlapping fibres",
                      times_radius2(recipe, of_nabovati, reference::nabovati)});
  curves.push_back({"Tomadakis and Robertson",
                    "Tomadakis and Robertson 2005, estimate for overlapping, straight fibres",
                    times_radius2(recipe, range_of_tomadakis_robertson(flow),
                                  [flow](double porosity) { return reference::tomadakis_robertson(flow, porosity); })});
  if (flow == FibreFlow::isotropic)
    curves.push_back({"Jackson and James", "Jackson and James 1986, for few fibres, as if in a regular array",
                      times_radius2(recipe, of_jackson_james, reference::jackson_james)});
  if (flow == FibreFlow::across_planes)
    curves.push_back({"Davies", "Davies 1952, fit to measurements of flow through fibre pads",
                      times_radius2(recipe, of_davies, reference::davies)});
  return curves;
}

Curve fibre_reference(const Recipe& recipe) {
  constexpr double least_aspect = 6;  // length over diameter
  const bool is_short = recipe.length && *recipe.length < least_aspect * 2 * choose_fibre_radius(recipe);
  if (recipe.orientation != Orientation::isotropic || recipe.overlap == FibreOverlap::no || recipe.second_radius ||
      is_short)
    return [](double) -> std::optional<double> { return {}; };
  return times_radius2(recipe, of_nabovati, reference::nabovati);
}

}  // namespace perm::validation
