// SPDX-License-Identifier: Apache-2.0
#include "solver/cpu/walls_cpu.hpp"

namespace perm {
namespace {

/// Gives the links into solid of a lane, bit q - 1 for direction q.
std::uint32_t solid_links(const GroupMasks& fluid, int lane) {
  std::uint32_t solid = 0;
  for (std::size_t i = 0; i < fluid.lanes.size(); ++i)
    solid |= (~static_cast<std::uint32_t>(fluid.lanes[i]) >> lane & 1U) << i;
  return solid;
}

template <class Real>
void put(const CutCell<Real>& cell, int at, CutLanes<Real>& lanes) {
  for (int q = 1; q < d3q19::directions; ++q) lanes.conductance[q][at] = cell.conductance[q];
  for (std::size_t i = 0; i < d3q19::pairs.size(); ++i) lanes.open[i][at] = cell.open[i];
  lanes.odd[at] = cell.odd;
  lanes.between[at] = cell.between;
  lanes.seen_all[at] = cell.seen_all;
  lanes.seen_open[at] = cell.seen_open;
  lanes.density_coupling[at] = cell.density_coupling;
  lanes.force_share[at] = cell.force_share;
}

}  // namespace

template <class Real>
std::uint32_t find_walls(const WallsOfLattice<Real>& walls, const GroupMasks& fluid, const LanesOfGroup& lanes,
                         CutLanes<Real>& found) {
  constexpr int in_part = static_cast<int>(WallCuts::group_cells);
  constexpr std::int64_t parts = group_cells<Real> / in_part;
  const std::uint8_t* code = walls.cuts->of_group(lanes.group * parts + lanes.first / in_part);
  std::uint32_t with_walls = 0;
  for (int lane = lanes.first / in_part * in_part; lane < lanes.first + lanes.count; ++lane) {
    CutLinks links{solid_links(fluid, lane), {}};
    if (links.solid == 0) continue;
    for (int q = 1; q < d3q19::directions; ++q)
      if (links.is_cut(q)) links.code[q] = *code++;
    const int at = lane - lanes.first;
    if (at < 0) continue;
    with_walls |= 1U << at;
    put(walls.table.cell(links), at, found);
  }
  return with_walls;
}

template std::uint32_t find_walls(const WallsOfLattice<float>&, const GroupMasks&, const LanesOfGroup&,
                                  CutLanes<float>&);
template std::uint32_t find_walls(const WallsOfLattice<double>&, const GroupMasks&, const LanesOfGroup&,
                                  CutLanes<double>&);

}  // namespace perm
