// SPDX-License-Identifier: Apache-2.0
#include "solver/cpu/walls_cpu.hpp"

#include <array>
#include <bit>

namespace perm {
namespace {

/// Finds the links into solid of lanes that are cells, bit q - 1 for direction q.
void find_solid(const GroupMasks& fluid, std::uint32_t cells, std::array<std::uint32_t, 16>& solid) {
  for (std::size_t i = 0; i < fluid.lanes.size(); ++i)
    for (std::uint32_t bits = ~std::uint32_t{fluid.lanes[i]} & cells; bits != 0; bits &= bits - 1)
      solid[static_cast<std::size_t>(std::countr_zero(bits))] |= 1U << i;
}

}  // namespace

template <class Real>
std::uint32_t find_walls(const WallsOfLattice<Real>& walls, const GroupMasks& fluid, const LanesOfGroup& lanes,
                         CutLanes<Real>& found) {
  if (lanes.count <= 0) return 0;  // the last group ends before these lanes
  constexpr int in_part = static_cast<int>(WallCuts::group_cells);
  constexpr std::int64_t parts = group_cells<Real> / in_part;
  const std::uint8_t* code = walls.cuts->of_group(lanes.group * parts + lanes.first / in_part);
  std::array<std::uint32_t, 16> solid{};
  const int begin = lanes.first / in_part * in_part;
  find_solid(fluid, (1U << (lanes.first + lanes.count)) - (1U << begin), solid);
  std::uint32_t with_walls = 0;
  for (int lane = begin; lane < lanes.first + lanes.count; ++lane) {
    CutLinks links{solid[static_cast<std::size_t>(lane)], {}};
    if (links.solid == 0) continue;
    for (std::uint32_t bits = links.solid; bits != 0; bits &= bits - 1) links.note(std::countr_zero(bits) + 1, *code++);
    const int at = lane - lanes.first;
    if (at < 0 || links.solid == 0) continue;
    with_walls |= 1U << at;
    walls.table.write(
        links, [at](Real(&lanes_of)[group_cells<Real>]) -> Real& { return lanes_of[at]; }, found);
  }
  return with_walls;
}

CutLinks cut_links_of(const WallCuts& cuts, const GroupMasks& fluid, std::int64_t cell, int group_cells) {
  const auto lane = static_cast<int>(cell % group_cells);
  const int begin = lane / static_cast<int>(WallCuts::group_cells) * static_cast<int>(WallCuts::group_cells);
  std::array<std::uint32_t, 16> solid{};
  find_solid(fluid, (2U << lane) - (1U << begin), solid);
  const std::uint8_t* code = cuts.of_group(cell / WallCuts::group_cells);
  for (int before = begin; before < lane; ++before) code += std::popcount(solid[static_cast<std::size_t>(before)]);
  CutLinks links{solid[static_cast<std::size_t>(lane)], {}};
  for (std::uint32_t bits = links.solid; bits != 0; bits &= bits - 1) links.note(std::countr_zero(bits) + 1, *code++);
  return links;
}

template std::uint32_t find_walls(const WallsOfLattice<float>&, const GroupMasks&, const LanesOfGroup&,
                                  CutLanes<float>&);
template std::uint32_t find_walls(const WallsOfLattice<double>&, const GroupMasks&, const LanesOfGroup&,
                                  CutLanes<double>&);

}  // namespace perm
