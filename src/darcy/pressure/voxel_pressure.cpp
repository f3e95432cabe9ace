// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/voxel_pressure.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

namespace perm {
namespace {

constexpr double momentum_share = 1.45;  // velocity of a voxel over that of Darcy's law
constexpr double left_safety = 16;       // power of what a solution leaves, over that which one cycle finds
constexpr double friction_safety = 3;    // no friction seen was so many times below what bounds it

/// Gives the pores of all processes to the first one. Collective.
PoreSpace gather_pores(const PoreSlab& pores) {
  const bool is_first = pores.processes().is_first();
  const std::vector<std::uint32_t> planes = pores.fetch_planes({0, is_first ? pores.image().nz : 0});
  if (!is_first) return {};
  PoreSpace whole(pores.image());
  const auto words_a_row = static_cast<std::size_t>(whole.words_per_row());
  std::size_t row = 0;
  for (std::int64_t z = 0; z < pores.image().nz; ++z)
    for (std::int64_t y = 0; y < pores.image().ny; ++y, ++row)
      std::ranges::copy(std::span(planes).subspan(row * words_a_row, words_a_row), whole.row(y, z).begin());
  return whole;
}

/// Gives the widths of the pores of all processes to the first one. Collective.
LargeArray<std::uint8_t> gather_widths(const Communicator& processes, const PoreWidths& widths) {
  const auto own = static_cast<std::int64_t>(widths.of_pores.size());
  std::vector<Range> parts;
  for (const auto& count : processes.gather_to_all(std::span<const std::int64_t>(&own, 1))) {
    const std::int64_t first = parts.empty() ? 0 : parts.back().last;
    parts.push_back({first, first + count[0]});
  }
  LargeArray<std::uint8_t> whole(static_cast<std::size_t>(processes.is_first() ? parts.back().last : own));
#pragma omp parallel for schedule(static)  // nothing in it throws
  for (std::size_t pore = 0; pore < widths.of_pores.size(); ++pore) whole[pore] = widths.of_pores[pore];
  if (!processes.is_alone()) processes.gather_to_first(whole.span(), parts);
  return whole;
}

}  // namespace

VoxelPressure::VoxelPressure(const PoreSlab& pores, const PoreWidths& widths, const FaceRules& rules,
                             const MakeDarcyFlow& make_flow, const MakeCellsOnFirst& make_cells)
    : processes_(pores.processes()),
      quantum_(widths.unit * widths.unit / 4),
      voxels_(static_cast<double>(pores.image().voxels())),
      porosity_(static_cast<double>(pores.count_pores()) / voxels_),
      largest_distance_(widths.largest) {
  for (const Axis axis : all_axes)
    longest_period_ =
        std::max(longest_period_, static_cast<double>(pores.image().along(axis)) * (rules.is_closed(axis) ? 2 : 1));
  const PoreSpace gathered = processes_.is_alone() ? PoreSpace() : gather_pores(pores);
  const PoreSpace& whole = processes_.is_alone() ? pores.pores() : gathered;
  LargeArray<std::uint8_t> of_cells = gather_widths(processes_, widths);
  std::unique_ptr<const Occupancy> order;
  if (processes_.is_first()) {
    if (!processes_.is_alone()) order = std::make_unique<const Occupancy>(whole);
    flow_ = make_flow(PoreConductances(Occupancy(whole), rules, std::move(of_cells), widths.unit));
    permeability_ = flow_->drive();
  }
  processes_.sleep_until_all();
  processes_.broadcast(std::span(&permeability_, 1));
  if (!processes_.is_alone()) cells_ = make_cells(std::move(order));
}

template <class Add>
void VoxelPressure::add_on_first(std::span<CellField> own, const Add& add) const {
  if (!cells_) return add(own);
  const std::span<CellField> all = cells_->gather(own);
  if (flow_) add(all);
  processes_.sleep_until_all();
  cells_->scatter(own);
}

void VoxelPressure::begin(double nu, double force, std::span<CellField> own) {
  const FlowUnits units{static_cast<float>(3 * force), static_cast<float>(momentum_share * quantum_ * force / nu)};
  add_on_first(own, [&](std::span<CellField> all) { flow_->add_driven(units, all); });
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
  const std::span<const CellField> all = cells_ ? cells_->gather(changes) : changes;
  PressureLook look;
  if (flow_) {
    const double friction = permeability / porosity_;
    const SumsOfChanges sums = flow_->sum(all, force, friction);
    const PowerOfFluxes power = flow_->carry_away(all, force);
    const double v = bound_momentum(sums, friction);
    const double w = nu * (std::sqrt(power.most + 3 * sums.densities) +
                           std::sqrt(left_safety * std::max(0.0, power.left) / quantum_));
    flow_->mix(w);
    const double alternating = nu * std::sqrt(rates.staggered_squared * sums.velocities);
    const double root = v + w + std::sqrt(rates.others);
    look = {(root * root + alternating) / voxels_, sums.velocities / voxels_, sums.densities / 3 / voxels_, w / v,
            sums.mean_rate};
    if (std::isnan(power.left)) look.error = power.left;
  }
  processes_.sleep_until_all();
  processes_.broadcast(std::span(&look, 1));
  return look;
}

void VoxelPressure::correct(double nu, double force, std::span<CellField> own) {
  const FlowUnits units{static_cast<float>(3 * nu * force / quantum_), static_cast<float>(momentum_share * force)};
  add_on_first(own, [&](std::span<CellField> all) { flow_->add_change(units, all); });
}

}  // namespace perm
