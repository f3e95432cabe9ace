// SPDX-License-Identifier: Apache-2.0
#include "conduction/lower_bound.hpp"

#include <bit>
#include <vector>

#include "conduction/fall_of_potential.hpp"
#include "conduction/rolling_rows.hpp"
#include "core/host_device.hpp"

namespace perm {
namespace {

using Fluxes = RollingRows<flux_turns::fields, 2>;
using Turns = RollingRows<flux_turns::turns_of_voxel, 2>;

/// Shows voxel x of a row of voxels, and those one on; rows beside it are one on along y (bit 0) and along z (bit 1).
struct FluxesOn {
  const std::array<Fluxes::Row, 4>& rows;
  std::int64_t x;

  PERM_ALWAYS_INLINE float operator()(unsigned axes, std::size_t field) const {
    return rows[axes >> 1][field][x + (axes & 1U)];
  }
};

/// Shows turns of voxel x of a row, and of those one back; rows beside it are one back along y (bit 0) and z (bit 1).
struct TurnsBack {
  const std::array<Turns::Row, 4>& rows;
  std::int64_t x;

  PERM_ALWAYS_INLINE float operator()(unsigned axes, std::size_t turn) const {
    return rows[axes >> 1][turn][x - (axes & 1U)];
  }
};

struct SetTurns {
  const Turns::Row& row;
  std::int64_t x;

  PERM_ALWAYS_INLINE void operator()(std::size_t turn, float value) const { row[turn][x] = value; }
};

void find_turns(const std::array<Fluxes::Row, 4>& rows, std::int64_t nx, const Turns::Row& turns, float* squares) {
#pragma GCC ivdep
  for (std::int64_t x = 0; x < nx; ++x) squares[x] = flux_turns::find_turns(FluxesOn{rows, x}, SetTurns{turns, x});
}

void find_power(const std::array<Turns::Row, 4>& rows, const float* resistance, std::int64_t nx, float* power) {
#pragma GCC ivdep
  for (std::int64_t x = 0; x < nx; ++x) power[x] = flux_turns::power_of_turns(TurnsBack{rows, x}, resistance[x]);
}

/// Sums the flux and the power of a row.
FluxSums sums_of(const Fluxes::Row& row, std::int64_t nx) {
  FluxSums sums;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const float* const low = row[flux_turns::low_end + axis];
    const float* const high = row[flux_turns::high_end + axis];
    sums.flux[axis] = sum_of_row(nx, [&](std::int64_t x) { return flux_turns::mean_flux(low[x], high[x]); });
  }
  const auto along = [&](std::size_t axis, std::int64_t x) {
    return flux_turns::power_along(row[flux_turns::low_end + axis][x], row[flux_turns::high_end + axis][x]);
  };
  sums.power = sum_of_row(nx, [&](std::int64_t x) {
    return flux_turns::power_of_flux(along(0, x), along(1, x), along(2, x), row[flux_turns::resistance_of][x]);
  });
  return sums;
}

}  // namespace

LargeArray<double> find_left(const CellSystem& system, const ThreadTeam& team, Axis along,
                             std::span<const float> potential) {
  const CellGraph& graph = system.graph();
  LargeArray<double> leaves(graph.nodes());
  for_each_task(team, graph.cells().own_extent().nz, [&](const auto& for_each) {
    for_each([&](std::int64_t z) {
      for (std::int64_t y = 0; y < graph.cells().own_extent().ny; ++y)
        graph.visit_links(y, z, [&](std::size_t cell, std::size_t neighbour, Quanta quanta, const auto& step) {
          const double conductance = static_cast<double>(quanta) / graph.quanta_of_one();
          leaves[cell] += conductance * fall_of_potential(potential.data(), cell, neighbour, step.along(along));
        });
    });
  });
  return leaves;
}

FluxBound bound_by_fluxes(const CellSystem& system, const ThreadTeam& team, Axis along,
                          std::span<const float> potential, const FluxRouting& routing) {
  const CellGraph& graph = system.graph();
  const Domain& domain = graph.cells().domain();
  const Extent& n = domain.image();
  const bool is_one_voxel_long = n.along(along) == 1 && !graph.rules().is_closed(along);
  const auto fill_row = [&](std::int64_t y, std::int64_t z, std::vector<std::int64_t>& x_of, const Fluxes::Row& row) {
    const Range cells = graph.cells().cells_of_row(y, z);
    x_of.clear();
    std::int64_t before = 0;
    for (const OccupancyWord& word : graph.cells().row(y, z)) {
      for (std::uint32_t bits = word.bits; bits != 0; bits &= bits - 1) x_of.push_back(before + std::countr_zero(bits));
      before += 32;
    }
    for (std::size_t i = 0; i < x_of.size(); ++i) {
      const std::span<const float> all = graph.conductivity();
      const float conductivity = all.empty() ? 1 : all[static_cast<std::size_t>(cells.first) + i];
      row[flux_turns::resistance_of][x_of[i]] = 1 / conductivity;
      if (is_one_voxel_long)
        for (const std::size_t end : {flux_turns::low_end, flux_turns::high_end})
          row[end + static_cast<std::size_t>(along)][x_of[i]] = conductivity;
    }
    graph.visit_links(y, z, [&](std::size_t cell, std::size_t neighbour, Quanta quanta, const d3q19::Velocity& step) {
      const double conductance = static_cast<double>(quanta) / graph.quanta_of_one();
      const double out = conductance * fall_of_potential(potential.data(), cell, neighbour, step.along(along)) +
                         routing.flux(cell, neighbour, static_cast<double>(quanta));
      const auto axis = static_cast<std::size_t>(step.x != 0 ? 0 : step.y != 0 ? 1 : 2);
      const std::int64_t x = x_of[cell - static_cast<std::size_t>(cells.first)];
      if (step.x + step.y + step.z > 0)
        row[flux_turns::high_end + axis][x] = static_cast<float>(out);
      else
        row[flux_turns::low_end + axis][x] = static_cast<float>(-out);
    });
  };
  LargeArray<FluxSums> of_rows(static_cast<std::size_t>(n.ny * n.nz));
  for_each_block_of_rows(team, n, [&](const Range& block_y, const Range& block_z) {
    Fluxes fluxes(domain, block_y);
    Turns turns(domain, block_y);
    std::vector<std::int64_t> x_of;
    std::vector<float> power(static_cast<std::size_t>(n.nx));
    std::vector<float> squares(power.size());
    const auto fill = [&](std::int64_t y, std::int64_t z, const Fluxes::Row& row) { fill_row(y, z, x_of, row); };
    const auto sum = [&](const std::vector<float>& values) {
      return sum_of_row(n.nx, [&](std::int64_t x) { return double{values[static_cast<std::size_t>(x)]}; });
    };
    fluxes.load(1, block_z.first - 1, fill);
    for (std::int64_t z = block_z.first - 1; z < block_z.last; ++z) {
      fluxes.roll();
      fluxes.load(1, z + 1, fill);
      turns.roll();
      for (std::int64_t y = block_y.first - 1; y < block_y.last; ++y) {
        const Turns::Row of_row = turns.row(1, y);
        find_turns({fluxes.row(0, y), fluxes.row(0, y + 1), fluxes.row(1, y), fluxes.row(1, y + 1)}, n.nx, of_row,
                   squares.data());
        turns.close(of_row);
        if (z < block_z.first || y < block_y.first) continue;
        const Fluxes::Row own = fluxes.row(0, y);
        find_power({of_row, turns.row(1, y - 1), turns.row(0, y), turns.row(0, y - 1)}, own[flux_turns::resistance_of],
                   n.nx, power.data());
        FluxSums sums = sums_of(own, n.nx);
        sums.squares = sum(squares);
        sums.power_of_turns = sum(power);
        of_rows[static_cast<std::size_t>(z * n.ny + y)] = sums;
      }
    }
  });
  return bound_of(sum_of_rows<FluxSums>(of_rows.span()), n, along);
}

FluxBound bound_of(const FluxSums& sums, const Extent& n, Axis along) {
  const auto voxels = static_cast<double>(n.voxels());
  const double taken = sums.power_of_turns > 0 ? sums.squares * sums.squares / sums.power_of_turns : 0;
  const double flux = sums.flux[static_cast<std::size_t>(along)];
  FluxBound bound;
  bound.lower = flux > 0 ? flux * flux / (sums.power - taken) / voxels : 0;
  for (std::size_t axis = 0; axis < 3; ++axis) bound.flux[axis] = sums.flux[axis] / voxels;
  return bound;
}

}  // namespace perm
