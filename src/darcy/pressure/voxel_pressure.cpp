// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/voxel_pressure.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

#include "core/processors/thread_team.hpp"
#include "darcy/pressure/darcy_flow.hpp"
#include "darcy/pressure/pressure_mixing.hpp"
#include "laplace/shared_loops.hpp"

namespace perm {
namespace {

constexpr double share_of_look = 1e-2;  // of the power that a solution may leave (0.1 stalls, 0.3 made bounds false)
// In ducts of one voxel beside wide channels that left too little to be seen. Then the bound falls from one look to the
// next, and rises again.
constexpr double sudden_fall = 0.4;
constexpr double share_of_doubt = 1e-4;
constexpr double momentum_share = 1.45;  // velocity of a voxel over that of Darcy's law
constexpr double friction_safety = 3;    // no friction seen was so many times below what bounds it

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

/// What the first process knows of the whole image.
struct VoxelPressure::OnFirst {
  OnFirst(PoreConductances conductances, Axis direction, Device solver)
      : flow(std::move(conductances), direction, solver), mixing(flow.graph().nodes()), sources(flow.graph().nodes()) {}

  DarcyFlow flow;
  PressureMixing mixing;
  LargeArray<float> sources;      ///< of the last look, in forces a step; then what the solution has left
  std::span<const float> change;  ///< that the last look asks for
  double w{0};                    ///< |w| of the last look
};

VoxelPressure::VoxelPressure(const PoreSlab& pores, const PoreWidths& widths, const Partition& partition,
                             const FaceRules& rules, Axis direction, const Workers& workers)
    : processes_(pores.processes()) {
  for (const Axis axis : all_axes)
    longest_period_ =
        std::max(longest_period_, static_cast<double>(pores.image().along(axis)) * (rules.is_closed(axis) ? 2 : 1));
  PoreSpace whole = gather_pores(pores);
  LargeArray<std::uint8_t> of_cells = gather_widths(pores, widths);
  if (processes_.is_first()) {
    largest_distance_ = widths.unit * *std::max_element(of_cells.begin(), of_cells.end());
    Occupancy occupancy(whole);
    whole = {};
    first_ = std::make_unique<OnFirst>(PoreConductances(std::move(occupancy), rules, std::move(of_cells), widths.unit,
                                                        std::make_shared<const ThreadTeam>(workers.threads)),
                                       direction, workers.solver);
    permeability_ = first_->flow.drive();
  }
  std::array values{permeability_, largest_distance_};
  processes_.broadcast<double>(values);
  permeability_ = values[0];
  largest_distance_ = values[1];
  cells_ = std::make_unique<CellsOnFirst>(processes_, partition, first_ ? &first_->flow.graph().occupancy() : nullptr);
}

VoxelPressure::~VoxelPressure() = default;

template <class Add>
void VoxelPressure::add_on_first(std::span<CellField> own, const Add& add) const {
  if (cells_->is_alone()) return add(own);
  LargeArray<CellField> all = cells_->gather(own);
  if (first_) add(all.span());
  cells_->scatter(all.span(), own);
}

void VoxelPressure::begin(double nu, double force, std::span<CellField> own) {
  add_on_first(own, [&](std::span<CellField> all) {
    DarcyFlow& flow = first_->flow;
    const auto density_unit = static_cast<float>(3 * force);
    const auto velocity_unit = static_cast<float>(momentum_share * flow.conductances().quantum() * force / nu);
    add_flow(flow.pressure(), 1, density_unit, velocity_unit, all);
  });
}

/// Adds to the fields of all cells the density and velocity of a potential.
void VoxelPressure::add_flow(std::span<const float> potential, float force, float density_unit, float velocity_unit,
                             std::span<CellField> fields) const {
  first_->flow.for_each_velocity(potential, force, [&](const Range& cells, const std::array<float, 3>* velocity) {
    for (auto cell = static_cast<std::size_t>(cells.first); cell < static_cast<std::size_t>(cells.last);
         ++cell, ++velocity) {
      fields[cell].density += density_unit * potential[cell];
      for (std::size_t a = 0; a < 3; ++a) fields[cell].velocity[a] += velocity_unit * (*velocity)[a];
    }
  });
}

PressureLook VoxelPressure::look(std::span<const CellField> changes, const WholeRates& rates, double nu, double force,
                                 double permeability) {
  if (cells_->is_alone()) return look_at_all(changes, rates, nu, force, permeability);
  const LargeArray<CellField> all = cells_->gather(changes);
  PressureLook look;
  if (first_) look = look_at_all(all.span(), rates, nu, force, permeability);
  processes_.broadcast(std::span(&look, 1));
  return look;
}

/// The same on the first process, which has the changes of all cells.
PressureLook VoxelPressure::look_at_all(std::span<const CellField> changes, const WholeRates& rates, double nu,
                                        double force, double permeability) {
  DarcyFlow& flow = first_->flow;
  const PoreConductances& conductances = flow.conductances();
  const auto unit = static_cast<float>(1 / force);
  const auto source = [&](std::size_t cell) { return changes[cell].density * unit; };
  for_each_place(flow.graph().team(), flow.graph().nodes(),
                 [&](std::size_t cell) { first_->sources[cell] = source(cell); });
  const auto squared = [&](std::size_t cell) {
    double sum = 0;
    for (const float a : changes[cell].velocity) sum += double{a} * a;
    return sum / (force * force);
  };
  // No friction is known to be less than that of plates as wide as the pore, or of the solid in the image. Without its
  // mean, a flow also has no less than that of the longest wave.
  const double porosity = static_cast<double>(flow.graph().nodes()) / flow.voxels();
  const double of_momentum = flow.sum_over_cells([&](std::size_t cell) {
    const double distance = conductances.most_distance(cell);
    return friction_safety * (distance * distance / 2.5 + permeability / porosity) * squared(cell);
  });
  const double velocities = flow.sum_over_cells(squared);
  const double densities = flow.sum_over_cells([&](std::size_t cell) { return double{source(cell)} * source(cell); });
  LaplaceSolution solution = flow.carry_away(first_->sources.span(), share_of_look);
  const auto cells = static_cast<double>(flow.graph().nodes());
  std::array<double, 3> mean_rate{};
  double of_mean = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    mean_rate[a] = flow.sum_over_cells([&](std::size_t cell) { return changes[cell].velocity[a] / force; }) / cells;
    of_mean += cells * mean_rate[a] * mean_rate[a];
  }
  const double wave = longest_period_ / (2 * std::numbers::pi);
  const double of_most = largest_distance_ * largest_distance_ / 2.5 + permeability / porosity;
  const double in_waves = std::sqrt(friction_safety * of_most * of_mean) +
                          std::sqrt(friction_safety * wave * wave * std::max(0.0, velocities - of_mean));
  const double v = std::min(std::sqrt(of_momentum), in_waves);
  const auto bound_pressure = [&] {
    return nu * (std::sqrt(flow.most_power(flow.pressure()) + 3 * densities) +
                 std::sqrt(8 * std::max(0.0, solution.left) / conductances.quantum()));
  };
  double w = bound_pressure();
  if (w < sudden_fall * first_->w && first_->w > v) {
    for_each_place(flow.graph().team(), flow.graph().nodes(),
                   [&](std::size_t cell) { first_->sources[cell] = source(cell); });
    solution = flow.carry_away(first_->sources.span(), share_of_doubt);
    w = std::max(w, bound_pressure());
  }
  first_->w = w;
  const double alternating = nu * std::sqrt(rates.staggered_squared * velocities);
  for_each_place(flow.graph().team(), flow.graph().nodes(),
                 [&](std::size_t cell) { first_->sources[cell] = source(cell); });
  first_->change = first_->mixing.mix(flow, first_->sources.span(), flow.pressure(), w);
  const double all = v + w + std::sqrt(rates.others);
  PressureLook look{(all * all + alternating) / flow.voxels(), velocities / flow.voxels(),
                    densities / 3 / flow.voxels(), w / v, mean_rate};
  if (std::isnan(solution.left)) look.error = solution.left;
  return look;
}

void VoxelPressure::correct(double nu, double force, std::span<CellField> own) {
  add_on_first(own, [&](std::span<CellField> all) {
    const auto density_unit = static_cast<float>(3 * nu * force / first_->flow.conductances().quantum());
    add_flow(first_->change, 0, density_unit, static_cast<float>(momentum_share * force), all);
  });
}

}  // namespace perm
