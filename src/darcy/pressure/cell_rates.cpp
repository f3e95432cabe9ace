// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/cell_rates.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

namespace perm {
namespace {

// Squares are counted in quanta, so that their sum has the same bits for every cut of the image.
constexpr double quanta = 17179869184.0;  // 2^34 in a squared force
constexpr double most_squared = 1e8;      // squared forces that one cell counts

}  // namespace

double find_rates(Backend& backend, std::span<CellField> before, std::span<const CellField> after,
                  std::span<CellField> staggered_cells, int steps) {
  const auto of_steps = static_cast<float>(steps);
  const SolverSettings& settings = backend.settings();
  double unit = 0;
  std::array<float, 3> half_force{};  // which velocities have and momenta have not
  for (std::size_t a = 0; a < 3; ++a) {
    unit += settings.force[a] * settings.force[a];
    half_force[a] = static_cast<float>(settings.force[a] / 2);
  }
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
      own_sum += std::llrint(std::min(square / unit, most_squared) * quanta);
    }
#pragma omp critical(perm_staggered)
    sum += own_sum;
  }
  backend.domain().processes().sum(std::span(&sum, 1));
  return static_cast<double>(sum) / quanta * unit;
}

}  // namespace perm
