// SPDX-License-Identifier: Apache-2.0
#include "validation/inertia/driven_box.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <utility>

#include "core/stop_check.hpp"
#include "darcy/inertia/cell_values.hpp"
#include "darcy/inertia/solid_force.hpp"
#include "darcy/run_estimate.hpp"
#include "geometry/pore_slab.hpp"
#include "lattice/domain.hpp"
#include "lattice/partition.hpp"
#include "solver/devices.hpp"
#include "solver/scaling/partition_choice.hpp"

namespace perm::validation {
namespace {

/// A voxel that counts for a probe.
struct Share {
  std::size_t probe;
  double weight;
};
using Shares = std::multimap<std::int64_t, Share>;  // by the number of the voxel in the image

/// The voxels along one axis that a place is interpolated from.
struct Stencil {
  std::int64_t first{0};
  std::vector<double> weights;
};

/// Gives Lagrange's weights of the four voxels nearest to `place`, whose centres lie at halves.
Stencil stencil_at(double place, std::int64_t voxels) {
  const std::int64_t count = std::min<std::int64_t>(4, voxels);
  const double centre = place - 0.5;
  Stencil stencil;
  const auto lowest = static_cast<std::int64_t>(std::floor(centre)) - (count - 1) / 2;
  stencil.first = std::clamp<std::int64_t>(lowest, 0, voxels - count);
  for (std::int64_t i = 0; i < count; ++i) {
    double weight = 1;
    for (std::int64_t j = 0; j < count; ++j)
      if (j != i) weight *= (centre - static_cast<double>(stencil.first + j)) / static_cast<double>(i - j);
    stencil.weights.push_back(weight);
  }
  return stencil;
}

Shares shares_of(const DrivenBox& box) {
  Shares shares;
  const Extent& n = box.extent;
  for (std::size_t probe = 0; probe < box.probes.size(); ++probe) {
    const auto& at = box.probes[probe];
    const Stencil x = stencil_at(at[0], n.nx), y = stencil_at(at[1], n.ny), z = stencil_at(at[2], n.nz);
    for (std::size_t k = 0; k < z.weights.size(); ++k)
      for (std::size_t j = 0; j < y.weights.size(); ++j)
        for (std::size_t i = 0; i < x.weights.size(); ++i) {
          const double weight = x.weights[i] * y.weights[j] * z.weights[k];
          if (weight == 0) continue;
          shares.insert({n.index(x.first + static_cast<std::int64_t>(i), y.first + static_cast<std::int64_t>(j),
                                 z.first + static_cast<std::int64_t>(k)),
                         {probe, weight}});
        }
  }
  return shares;
}

/// Sums over processes with whole numbers, so that all get the same.
class ProbeSums {
 public:
  explicit ProbeSums(std::size_t probes) : sums_(probes * values_a_probe) {}

  void add(const Share& share, CellValues f) {
    const std::array<double, 3> velocity = momentum_of(f);
    const std::array<double, values_a_probe> values{velocity[0], velocity[1], velocity[2], density_of(f) / 3, 1};
    for (std::size_t i = 0; i < values_a_probe; ++i)
      sums_[share.probe * values_a_probe + i] += std::llrint(values[i] * share.weight * quanta);
  }

  std::vector<ProbeValue> over(const Communicator& processes) {
    processes.sum(sums_);
    std::vector<ProbeValue> probes;
    for (std::size_t probe = 0; probe < sums_.size() / values_a_probe; ++probe) {
      const auto value = [&](std::size_t i) {
        const bool has_all = std::abs(at(probe, values_a_probe - 1) - 1) < 1e-9;  // no voxel of it is solid
        return has_all ? at(probe, i) : std::numeric_limits<double>::quiet_NaN();
      };
      probes.push_back({{value(0), value(1), value(2)}, value(3)});
    }
    return probes;
  }

 private:
  static constexpr std::size_t values_a_probe = 5;      // velocity, pressure, and the weight of fluid
  static constexpr double quanta = 1125899906842624.0;  // 2^50
  double at(std::size_t probe, std::size_t i) const {
    return static_cast<double>(sums_[probe * values_a_probe + i]) / quanta;
  }
  std::vector<std::int64_t> sums_;
};

PoreSlab pores_of(const DrivenBox& box, const Communicator& processes) {
  PoreSlab slab = PoreSlab::even(box.extent, processes);
  for (std::int64_t z = 0; z < slab.planes().size(); ++z)
    for (std::int64_t y = 0; y < box.extent.ny; ++y)
      for (std::int64_t x = 0; x < box.extent.nx; ++x)
        if (!box.is_solid || !box.is_solid(x, y, slab.planes().first + z)) slab.pores().set_pore(x, y, z);
  return slab;
}

/// Puts all fluid into motion, at equilibrium and density 1.
void begin_with(const std::array<double, 3>& velocity, Backend& backend) {
  const auto& [ux, uy, uz] = velocity;
  const double square = ux * ux + uy * uy + uz * uz;
  std::array<double, d3q19::directions> of_cell{};
  for (int q = 0; q < d3q19::directions; ++q) {
    const d3q19::Velocity c = d3q19::velocity(q);
    const double along = c.x * ux + c.y * uy + c.z * uz;
    of_cell[static_cast<std::size_t>(q)] = d3q19::weight(q) * (3 * along + 4.5 * along * along - 1.5 * square);
  }
  constexpr std::int64_t most_cells = 65536;
  std::vector<double> values;
  for (std::int64_t first = 0; first < backend.cells(); first += most_cells) {
    const std::int64_t cells = std::min(most_cells, backend.cells() - first);
    values.clear();
    for (std::int64_t cell = 0; cell < cells; ++cell) values.insert(values.end(), of_cell.begin(), of_cell.end());
    backend.write_distributions(first, values);
  }
}

DrivenOutcome solve_on(const Communicator& processes, const DrivenBox& box, const InertiaMachine& machine) {
  const PoreSlab slab = pores_of(box, processes);
  SolverSettings settings = machine.solver;
  settings.precision = box.precision;
  if (box.magic) settings.magic = *box.magic;
  settings.equilibrium = Equilibrium::incompressible;
  settings.force = {0, 0, 0};
  settings.tau = 0.5 + 3 * box.viscosity;
  settings.faces = box.faces;
  const Partition partition = choose_partition(slab.image(), count_cells_by_row(slab), processes.size(), settings);
  const Domain domain(partition, processes, box.rules);
  const PoreSpace pores = fetch_pores(slab, domain);
  require_memory(predict_bytes(pores, pores.count_pores(), settings), settings.device, processes);
  std::unique_ptr<Backend> backend = make_backend(domain, pores, settings);
  if (box.start_velocity != std::array<double, 3>{}) begin_with(box.start_velocity, *backend);
  DrivenOutcome outcome;
  outcome.state = step_until_steady(backend, {box.speed, box.slowest_decay, box.tolerance, machine.max_steps},
                                    [&](const SteadyState&) { check_for_stop(processes); });
  const Shares shares = shares_of(box);
  ProbeSums sums(box.probes.size());
  for_each_cell(*backend, pores, [&](std::int64_t x, std::int64_t y, std::int64_t z, CellValues f) {
    const auto [first, last] = shares.equal_range(box.extent.index(x, domain.image_y(y), domain.image_z(z)));
    for (auto share = first; share != last; ++share) sums.add(share->second, f);
  });
  outcome.probes = sums.over(processes);
  if (box.is_solid) outcome.force = force_on_bodies(*backend, pores, 1, [](auto, auto, auto) { return 0; }).front();
  return outcome;
}

}  // namespace

std::string DrivenOutcome::why_not() const {
  if (state.end == SteadyEnd::steady) return "";
  return fmt::format("the flow ended with '{}' after {} steps, at a bound of {:.2g}", to_string(state.end), state.steps,
                     state.error);
}

DrivenOutcome solve_driven_box(const DrivenBox& box, const InertiaMachine& machine) {
  machine.tell(box.name);
  const Communicator& all = machine.processes;
  int solving = all.size();
  while (!can_be_cut(box.extent, solving)) --solving;
  const Communicator some = all.first(solving);
  DrivenOutcome outcome;
  if (all.rank() < solving) outcome = solve_on(some, box, machine);
  outcome.probes.resize(box.probes.size());
  all.broadcast(std::span(&outcome.state, 1));
  all.broadcast(std::span(outcome.probes));
  all.broadcast(std::span(&outcome.force, 1));
  return outcome;
}

}  // namespace perm::validation
