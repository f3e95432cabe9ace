// SPDX-License-Identifier: Apache-2.0
// What several processes find of the pressure has the bits of one process, however the image is cut.
#include <gtest/gtest.h>

#include "darcy/pressure/voxel_pressure.hpp"
#include "geometry/random_pores.hpp"
#include "partitions.hpp"
#include "solver/test_on_ranks.hpp"

namespace perm {
namespace {

constexpr double force = 1e-5;
constexpr double nu = 0.1;

/// Gives fields that only the cell of the image decides.
std::vector<CellField> fields_of(std::size_t cells) {
  std::mt19937 random(7);
  std::vector<CellField> fields(cells);
  for (CellField& field : fields) {
    field.density = static_cast<float>(force * (static_cast<double>(random() % 2001) / 1000 - 1));
    for (float& velocity : field.velocity) velocity = static_cast<float>(force * (random() % 100));
  }
  return fields;
}

/// Holds what is found of an image: its own cells are those of a block.
struct Found {
  double permeability;
  PressureLook look;
  std::vector<CellField> driven;
  std::vector<CellField> corrected;
};

Found find_pressure(const PoreSlab& slab, const Domain& domain, const std::vector<CellField>& own) {
  const auto team = std::make_shared<const ThreadTeam>(2);
  const PoreWidths widths = measure_pore_widths(slab, map_squared_distances(slab, domain.rules()).span());
  const auto make_flow = [&](PoreConductances pores) {
    return make_darcy_flow(std::move(pores), Axis::y, {team, domain.processes().is_first() ? team : nullptr});
  };
  VoxelPressure pressure(slab, widths, domain, fetch_pores(slab, domain), make_flow);
  Found found{pressure.permeability(), {}, std::vector<CellField>(own.size()), std::vector<CellField>(own.size())};
  pressure.begin(nu, force, found.driven);
  found.look = pressure.look(own, {}, nu, force, found.permeability);
  pressure.look(found.driven, {}, nu, force, found.permeability);  // so that the change is a mixed one
  pressure.correct(nu, force, found.corrected);
  return found;
}

/// Gives what a block has of the fields of an image.
std::vector<CellField> part_of(const std::vector<CellField>& whole, const PoreSpace& pores, const Block& block) {
  const Occupancy cells(pores);
  std::vector<CellField> own;
  for (std::int64_t z = block.z.first; z < block.z.last; ++z)
    for (std::int64_t y = block.y.first; y < block.y.last; ++y) {
      const Range row = cells.cells_of_row(y, z);
      own.insert(own.end(), whole.begin() + row.first, whole.begin() + row.last);
    }
  return own;
}

bool is_same(const std::vector<CellField>& a, const std::vector<CellField>& b) {
  return std::ranges::equal(a, b, [](const CellField& one, const CellField& other) {
    return one.density == other.density && std::ranges::equal(one.velocity, other.velocity);
  });
}

class VoxelPressureOnRanks : public TestOnRanks {};

TEST_F(VoxelPressureOnRanks, has_the_bits_of_one_process_for_every_cut) {
  int boundary = 0;
  std::mt19937 random(3);
  for (const Extent extent : {Extent{35, 16, 15}, Extent{9, 27, 14}, Extent{64, 1, 28}, Extent{7, 14, 2}}) {
    const PoreSpace pores = random_pores(extent, 0.5, random);
    const FaceRules rules = face_rules({static_cast<Boundary>(boundary++ % 4)}, Axis::y, extent);
    const std::vector<CellField> fields = fields_of(static_cast<std::size_t>(pores.count_pores()));
    const Found alone = find_pressure(pores, Domain(extent, rules), fields);
    EXPECT_GT(alone.permeability, 0);
    const PoreSlab slab = slab_of(pores, world_);
    const std::vector<std::int32_t> rows = count_cells_by_row(pores);
    for (std::int64_t parts_y = 1; parts_y <= world_.size(); ++parts_y) {
      const std::int64_t parts_z = world_.size() / parts_y;
      if (parts_y * parts_z != world_.size() || !can_be_cut(extent, parts_y, parts_z)) continue;
      SCOPED_TRACE(to_string(extent) + " cut into " + std::to_string(parts_y) + " x " + std::to_string(parts_z));
      const Partition partition = cut_evenly(extent, rows, parts_y, parts_z);
      const Domain domain(partition, world_, rules);
      const Found together = find_pressure(slab, domain, part_of(fields, pores, domain.own()));
      EXPECT_EQ(together.permeability, alone.permeability);
      EXPECT_EQ(together.look.error, alone.look.error);
      EXPECT_EQ(together.look.pressure_residual, alone.look.pressure_residual);
      EXPECT_EQ(together.look.mean_rate, alone.look.mean_rate);
      EXPECT_TRUE(is_same(together.driven, part_of(alone.driven, pores, domain.own())));
      EXPECT_TRUE(is_same(together.corrected, part_of(alone.corrected, pores, domain.own())));
    }
  }
}

}  // namespace
}  // namespace perm
