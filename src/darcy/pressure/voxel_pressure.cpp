// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/voxel_pressure.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

#include "core/stop_check.hpp"

namespace perm {
namespace {

constexpr double momentum_share = 1.45;  // velocity of a voxel over that of Darcy's law
constexpr double left_safety = 16;       // power of what a solution leaves, over that which one cycle finds
constexpr double friction_safety = 3;    // no friction seen was so many times below what bounds it

}  // namespace

VoxelPressure::VoxelPressure(const PoreSlab& slab, const PoreWidths& widths, const Domain& domain,
                             const PoreSpace& pores, const MakeDarcyFlow& make_flow)
    : quantum_(widths.unit * widths.unit / 4),
      voxels_(static_cast<double>(slab.sample_voxels())),
      porosity_(static_cast<double>(slab.count_pores()) / voxels_),
      largest_distance_(widths.largest) {
  const FaceRules& rules = domain.rules();
  for (const Axis axis : all_axes)
    longest_period_ =
        std::max(longest_period_, static_cast<double>(slab.image().along(axis)) * (rules.is_closed(axis) ? 2 : 1));
  DomainCells cells(domain, pores);
  check_for_stop(domain.processes());
  LargeArray<std::uint8_t> of_cells = fetch_widths(slab, widths, cells);
  flow_ = make_flow(PoreConductances(std::move(cells), std::move(of_cells), widths.unit));
  check_for_stop(domain.processes());
  permeability_ = flow_->drive();
}

void VoxelPressure::begin(double nu, double force, std::span<CellField> own) {
  const FlowUnits units{static_cast<float>(3 * force), static_cast<float>(momentum_share * quantum_ * force / nu)};
  flow_->add_driven(units, own);
}

/// Gives |v|. No friction is known to be less than that of plates as wide as the pore, or of the solid in the image.
/// Without its mean, a flow also has no less than that of the longest wave.
double VoxelPressure::bound_momentum(const SumsOfChanges& sums, double friction) const {
  double of_mean = 0;
  for (const double rate : sums.mean_rate) of_mean += porosity_ * voxels_ * rate * rate;
  const double wave = longest_period_ / (2 * std::numbers::pi);
  const double of_most = largest_distance_ * largest_distance_ / 2.5 + friction;
  const double in_waves = std::sqrt(of_most * of_mean) + wave * std::sqrt(std::max(0.0, sums.velocities - of_mean));
  return std::sqrt(friction_safety) * std::min(std::sqrt(sums.momentum), in_waves);
}

PressureLook VoxelPressure::look(std::span<const CellField> changes, const WholeRates& rates, double nu, double force,
                                 double permeability) {
  const double friction = permeability / porosity_;
  const SumsOfChanges sums = flow_->sum(changes, force, friction);
  const PowerOfFluxes power = flow_->carry_away(changes, force);
  const double v = bound_momentum(sums, friction);
  const double w =
      nu * (std::sqrt(power.most + 3 * sums.densities) + std::sqrt(left_safety * std::max(0.0, power.left) / quantum_));
  flow_->mix(w);
  const double alternating = nu * std::sqrt(rates.staggered_squared * sums.velocities);
  const double root = v + w + std::sqrt(rates.others);
  PressureLook look{(root * root + alternating) / voxels_, sums.velocities / voxels_, sums.densities / 3 / voxels_,
                    w / v, sums.mean_rate};
  if (std::isnan(power.left)) look.error = power.left;
  return look;
}

void VoxelPressure::correct(double nu, double force, std::span<CellField> own) {
  const FlowUnits units{static_cast<float>(3 * nu * force / quantum_), static_cast<float>(momentum_share * force)};
  flow_->add_change(units, own);
}

}  // namespace perm
