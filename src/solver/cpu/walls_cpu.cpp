// SPDX-License-Identifier: Apache-2.0
#include "solver/cpu/walls_cpu.hpp"

#include "solver/cell/cut_update.hpp"

namespace perm {
namespace {

/// Gives the links into solid of a lane, bit q - 1 for direction q.
std::uint32_t solid_links(const GroupMasks& fluid, int lane) {
  std::uint32_t solid = 0;
  for (std::size_t i = 0; i < fluid.lanes.size(); ++i)
    solid |= (~static_cast<std::uint32_t>(fluid.lanes[i]) >> lane & 1U) << i;
  return solid;
}

}  // namespace

template <class Real>
void collide_walls(const WallsOfLattice<Real>& walls, const GroupMasks& fluid, const CellsOfVector<Real>& vector) {
  constexpr int in_part = static_cast<int>(WallCuts::group_cells);
  const std::int64_t parts = group_cells<Real> / in_part;
  const std::uint8_t* code = walls.cuts->of_group(vector.group * parts + vector.first / in_part);
  for (int lane = vector.first / in_part * in_part; lane < vector.first + vector.cells; ++lane) {
    const std::uint32_t solid = solid_links(fluid, lane);
    if (solid == 0) continue;
    CutLinks links{};
    for (int q = 1; q < d3q19::directions; ++q)
      if ((solid >> (q - 1) & 1U) != 0) links[q] = WallCuts::place_of(*code++);
    const int at = lane - vector.first;
    if (at < 0) continue;
    Real f[d3q19::directions];
    for (int q = 0; q < d3q19::directions; ++q) f[q] = vector.before[q * vector.lanes + at];
    const CutCell<Real> cell = make_cut_cell<Real>(links, walls.settings);
    const Moments<Real> moments = collide_cut(f, cell, walls.parameters);
    for (int q = 0; q < d3q19::directions; ++q) vector.after[q * vector.lanes + at] = f[q];
    Real* const kept = vector.moments + at;
    kept[0] = moments.density;
    for (int a = 0; a < 3; ++a) kept[(a + 1) * vector.lanes] = cell.force_share * moments.velocity[a];
    kept[4 * vector.lanes] = moments.reversal;
  }
}

template void collide_walls(const WallsOfLattice<float>&, const GroupMasks&, const CellsOfVector<float>&);
template void collide_walls(const WallsOfLattice<double>&, const GroupMasks&, const CellsOfVector<double>&);

}  // namespace perm
