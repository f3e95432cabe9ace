// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/voxel_pressure.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace perm {
namespace {

constexpr double momentum_share = 1.45;  // velocity of a voxel over that of Darcy's law

/// Gives an image of the slabs of all processes to the first one; the others get none. Collective.
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

/// Does the same with the widths of the pores.
LargeArray<std::uint8_t> gather_widths(const PoreSlab& pores, const PoreWidths& widths) {
  std::vector<std::vector<std::uint8_t>> to(static_cast<std::size_t>(pores.processes().size()));
  to[0].assign(widths.of_pores.begin(), widths.of_pores.end());
  const std::vector<std::vector<std::uint8_t>> from = pores.processes().exchange(to);
  std::size_t count = 0;
  for (const std::vector<std::uint8_t>& of_rank : from) count += of_rank.size();
  LargeArray<std::uint8_t> whole(count);
  auto next = whole.begin();
  for (const std::vector<std::uint8_t>& of_rank : from) next = std::ranges::copy(of_rank, next).out;
  return whole;
}

}  // namespace

VoxelPressure::VoxelPressure(const PoreSlab& pores, const PoreWidths& widths, const FaceRules& rules,
                             const MakeDarcyFlow& make_flow, const MakeCellsOnFirst& make_cells)
    : processes_(pores.processes()),
      quantum_(widths.unit * widths.unit / 4),
      voxels_(static_cast<double>(pores.image().voxels())),
      porosity_(static_cast<double>(pores.count_pores()) / voxels_) {
  PoreSpace whole = gather_pores(pores);
  LargeArray<std::uint8_t> of_cells = gather_widths(pores, widths);
  std::unique_ptr<const Occupancy> order;
  if (processes_.is_first()) {
    largest_distance_ = widths.unit * *std::max_element(of_cells.begin(), of_cells.end());
    Occupancy occupancy(whole);
    whole = {};
    if (!processes_.is_alone()) order = std::make_unique<const Occupancy>(occupancy);
    flow_ = make_flow(PoreConductances(std::move(occupancy), rules, std::move(of_cells), widths.unit));
    permeability_ = flow_->drive();
  }
  processes_.sleep_until_all();
  std::array values{permeability_, largest_distance_};
  processes_.broadcast<double>(values);
  permeability_ = values[0];
  largest_distance_ = values[1];
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

PressureLook VoxelPressure::look(std::span<const CellField> changes, const WholeRates& rates, double nu, double force,
                                 double permeability) {
  const std::span<const CellField> all = cells_ ? cells_->gather(changes) : changes;
  PressureLook look;
  if (flow_) {
    const SumsOfChanges sums = flow_->carry_away(all, force, permeability / porosity_);
    const double v = std::sqrt(sums.momentum);
    const double w =
        nu * (std::sqrt(sums.power + 3 * sums.densities) + std::sqrt(8 * std::max(0.0, sums.left) / quantum_));
    flow_->mix(w);
    const double alternating = nu * std::sqrt(rates.staggered_squared * sums.velocities);
    const double root = v + w + std::sqrt(rates.others);
    look = {(root * root + alternating) / voxels_, sums.velocities / voxels_, sums.densities / 3 / voxels_, w < v};
    if (std::isnan(sums.left)) look.error = sums.left;
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
