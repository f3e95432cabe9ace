// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/darcy_flow.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include "laplace/cell_rows.hpp"
#include "laplace/shared_loops.hpp"

namespace perm {
namespace {

constexpr double share_at_start = 1e-4;  // of the power that the flow under a force may leave

/// What lies beyond an open face has minus the potential of the cell, so the fall is twice the potential; the graph has
/// that factor in the conductance of the link.
double conductance_of(std::uint32_t cell, std::uint32_t neighbour, Quanta quanta) {
  return static_cast<double>(quanta) / (cell == neighbour ? 2 : 1);
}
double fall_of(std::span<const float> potential, std::uint32_t cell, std::uint32_t neighbour) {
  return cell == neighbour ? 2.0 * potential[cell] : double{potential[cell]} - potential[neighbour];
}

}  // namespace

DarcyFlow::DarcyFlow(PoreConductances conductances, Axis direction, Device solver)
    : conductances_(std::move(conductances)), direction_(direction), solver_(graph()), pressure_(graph().nodes()) {
  if (solver == Device::cuda)
    on_gpu_ =
        std::make_unique<LaplaceSolverCuda>(graph().occupancy(), graph().rules(), graph().widths(), graph().of_edge());
}

LaplaceSolution DarcyFlow::carry_away(std::span<float> sources, double share) {
  return on_gpu_ ? on_gpu_->solve(sources, pressure_.span(), share) : solver_.solve(sources, pressure_.span(), share);
}

double DarcyFlow::drive() {
  LargeArray<float> sources(graph().nodes());
  sum_over_rows([&](std::int64_t y, std::int64_t z) {
    graph().visit_links(
        y, z, [&](std::uint32_t cell, std::uint32_t neighbour, Quanta quanta, const d3q19::Velocity& step) {
          sources[cell] -= static_cast<float>(conductance_of(cell, neighbour, quanta) * step.along(direction_));
        });
    return 0.0;
  });
  carry_away(sources.span(), share_at_start);
  const double twice = sum_over_rows([&](std::int64_t y, std::int64_t z) {
    double sum = 0;
    graph().visit_links(
        y, z, [&](std::uint32_t cell, std::uint32_t neighbour, Quanta quanta, const d3q19::Velocity& step) {
          const int e = step.along(direction_);
          sum += conductance_of(cell, neighbour, quanta) * e * (e + fall_of(pressure_.span(), cell, neighbour));
        });
    return sum;
  });
  return conductances_.quantum() * twice / 2 / voxels();
}

void DarcyFlow::for_each_velocity(std::span<const float> potential, float force, const VisitVelocities& visit) const {
  const Extent& n = extent();
  for_each_task(graph().team(), n.nz, [&](const auto& for_each) {
    std::vector<std::array<float, 3>> velocities;
    for_each([&](std::int64_t z) {
      for (std::int64_t y = 0; y < n.ny; ++y) {
        const Range cells = graph().occupancy().cells_of_row(y, z);
        velocities.assign(static_cast<std::size_t>(cells.size()), {0, 0, 0});
        graph().visit_links(
            y, z, [&](std::uint32_t cell, std::uint32_t neighbour, Quanta quanta, const d3q19::Velocity& step) {
              const auto half = static_cast<float>(conductance_of(cell, neighbour, quanta) / 2);
              const float fall = cell == neighbour ? 2 * potential[cell] : potential[cell] - potential[neighbour];
              const float flow = half * (force * static_cast<float>(step.along(direction_)) + fall);
              std::array<float, 3>& velocity = velocities[static_cast<std::size_t>(cell - cells.first)];
              velocity[0] += static_cast<float>(step.x) * flow;
              velocity[1] += static_cast<float>(step.y) * flow;
              velocity[2] += static_cast<float>(step.z) * flow;
            });
        visit(cells, velocities.data());
      }
    });
  });
}

double DarcyFlow::most_power(std::span<const float> potential) const {
  // Each link is seen from both ends; of one that leads outside, half is beyond the face.
  return sum_over_rows([&](std::int64_t y, std::int64_t z) {
    double sum = 0;
    graph().visit_links(
        y, z, [&](std::uint32_t cell, std::uint32_t neighbour, Quanta quanta, const d3q19::Velocity& step) {
          const double flow = conductance_of(cell, neighbour, quanta) * fall_of(potential, cell, neighbour);
          sum += flow * flow / conductances_.least_conductance(cell, neighbour, step);
        });
    return sum / 2;
  });
}

double DarcyFlow::sum_over_rows(const std::function<double(std::int64_t y, std::int64_t z)>& of_row) const {
  const Extent& n = extent();
  std::vector<double> sums(static_cast<std::size_t>(n.ny * n.nz));
  for_each_task(graph().team(), n.nz, [&](const auto& for_each) {
    for_each([&](std::int64_t z) {
      for (std::int64_t y = 0; y < n.ny; ++y) sums[static_cast<std::size_t>(z * n.ny + y)] = of_row(y, z);
    });
  });
  double sum = 0;
  for (const double row : sums) sum += row;
  return sum;
}

}  // namespace perm
