// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/voxel_pressure.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
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

/// Gives each of several processes what is known of its pores, and the first one that of all. Collective.
PoresOfProcess share_pores(const PoreSlab& slab, const PoreWidths& widths, DomainCells own,
                           const std::shared_ptr<const ThreadTeam>& team) {
  const Communicator& processes = slab.processes();
  const PoreSpace pores = gather_pores(slab);
  LargeArray<std::uint8_t> of_cells = gather_widths(processes, widths);
  std::optional<PoreConductances> whole;
  std::optional<WholeImage> known;
  if (processes.is_first()) {
    whole = PoreConductances::of_image(DomainCells(Domain(slab.image(), own.domain().rules()), pores),
                                       std::move(of_cells), widths.unit);
    known.emplace(whole->cells, whole->widths.span(), *team);
  }
  processes.sleep_until_all();
  SharedDomain shared = share_pieces(own, known ? &*known : nullptr);
  LargeArray<std::uint8_t> own_widths = std::move(shared.widths);
  return {{std::move(own), std::move(own_widths), widths.unit}, std::move(shared), std::move(whole)};
}

}  // namespace

VoxelPressure::VoxelPressure(const PoreSlab& slab, const PoreWidths& widths, const Domain& domain,
                             const PoreSpace& pores, const MakeDarcyFlow& make_flow,
                             const std::shared_ptr<const ThreadTeam>& team)
    : quantum_(widths.unit * widths.unit / 4),
      voxels_(static_cast<double>(slab.image().voxels())),
      porosity_(static_cast<double>(slab.count_pores()) / voxels_),
      largest_distance_(widths.largest) {
  const FaceRules& rules = domain.rules();
  for (const Axis axis : all_axes)
    longest_period_ =
        std::max(longest_period_, static_cast<double>(slab.image().along(axis)) * (rules.is_closed(axis) ? 2 : 1));
  DomainCells own(domain, pores);
  if (domain.processes().is_alone()) {
    LargeArray<std::uint8_t> of_cells = gather_widths(domain.processes(), widths);
    flow_ = make_flow({PoreConductances::of_image(std::move(own), std::move(of_cells), widths.unit), {}, {}});
  } else {
    flow_ = make_flow(share_pores(slab, widths, std::move(own), team));
  }
  domain.processes().sleep_until_all();
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
