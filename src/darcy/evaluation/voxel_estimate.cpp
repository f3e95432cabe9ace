// SPDX-License-Identifier: Apache-2.0
// The constants come from `tools/voxel_error fit`, rounded; those of slits and of square channels along the faces of
// voxels are what these have.
#include "darcy/evaluation/voxel_estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace perm {
namespace {

/// What the lattice adds to K, over the share of the dissipation that is not viscous. Only this depends on the magic
/// number: it says how the lattice errs where the flow is not smooth.
struct Fit {
  double magic;
  double slit;            ///< between plane walls along the faces of voxels
  double square_channel;  ///< so much more is it there
  double stepped;         ///< between stepped walls
};
constexpr Fit fits[] = {{3.0 / 16, 1.0 / 3, 0.28, 0.235}, {1.0 / 4, 1.0 / 2, 0.22, 0.43}};

constexpr double shift = 0.111;       ///< of stepped walls that the flow meets, voxels
constexpr double less_along = 0.027;  ///< so much smaller is it where no wall faces the flow
constexpr double stepped_next = 0.4;  ///< what the lattice adds between stepped walls in the next order
constexpr double round_solid = 1.15;  ///< what the curvature of thin solid takes from the shift, voxels^3
constexpr double round_pore = 2.5;    ///< and that of channels in thick solid adds
constexpr double edges = 1.5;         ///< what the lattice adds at the edges of cubes

constexpr double place_of_piece = 0.05;  ///< variance of where a piece of wall lies, voxels^2
constexpr double coarse_place = 3.5;     ///< and what coarse voxels add to it, over e
constexpr double fewest_pieces = 3;      ///< added to their number
constexpr double of_shift = 0.01;        ///< how far the shift of a kind of wall is known, voxels
constexpr double of_round = 0.4;         ///< how far that of the curvature of thin solid is known, voxels^3
constexpr double of_lattice = 0.66;      ///< how far its error is known, over e^2 and what it is in slits
constexpr double of_edges = 0.2;         ///< that at the edges of cubes, over e
constexpr double of_narrow = 0.75;       ///< that in narrow pores, over e and what it is in slits
constexpr double of_iteration = 0.0005;

constexpr double thin_parts = 3;  ///< what walls between voxels do where solid or pores are thin, two sigma, voxels^2

constexpr double narrow_throat = 2.5;        ///< below it, voxels, the lattice's error has no known sign
constexpr double narrow_not_viscous = 0.25;  ///< the same where no throat was measured: e above it

constexpr double most_of_resolved = 0.05;
constexpr double most_of_corrected = 0.015;
constexpr double least_throat_of_resolved = 8;
constexpr double least_solid_of_resolved = 8;  ///< the mean chord of a sphere with a radius of 6

const Fit* find_fit(const SolverSettings& settings) {
  if (settings.collision != Collision::trt || settings.equilibrium != Equilibrium::linear) return nullptr;
  const auto* const found =
      std::ranges::find_if(fits, [&](const Fit& fit) { return std::abs(fit.magic - settings.magic) < 1e-9; });
  return found == std::end(fits) ? nullptr : found;
}

double share_of_planes(const EstimateBasis& basis) {
  return basis.steps > 0 ? basis.planes / (basis.steps + basis.planes) : 1;
}

/// Fills in what the faces of the walls tell.
void find_shape(EstimateBasis& basis, const FlowMeasures& measures, Axis direction) {
  std::array<double, 3> faces{};
  std::ranges::copy(measures.wall_faces, faces.begin());
  const double facing = faces[static_cast<std::size_t>(direction)];
  std::ranges::sort(faces);
  if (!(faces[2] > 0)) return;
  const double least = faces[0] / faces[2];
  basis.channel = faces[1] / faces[2] * (1 - least);
  basis.along = std::max(0.0, 1 - 3 * facing / (faces[0] + faces[1] + faces[2]));
  if (basis.steps > 0 && least > 0.3) basis.cubes = std::clamp(10 * (share_of_planes(basis) - 0.16), 0.0, 1.0);
}

/// Asks for a dissipation above 0.
EstimateBasis find_basis(const FlowAtEnd& flow) {
  const FlowMeasures& measures = *flow.measures;
  EstimateBasis basis;
  basis.not_viscous = std::max(0.0, 1 - measures.viscous_voxel2 / measures.dissipation_voxel2);
  basis.steps = measures.stepped_wall_voxel2 / measures.dissipation_voxel2;
  basis.planes = measures.plane_wall_voxel2 / measures.dissipation_voxel2;
  basis.pieces = measures.wall_pieces;
  find_shape(basis, measures, flow.direction);
  if (flow.pores.specific_surface > 0) {
    basis.solid_chord = 4 * (1 - flow.pores.porosity) / flow.pores.specific_surface;
    basis.pore_chord = 4 * flow.pores.porosity / flow.pores.specific_surface;
  }
  return basis;
}

bool is_narrow(const EstimateBasis& basis, double throat) {
  return throat > 0 ? throat < narrow_throat : basis.not_viscous > narrow_not_viscous;
}

double curvature_of(double chord) { return chord > 0 ? 1 / std::max(1.0, chord * chord) : 0; }

/// Gives ln(K of the smooth pores / K).
double find_mean(const EstimateBasis& basis, const Fit& fit) {
  const double of_solid = curvature_of(basis.solid_chord);
  const double of_pores = curvature_of(basis.pore_chord);
  const double planes = share_of_planes(basis);
  const double e = basis.not_viscous;
  const double lattice = planes * (fit.slit + fit.square_channel * basis.channel) +
                         (1 - planes) * (fit.stepped + stepped_next * e) + edges * basis.cubes;
  return basis.steps * (shift - less_along * basis.along - round_solid * of_solid +
                        round_pore * std::max(0.0, of_pores - of_solid)) -
         lattice * e;
}

double find_two_sigma(const EstimateBasis& basis, const Fit& fit, double throat) {
  const double e = basis.not_viscous;
  const double walls = basis.steps > 0 ? basis.steps + basis.planes : 0;
  const double place = (place_of_piece + coarse_place * e) / (std::max(1.0, basis.pieces) + fewest_pieces);
  double variance = walls * walls * (place + of_shift * of_shift) + of_iteration * of_iteration;
  const double of_solid = basis.steps * of_round * curvature_of(basis.solid_chord);
  for (const double error : {of_solid, of_lattice * fit.slit * e * e, of_edges * basis.cubes * e,
                             is_narrow(basis, throat) ? of_narrow * fit.slit * e : 0})
    variance += error * error;
  return 2 * std::sqrt(variance);
}

/// Says which part is too small: throats or solid, in voxels. Empty where neither is, or was measured.
std::string describe_small_part(const EstimateBasis& basis, double throat) {
  const bool thin = basis.solid_chord > 0 && basis.solid_chord < least_solid_of_resolved;
  if (throat > 0 && throat < least_throat_of_resolved && !(thin && basis.solid_chord < throat))
    return fmt::format("throats about {:.2g} voxels wide, below {:g}", throat, least_throat_of_resolved);
  if (!thin) return {};
  return fmt::format("solid about {:.2g} voxels thick, below {:g}", basis.solid_chord, least_solid_of_resolved);
}

std::string say_why_not_resolved(const VoxelEstimate& estimate, double throat) {
  const double largest = std::max(std::abs(estimate.relative), estimate.two_sigma);
  std::string part = describe_small_part(estimate.basis, throat);
  if (largest < most_of_resolved) return part;
  if (part.empty() && estimate.basis.steps > 0)
    part = fmt::format("walls of {:.2g} pieces that differ", std::max(1.0, estimate.basis.pieces));
  return fmt::format("{:.3g} % is above {:g} %{}{}", 100 * largest, 100 * most_of_resolved,
                     part.empty() ? "" : ", with ", part);
}

bool is_measured(const FlowAtEnd& flow) {
  return flow.permeability_voxel2 && flow.measures && flow.measures->finite && flow.measures->dissipation_voxel2 > 0 &&
         *flow.permeability_voxel2 > 0;
}

FlowAtEnd at_end(const FlowResult& flow) {
  return {flow.permeability_voxel2, flow.measures, flow.pores, flow.direction};
}

}  // namespace

std::optional<VoxelEstimate> estimate_voxel_error(const FlowAtEnd& flow, const SolverSettings& settings) {
  const Fit* const fit = find_fit(settings);
  if (fit == nullptr || !is_measured(flow)) return {};

  VoxelEstimate estimate;
  const EstimateBasis& basis = estimate.basis = find_basis(flow);
  const double throat = 2 * flow.pores.critical_radius;
  estimate.relative = is_narrow(basis, throat) ? 0 : std::expm1(-find_mean(basis, *fit));
  estimate.two_sigma = find_two_sigma(basis, *fit, throat);
  estimate.resolved = std::abs(estimate.relative) < most_of_resolved && estimate.two_sigma < most_of_resolved &&
                      describe_small_part(basis, throat).empty();
  if (!estimate.resolved)
    estimate.why_not_resolved = say_why_not_resolved(estimate, throat);
  else if (estimate.two_sigma <= most_of_corrected)
    estimate.corrected_voxel2 = *flow.permeability_voxel2 / (1 + estimate.relative);
  return estimate;
}

std::optional<VoxelEstimate> estimate_surface_error(const FlowAtEnd& flow, const SolverSettings& settings) {
  if (find_fit(settings) == nullptr || !is_measured(flow)) return {};
  VoxelEstimate estimate;
  const EstimateBasis& basis = estimate.basis = find_basis(flow);
  const double thin = std::hypot(curvature_of(basis.solid_chord), curvature_of(basis.pore_chord));
  estimate.two_sigma = std::hypot(thin_parts * (basis.steps + basis.planes) * thin, of_iteration);
  estimate.resolved = estimate.two_sigma < most_of_resolved;
  if (!estimate.resolved) estimate.why_not_resolved = say_why_not_resolved(estimate, 2 * flow.pores.critical_radius);
  return estimate;
}

std::optional<VoxelEstimate> estimate_voxel_error(const FlowResult& flow, const SolverSettings& settings) {
  if (flow.steps == 0) return {};
  return estimate_voxel_error(at_end(flow), settings);
}

std::optional<VoxelEstimate> estimate_surface_error(const FlowResult& flow, const SolverSettings& settings) {
  if (flow.steps == 0) return {};
  return estimate_surface_error(at_end(flow), settings);
}

}  // namespace perm
