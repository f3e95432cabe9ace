// SPDX-License-Identifier: Apache-2.0
#include "conduction/lower_bound.hpp"

#include <bit>
#include <vector>

#include "conduction/rolling_rows.hpp"
#include "core/host_device.hpp"

namespace perm {
namespace {

/// Gives the flux through a face by the potential of both cells, or by that of one of them at a face of the image.
double flux_by_potential(std::span<const float> potential, std::size_t cell, std::size_t neighbour, double conductance,
                         double along_step) {
  if (cell == neighbour) return conductance * (along_step / 2 + double{potential[cell]});
  return conductance * (along_step + double{potential[cell]} - double{potential[neighbour]});
}

/// Fields of a voxel: its resistance, 0 in solid; the flux along each axis through its face at the low and the high
/// end.
constexpr std::size_t resistance_of = 0;
constexpr std::size_t low_end = 1;
constexpr std::size_t high_end = 4;
using Fluxes = RollingRows<7, 2>;

/// Turns of the flux: around the line along axis c that halves the high face across axis a, at 2 a + (c is not the axis
/// after a); around the edge along axis c at the high ends of the two others, at 6 + c.
constexpr std::size_t around_middle(std::size_t a, std::size_t c) { return 2 * a + (c == axis_after(a) ? 0 : 1); }
constexpr std::size_t around_edge(std::size_t c) { return 6 + c; }
constexpr std::size_t turns_of_voxel = 9;
using Turns = RollingRows<turns_of_voxel, 2>;

/// A row of voxels, and rows beside it: one voxel on along y (bit 0) and along z (bit 1).
using RowsOn = std::array<Fluxes::Row, 4>;

/// Finds turns of the flux of a row of voxels: how much each lowers the power, over its own. They are positive where
/// they have the sense of a, b, c in turn. `squares` becomes what they lower it by times them.
void find_turns(const RowsOn& rows, std::int64_t nx, const Turns::Row& turns, std::vector<float>& squares) {
  std::fill(squares.begin(), squares.end(), 0.0F);
  // Where a voxel one on along some axes begins, as bits of the axes.
  const auto from = [&](unsigned axes, std::size_t field) { return rows[axes >> 1][field] + (axes & 1U); };
  for (std::size_t a = 0; a < 3; ++a) {
    const std::size_t b = axis_after(a);
    const std::size_t c = axis_after(b);
    const unsigned on_a = 1U << a;
    const unsigned on_b = 1U << b;
    const auto turn_around_middle = [&](std::size_t line, std::size_t other, float sign) {
      const float* const own_low = from(0, low_end + other);
      const float* const own_high = from(0, high_end + other);
      const float* const on_low = from(on_a, low_end + other);
      const float* const on_high = from(on_a, high_end + other);
      const float* const own = from(0, resistance_of);
      const float* const on = from(on_a, resistance_of);
      float* const turn = turns[around_middle(a, line)];
#pragma GCC ivdep
      for (std::int64_t x = 0; x < nx; ++x) {
        const float stiffness = own[x] > 0 && on[x] > 0 ? 8.0F / 3 * (own[x] + on[x]) : 0;
        const float lowers = sign / 4 * (on[x] * (on_low[x] + on_high[x]) - own[x] * (own_low[x] + own_high[x]));
        turn[x] = stiffness > 0 ? lowers / stiffness : 0;
        squares[static_cast<std::size_t>(x)] += 2 * stiffness * turn[x] * turn[x];
      }
    };
    // With (c, a, b) in turn, a line along c turns a towards b.
    turn_around_middle(c, b, -1);
    turn_around_middle(b, c, 1);
    // The edge along c, between voxels one on along a and b.
    const float* const r0 = from(0, resistance_of);
    const float* const ra = from(on_a, resistance_of);
    const float* const rb = from(on_b, resistance_of);
    const float* const rab = from(on_a | on_b, resistance_of);
    float* const turn = turns[around_edge(c)];
    const auto add_face = [&](std::size_t axis, unsigned below, unsigned above, float sign) {
      const float* const far_low = from(below, low_end + axis);
      const float* const face = from(below, high_end + axis);
      const float* const far_high = from(above, high_end + axis);
      const float* const of_below = from(below, resistance_of);
      const float* const of_above = from(above, resistance_of);
#pragma GCC ivdep
      for (std::int64_t x = 0; x < nx; ++x)
        turn[x] += sign / 24 * (of_below[x] * (far_low[x] + 5 * face[x]) + of_above[x] * (5 * face[x] + far_high[x]));
    };
    std::fill(turn, turn + nx, 0.0F);
    add_face(a, 0, on_a, -1);
    add_face(a, on_b, on_a | on_b, 1);
    add_face(b, 0, on_b, 1);
    add_face(b, on_a, on_a | on_b, -1);
#pragma GCC ivdep
    for (std::int64_t x = 0; x < nx; ++x) {
      const bool is_edge = r0[x] > 0 && ra[x] > 0 && rb[x] > 0 && rab[x] > 0;
      const float stiffness = is_edge ? 4.0F / 3 * ((r0[x] + ra[x]) + (rb[x] + rab[x])) : 0;
      turn[x] = stiffness > 0 ? turn[x] / stiffness : 0;
      squares[static_cast<std::size_t>(x)] += 2 * stiffness * turn[x] * turn[x];
    }
  }
}

/// Gives the power that turned fluxes lose in the eight halves of each voxel of a row, along each axis. `rows` are rows
/// of turns: one voxel back along y (bit 0) and z (bit 1).
void find_power(const std::array<Turns::Row, 4>& rows, const float* resistance, std::int64_t nx, float* power) {
  std::fill(power, power + nx, 0.0F);
  const auto back = [&](unsigned axes, std::size_t field) { return rows[axes >> 1][field] - (axes & 1U); };
  for (std::size_t a = 0; a < 3; ++a) {
    const std::size_t b = axis_after(a);
    const std::size_t c = axis_after(b);
    // Turns around lines along `line` at places 0, 1/2, 1 along a (first) and along the other axis (second); none at
    // the middle of the voxel.
    const auto around = [&](std::size_t line, std::size_t other) {
      const unsigned on_a = 1U << a;
      const unsigned on_other = 1U << other;
      return std::array<std::array<const float*, 3>, 3>{
          {{back(on_a | on_other, around_edge(line)), back(on_a, around_middle(a, line)),
            back(on_a, around_edge(line))},
           {back(on_other, around_middle(other, line)), nullptr, back(0, around_middle(other, line))},
           {back(on_other, around_edge(line)), back(0, around_middle(a, line)), back(0, around_edge(line))}}};
    };
    const auto of_c = around(c, b);
    const auto of_b = around(b, c);
#pragma GCC ivdep
    for (std::int64_t x = 0; x < nx; ++x) {
      float sum = 0;
      PERM_UNROLL
      for (std::size_t half_b = 0; half_b < 2; ++half_b) {
        PERM_UNROLL
        for (std::size_t half_c = 0; half_c < 2; ++half_c) {
          float flux[3];
          PERM_UNROLL
          for (std::size_t place = 0; place < 3; ++place) {
            const float c_high = place == 1 && half_b == 0 ? 0 : of_c[place][half_b + 1][x];
            const float c_low = place == 1 && half_b == 1 ? 0 : of_c[place][half_b][x];
            const float b_high = place == 1 && half_c == 0 ? 0 : of_b[place][half_c + 1][x];
            const float b_low = place == 1 && half_c == 1 ? 0 : of_b[place][half_c][x];
            flux[place] = (c_high - c_low) - (b_high - b_low);
          }
          sum += flux[0] * flux[0] + flux[0] * flux[1] + 2 * flux[1] * flux[1] + flux[1] * flux[2] + flux[2] * flux[2];
        }
      }
      power[x] += 2.0F / 3 * resistance[x] * sum;
    }
  }
}

struct FluxSums {
  std::array<double, 3> flux{};
  double power{0};
  double squares{0};  ///< what turns lower the power by, times these
  double power_of_turns{0};

  void add(const FluxSums& other) {
    for (std::size_t axis = 0; axis < 3; ++axis) flux[axis] += other.flux[axis];
    power += other.power;
    squares += other.squares;
    power_of_turns += other.power_of_turns;
  }
};

/// Adds the flux and the power of a row.
void add_row(const Fluxes::Row& row, std::int64_t nx, FluxSums& sums) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::int64_t x = 0; x < nx; ++x) {
      const double low = row[low_end + axis][x];
      const double high = row[high_end + axis][x];
      sums.flux[axis] += (low + high) / 2;
      sums.power += (low * low + low * high + high * high) / 3 * row[resistance_of][x];
    }
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
          leaves[cell] += flux_by_potential(potential, cell, neighbour, conductance, step.along(along));
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
      row[resistance_of][x_of[i]] = 1 / conductivity;
      if (is_one_voxel_long)
        for (const std::size_t end : {low_end, high_end})
          row[end + static_cast<std::size_t>(along)][x_of[i]] = conductivity;
    }
    graph.visit_links(y, z, [&](std::size_t cell, std::size_t neighbour, Quanta quanta, const d3q19::Velocity& step) {
      const double conductance = static_cast<double>(quanta) / graph.quanta_of_one();
      const double out = flux_by_potential(potential, cell, neighbour, conductance, step.along(along)) +
                         routing.flux(cell, neighbour, static_cast<double>(quanta));
      const auto axis = static_cast<std::size_t>(step.x != 0 ? 0 : step.y != 0 ? 1 : 2);
      const std::int64_t x = x_of[cell - static_cast<std::size_t>(cells.first)];
      if (step.x + step.y + step.z > 0)
        row[high_end + axis][x] = static_cast<float>(out);
      else
        row[low_end + axis][x] = static_cast<float>(-out);
    });
  };
  std::vector<FluxSums> of_blocks(static_cast<std::size_t>(blocks_of_rows(n)));
  for_each_block_of_rows(team, n, [&](const Range& block_y, const Range& block_z, std::size_t number) {
    FluxSums& sums = of_blocks[number];
    Fluxes fluxes(domain, block_y);
    Turns turns(domain, block_y);
    std::vector<std::int64_t> x_of;
    std::vector<float> power(static_cast<std::size_t>(n.nx));
    std::vector<float> squares(power.size());
    const auto fill = [&](std::int64_t y, std::int64_t z, const Fluxes::Row& row) { fill_row(y, z, x_of, row); };
    fluxes.load(1, block_z.first - 1, fill);
    for (std::int64_t z = block_z.first - 1; z < block_z.last; ++z) {
      fluxes.roll();
      fluxes.load(1, z + 1, fill);
      turns.roll();
      for (std::int64_t y = block_y.first - 1; y < block_y.last; ++y) {
        const Turns::Row of_row = turns.row(1, y);
        find_turns({fluxes.row(0, y), fluxes.row(0, y + 1), fluxes.row(1, y), fluxes.row(1, y + 1)}, n.nx, of_row,
                   squares);
        turns.close(of_row);
        if (z < block_z.first || y < block_y.first) continue;
        for (const float of_voxel : squares) sums.squares += of_voxel;
        const Fluxes::Row own = fluxes.row(0, y);
        add_row(own, n.nx, sums);
        find_power({of_row, turns.row(1, y - 1), turns.row(0, y), turns.row(0, y - 1)}, own[resistance_of], n.nx,
                   power.data());
        for (const float of_voxel : power) sums.power_of_turns += of_voxel;
      }
    }
  });
  FluxSums all;
  for (const FluxSums& sums : of_blocks) all.add(sums);
  const auto voxels = static_cast<double>(n.voxels());
  const double taken = all.power_of_turns > 0 ? all.squares * all.squares / all.power_of_turns : 0;
  const double flux = all.flux[static_cast<std::size_t>(along)];
  FluxBound bound;
  bound.lower = flux > 0 ? flux * flux / (all.power - taken) / voxels : 0;
  for (std::size_t axis = 0; axis < 3; ++axis) bound.flux[axis] = all.flux[axis] / voxels;
  return bound;
}

}  // namespace perm
