// SPDX-License-Identifier: Apache-2.0
// Threads that write whole vectors around the slots of their groups write to no slot of another thread.
#include "solver/cpu/group_cut.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "geometry/random_pores.hpp"
#include "lattice/group_masks.hpp"
#include "lattice/tiles.hpp"
#include "solver/cpu/link_reader.hpp"

namespace perm {
namespace {

using Tiles = CpuTiles<float>;
constexpr int cells = group_cells<float>;
constexpr GroupSizes sizes{cells, link_stream::groups_a_chunk};

/// Calls visit(slot of direction 0 and lane 0, q, lanes that are written) for all vectors that a group writes.
template <class Visit>
void for_each_vector(const GroupLinks& links, const GroupMasks& fluid, std::int64_t group, const Visit& visit) {
  for (int row = 0; row < neighbour_row_count; ++row)
    for (int side = 0; side < 3; ++side) {
      const int q = neighbour_rows[row].q[side];
      if (q == 0) continue;
      const unsigned lanes = fluid.lanes[static_cast<std::size_t>(q - 1)];
      visit(Tiles::slot(group * cells, 0), d3q19::opposite(q), ~lanes);
      for (int s = 0; s < links.count; ++s)
        visit(links.segments[s].offset[row] + side - 1, q, lanes & links.segments[s].lanes[side]);
    }
}

/// Makes layers of four open planes each, with a wall across y. Along walls whole groups have no link to some rows.
PoreSpace layers(const Extent& extent) {
  PoreSpace pores(extent);
  for (std::int64_t z = 0; z < extent.nz; ++z)
    for (std::int64_t y = 1; y < extent.ny; ++y)
      for (std::int64_t x = 0; z % 5 != 4 && x < extent.nx; ++x) pores.set_pore(x, y, z);
  return pores;
}

TEST(GroupCut, lets_groups_be_alone_around_which_no_other_thread_writes) {
  std::mt19937 random(11);
  const std::vector<PoreSpace> all{random_pores({48, 48, 48}, 0.6, random), random_pores({33, 61, 97}, 0.2, random),
                                   random_pores({31, 19, 170}, 1, random), random_pores({200, 3, 120}, 0.5, random),
                                   layers({700, 5, 70})};
  for (const PoreSpace& pores : all)
    for (const int threads : {1, 2, 3, 5}) {
      SCOPED_TRACE(to_string(pores.extent()) + ", " + std::to_string(threads) + " threads");
      const Occupancy occupancy(pores);
      const std::int64_t groups = (occupancy.cells() + cells - 1) / cells;
      LargeArray<GroupMasks> masks(static_cast<std::size_t>(groups));
      build_group_masks(occupancy, cells, masks.span());
      const LinkStream<float> stream(occupancy, masks.data(), std::int64_t{1} << 30, ThreadTeam(1));
      std::vector<GroupLinks> links(static_cast<std::size_t>(groups));
      for (std::int64_t first = 0; first < groups; first += sizes.unit) {
        LinkReader<Tiles> reader(stream.chunk(first / sizes.unit), cells);
        for (std::int64_t group = first; group < std::min(groups, first + sizes.unit); ++group)
          reader.read(reader.next_head(), Tiles::slot(group * cells, 0), links[static_cast<std::size_t>(group)]);
      }

      const SharedGroups shared = share_out({{}, {{{0, groups}}}}, occupancy, sizes, threads).interior.front();
      std::vector<int> writer(static_cast<std::size_t>((Tiles::count(occupancy.cells()) + 2) * Tiles::values), -1);
      const auto for_each_slot = [&](const auto& visit) {
        for (int thread = 0; thread < threads; ++thread)
          for (const GroupRange& range : shared[static_cast<std::size_t>(thread)])
            for (std::int64_t group = range.first; group < range.last; ++group)
              for_each_vector(
                  links[static_cast<std::size_t>(group)], masks[static_cast<std::size_t>(group)], group,
                  [&](std::int64_t slot, int q, unsigned lanes) {
                    for (int lane = 0; lane < cells; ++lane)
                      visit(writer.at(static_cast<std::size_t>(Tiles::values + slot + q * Tiles::line + lane)), thread,
                            range.is_alone, (lanes >> lane & 1U) != 0);
                  });
      };
      for_each_slot([](int& slot_writer, int thread, bool, bool is_written) {
        if (is_written) slot_writer = thread;
      });
      std::int64_t alone = 0;
      std::int64_t of_others = 0;
      for_each_slot([&](int slot_writer, int thread, bool is_alone, bool) {
        if (is_alone) ++alone;
        if (is_alone && slot_writer != thread && slot_writer != -1) ++of_others;
      });
      EXPECT_GT(alone, 0);
      EXPECT_EQ(of_others, 0);
    }
}

}  // namespace
}  // namespace perm
