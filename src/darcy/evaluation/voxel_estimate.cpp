// SPDX-License-Identifier: Apache-2.0
// The constants come from `tools/voxel_error fit`: `shift` and `terrace` from arrays of spheres of 16 to 128 voxels,
// rounded; `excess` lies between what overlapping spheres and Gaussian fields ask for; the scatter of images that do
// not vary along an axis comes from tubes, and `alike` from slots between plane walls at simple slopes.
#include "darcy/evaluation/voxel_estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace perm {
namespace {

struct Fit {
  double magic;
  double shift;    ///< of stepped walls, voxels
  double terrace;  ///< of plane cells between steps, voxels
  double excess;   ///< of flow through a coarse lattice
};
constexpr Fit fits[] = {{3.0 / 16, 0.075, 0.18, 0.9}, {1.0 / 4, 0.058, 0.15, 1.4}};

/// Steps that repeat along an axis do not average out, so images that do not vary along it scatter more.
constexpr double scatter = 0.65;
constexpr double scatter_along_axis = 1.6;
/// A plane wall through voxels can lie anywhere in the distance between two neighbouring planes of voxels that are
/// parallel to it; the fewer patterns its steps have, the larger that is.
constexpr double alike = 2;

constexpr double most_of_resolved = 0.05;
constexpr double least_throat_of_resolved = 8;

const Fit* find_fit(const SolverSettings& settings) {
  if (settings.collision != Collision::trt || settings.equilibrium != Equilibrium::linear) return nullptr;
  const auto* const found =
      std::ranges::find_if(fits, [&](const Fit& fit) { return std::abs(fit.magic - settings.magic) < 1e-9; });
  return found == std::end(fits) ? nullptr : found;
}

/// Gives 1 where no wall faces one of the axes, as in an image of tubes along it, and 0 where walls face all axes
/// alike.
double sameness_along_axis(const FlowMeasures& measures) {
  const auto [x, y, z] = measures.wall_faces;
  const auto all = static_cast<double>(x + y + z);
  return all == 0 ? 0 : std::max(0.0, 1 - 3 * static_cast<double>(std::min({x, y, z})) / all);
}

/// Asks for a dissipation above 0.
EstimateBasis find_basis(const FlowMeasures& measures) {
  EstimateBasis basis;
  basis.not_viscous = std::max(0.0, 1 - measures.viscous_voxel2 / measures.dissipation_voxel2);
  basis.patterns = measures.wall_patterns;
  const double steps = measures.stepped_wall_voxel2;
  if (!(steps > 0)) return basis;  // walls without steps are where the image has them
  const double planes = measures.plane_wall_voxel2;
  basis.steps = steps / measures.dissipation_voxel2;
  basis.terraces = planes * (steps / (steps + planes)) / measures.dissipation_voxel2;
  basis.sameness = sameness_along_axis(measures);
  return basis;
}

double find_two_sigma(const EstimateBasis& basis) {
  const double of_lattice = (scatter + (scatter_along_axis - scatter) * basis.sameness) * basis.not_viscous;
  const double of_place = basis.patterns > 0 ? alike * basis.steps / (basis.patterns * basis.patterns) : 0;
  return std::sqrt(of_lattice * of_lattice + of_place * of_place);
}

/// Says which part is thinner on average, solid or pores: their mean chords are 4 times their share of the volume over
/// the surface. Empty where no surface was measured.
std::string describe_thinner_part(const PoreStructure& pores) {
  if (!(pores.specific_surface > 0)) return {};
  const double throat = 2 * pores.critical_radius;
  const double solid = 4 * (1 - pores.porosity) / pores.specific_surface;
  const double pore = throat > 0 ? throat : 4 * pores.porosity / pores.specific_surface;
  if (solid < pore) return fmt::format(", with solid about {:.2g} voxels thick", solid);
  return fmt::format(", with {} about {:.2g} voxels wide", throat > 0 ? "throats" : "pores", pore);
}

std::string say_why_not_resolved(const VoxelEstimate& estimate, const PoreStructure& pores) {
  const double largest = std::max(std::abs(estimate.relative), estimate.two_sigma);
  if (largest < most_of_resolved)
    return fmt::format("throats about {:.2g} voxels wide, below {:g}", 2 * pores.critical_radius,
                       least_throat_of_resolved);
  return fmt::format("{:.3g} % is above {:g} %{}", 100 * largest, 100 * most_of_resolved, describe_thinner_part(pores));
}

}  // namespace

std::optional<VoxelEstimate> estimate_voxel_error(const FlowAtEnd& flow, const SolverSettings& settings) {
  const Fit* const fit = find_fit(settings);
  if (fit == nullptr || !flow.permeability_voxel2 || !flow.measures || !flow.measures->finite) return {};
  if (!(flow.measures->dissipation_voxel2 > 0) || !(*flow.permeability_voxel2 > 0)) return {};

  VoxelEstimate estimate;
  const EstimateBasis& basis = estimate.basis = find_basis(*flow.measures);
  estimate.relative = std::expm1(fit->excess * basis.not_viscous * basis.not_viscous - fit->shift * basis.steps -
                                 fit->terrace * basis.terraces);
  estimate.two_sigma = find_two_sigma(basis);
  const double throat = 2 * flow.pores.critical_radius;
  estimate.resolved = std::abs(estimate.relative) < most_of_resolved && estimate.two_sigma < most_of_resolved &&
                      (throat == 0 || throat >= least_throat_of_resolved);
  if (estimate.resolved)
    estimate.corrected_voxel2 = *flow.permeability_voxel2 / (1 + estimate.relative);
  else
    estimate.why_not_resolved = say_why_not_resolved(estimate, flow.pores);
  return estimate;
}

std::optional<VoxelEstimate> estimate_voxel_error(const FlowResult& flow, const SolverSettings& settings) {
  if (flow.steps == 0) return {};
  return estimate_voxel_error(FlowAtEnd{flow.permeability_voxel2, flow.measures, flow.pores}, settings);
}

}  // namespace perm
