// SPDX-License-Identifier: Apache-2.0
// Finds flows by Darcy's law on the pore voxels of an image: under a force, and from given sources.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>

#include "core/extent.hpp"
#include "core/large_array.hpp"
#include "core/range.hpp"
#include "darcy/pressure/pore_conductances.hpp"
#include "laplace/cuda/laplace_solver_cuda.hpp"
#include "laplace/laplace_solver.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

class DarcyFlow {
 public:
  /// `solver` says where potentials are found, with the same bits.
  DarcyFlow(PoreConductances conductances, Axis direction, Device solver = Device::cpu);
  DarcyFlow(const DarcyFlow&) = delete;  // the solver refers to the graph
  DarcyFlow& operator=(const DarcyFlow&) = delete;
  ~DarcyFlow() = default;

  const PoreConductances& conductances() const { return conductances_; }
  const CellGraph& graph() const { return conductances_.graph(); }
  const Extent& extent() const { return graph().occupancy().extent(); }
  double voxels() const { return static_cast<double>(extent().voxels()); }
  /// Gives the pressure of the last solution: that of the flow under a force 1 in forces times voxels, or the potential
  /// in quanta that carries given sources.
  std::span<float> pressure() { return pressure_.span(); }

  /// Solves for the flow under a force 1 along the direction, and gives its permeability in voxel^2.
  double drive();
  /// Solves for the potential that carries these sources away, until so large a share of the power is left. The sources
  /// then hold what is left.
  LaplaceSolution carry_away(std::span<float> sources, double share);

  /// Calls visit(cells, velocities) for each row, where velocities are those of the cells by a potential, in quanta:
  /// half of what flows through their links along each axis. `force` drives the flow besides.
  using VisitVelocities = std::function<void(const Range& cells, const std::array<float, 3>* velocities)>;
  void for_each_velocity(std::span<const float> potential, float force, const VisitVelocities& visit) const;
  /// Gives the power that the fluxes of a potential take at viscosity 1, by conductances that are never too large.
  double most_power(std::span<const float> potential) const;

  /// Adds up of_row(y, z) for all rows, always with the same bits. Threads share the rows.
  double sum_over_rows(const std::function<double(std::int64_t y, std::int64_t z)>& of_row) const;
  /// Adds up of_cell(cell) for all cells, always with the same bits.
  template <class OfCell>
  double sum_over_cells(const OfCell& of_cell) const {
    return sum_over_rows([&](std::int64_t y, std::int64_t z) {
      const Range cells = graph().occupancy().cells_of_row(y, z);
      double sum = 0;
      for (auto cell = static_cast<std::size_t>(cells.first); cell < static_cast<std::size_t>(cells.last); ++cell)
        sum += of_cell(cell);
      return sum;
    });
  }

 private:
  PoreConductances conductances_;
  Axis direction_;
  LaplaceSolver solver_;
  std::unique_ptr<LaplaceSolverCuda> on_gpu_;  ///< or null
  LargeArray<float> pressure_;
};

}  // namespace perm
