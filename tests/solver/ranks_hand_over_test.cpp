// SPDX-License-Identifier: Apache-2.0
// What several processes find together of their parts of the image, and what they hand to a finer lattice, has the bits
// of one process.
#include <cmath>
#include <utility>

#include "solver/ranks.hpp"

namespace perm {
namespace {

/// Puts blocks of voxels of an image of which `domain` has a part into parts; part_at(x, y, z) numbers them.
template <class PartAt>
std::shared_ptr<const CellParts> make_parts(const PoreSpace& pores, const Domain& domain, std::int64_t parts,
                                            const PartAt& part_at) {
  std::vector<std::vector<std::uint32_t>> rows;
  for (std::int64_t z = domain.own().z.first; z < domain.own().z.last; ++z)
    for (std::int64_t y = domain.own().y.first; y < domain.own().y.last; ++y) {
      std::vector<std::uint32_t> row;
      for (std::int64_t x = 0; x < pores.extent().nx; ++x)
        if (pores.is_pore(x, y, z)) row.push_back(static_cast<std::uint32_t>(part_at(x, y, z)));
      rows.push_back(std::move(row));
    }
  return std::make_shared<const CellParts>(parts, std::vector<CellParts::Row>(rows.begin(), rows.end()));
}

/// Few parts, which are not connected: all processes have some of each.
std::shared_ptr<const CellParts> some_parts(const PoreSpace& pores, const Domain& domain) {
  return make_parts(pores, domain, 7, [](std::int64_t x, std::int64_t y, std::int64_t z) {
    return (x / 5 + 3 * (y / 3) + 5 * (z / 4)) % 7;
  });
}

/// Many parts, whose numbers grow with z as those of bodies do; the last ones are at both ends of the image, and some
/// have no cell.
std::shared_ptr<const CellParts> parts_along_z(const PoreSpace& pores, const Domain& domain) {
  const Extent& n = pores.extent();
  const std::int64_t in_layer = (n.nx / 4 + 1) * (n.ny / 3 + 1), layers = (n.nz + 1) / 3 + 1;
  return make_parts(pores, domain, 2 * in_layer * layers, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    const std::int64_t layer = z == 0 ? layers - 1 : (z + 1) / 3;
    return 2 * (layer * in_layer + y / 3 * (n.nx / 4 + 1) + x / 4);
  });
}

TEST_F(Ranks, sum_the_densities_and_speeds_of_parts_as_one_does) {
  for (const auto& parts : {some_parts, parts_along_z})
    for_each_cut(some_settings(), [&](const PoreSpace& pores, Backend& alone, Backend& together) {
      alone.advance(20);
      together.advance(20);
      const std::vector<double> sums = together.sum_densities(parts(pores, together.domain()), {});
      EXPECT_EQ(sums,
                world_.is_first() ? alone.sum_densities(parts(pores, alone.domain()), {}) : std::vector<double>{});
      EXPECT_EQ(together.sum_squared_speeds(parts(pores, together.domain())),
                world_.is_first() ? alone.sum_squared_speeds(parts(pores, alone.domain())) : std::vector<double>{});
    });
}

TEST_F(Ranks, sum_no_densities_where_one_has_no_number) {
  for_each_cut(some_settings(), [&](const PoreSpace& pores, Backend& /*alone*/, Backend& together) {
    const std::vector<double> none(d3q19::directions, std::nan(""));
    if (world_.rank() == world_.size() - 1 && together.cells() > 0) together.write_distributions(0, none);
    const bool is_none = world_.any(world_.rank() == world_.size() - 1 && together.cells() > 0);
    const std::vector<double> sums = together.sum_densities(parts_along_z(pores, together.domain()), {});
    EXPECT_EQ(sums.empty(), !world_.is_first());
    for (const double density : sums) EXPECT_EQ(std::isnan(density), is_none);
  });
}

/// A flow that stays on GPUs goes to the planes that need it, as it does through the host.
TEST_F(Ranks, hand_on_the_flow_of_a_coarser_lattice_as_one_does) {
  if (device_under_test() == Device::cpu) GTEST_SKIP() << "CPU ranks hand it on through the host";
  for (const Extent& extent : {Extent{66, 37, 41}, Extent{31, 64, 9}, Extent{70, 20, 90}}) {
    std::mt19937 random(7);
    const PoreSpace pores = random_pores(extent, 0.6, random);
    const Extent half{(extent.nx + 1) / 2, (extent.ny + 1) / 2, (extent.nz + 1) / 2};
    const PoreSpace coarse_pores = random_pores(half, 0.6, random);
    for (const Partition& cut : partitions_of(pores, world_))
      for (const Partition& coarse_cut : partitions_of(coarse_pores, world_)) {
        SCOPED_TRACE(to_string(extent) + " cut into " + name_of(cut) + " from " + name_of(coarse_cut));
        const auto flow_of = [&](const Domain& domain, const Domain& coarse_domain) {
          const auto make = [&](const PoreSpace& image, const Domain& of) {
            return make_test_backend(of, of.processes().is_alone() ? image : fetch_pores(slab_of(image, world_), of),
                                     some_settings());
          };
          const auto coarse = make(coarse_pores, coarse_domain);
          coarse->advance(30);
          const auto kept = coarse->keep_flow(domain.own(), 1 << 30);
          auto fine = make(pores, domain);
          if (kept) fine->add_kept_flow(*kept, 1.5);
          return std::pair{kept != nullptr, std::move(fine)};
        };
        const auto [kept_alone, alone] = flow_of(Domain(extent), Domain(half));
        ASSERT_TRUE(kept_alone);
        const auto [kept, together] = flow_of(Domain(cut, world_), Domain(coarse_cut, world_));
        EXPECT_EQ(kept, coarse_cut.parts_y() == 1);
        if (kept) {
          EXPECT_TRUE(state_bits(*together) == part_of(state_bits(*alone), pores, together->domain()));
        }
      }
  }
}

}  // namespace
}  // namespace perm
