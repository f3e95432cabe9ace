// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/cell_rates.hpp"

#include <array>
#include <cstdint>
#include <span>

#include "darcy/pressure/squares_in_forces.hpp"

namespace perm {
double find_rates(Backend& backend, std::span<CellField> before, std::span<const CellField> after,
                  std::span<CellField> staggered_cells, int steps) {
  const auto of_steps = static_cast<float>(steps);
  const SolverSettings& settings = backend.settings();
  const SquaresInForces squares(settings);
  std::array<float, 3> half_force{};  // which velocities have and momenta have not
  for (std::size_t a = 0; a < 3; ++a) half_force[a] = static_cast<float>(settings.force[a] / 2);
  backend.advance_and_capture();
  backend.read_captured(staggered_cells);
  __int128 sum = 0;
  const auto count = static_cast<std::int64_t>(after.size());
#pragma omp parallel  // nothing in it throws
  {
    __int128 own_sum = 0;
#pragma omp for schedule(static)
    for (std::int64_t i = 0; i < count; ++i) {
      const auto cell = static_cast<std::size_t>(i);
      CellField& staggered = staggered_cells[cell];
      CellField& changes = before[cell];
      staggered.density -= after[cell].density;
      changes.density = (after[cell].density - changes.density) / of_steps;
      double square = double{staggered.density} * staggered.density / 3;
      for (std::size_t a = 0; a < 3; ++a) {
        staggered.velocity[a] -= after[cell].velocity[a] + half_force[a];
        changes.velocity[a] = (after[cell].velocity[a] - changes.velocity[a]) / of_steps;
        square += double{staggered.velocity[a]} * staggered.velocity[a];
      }
      own_sum += squares.quanta_of(square);
    }
#pragma omp critical(perm_staggered)
    sum += own_sum;
  }
  return SquaresInForces::sum_over(backend.domain().processes(), sum);
}

}  // namespace perm
