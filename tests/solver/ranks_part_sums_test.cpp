// SPDX-License-Identifier: Apache-2.0
// What several processes sum together in parts of the image has the bits of one process.
#include <cmath>

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

/// Many parts, whose numbers grow with z; the last ones are at both ends of the image, and some have no cell, as part
/// 0.
std::shared_ptr<const CellParts> parts_along_z(const PoreSpace& pores, const Domain& domain) {
  const Extent& n = pores.extent();
  const std::int64_t in_layer = (n.nx / 4 + 1) * (n.ny / 3 + 1), layers = (n.nz + 1) / 3 + 1;
  return make_parts(pores, domain, 1 + 2 * in_layer * layers, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    const std::int64_t layer = z == 0 ? layers - 1 : (z + 1) / 3;
    return 1 + 2 * (layer * in_layer + y / 3 * (n.nx / 4 + 1) + x / 4);
  });
}

TEST_F(Ranks, sum_the_squared_speeds_of_parts_as_one_does) {
  for (const auto& parts : {some_parts, parts_along_z})
    for_each_cut(some_settings(), [&](const PoreSpace& pores, Backend& alone, Backend& together) {
      alone.advance(20);
      together.advance(20);
      EXPECT_EQ(together.sum_squared_speeds(parts(pores, together.domain())),
                world_.is_first() ? alone.sum_squared_speeds(parts(pores, alone.domain())) : std::vector<double>{});
    });
}

TEST_F(Ranks, sum_no_speeds_where_one_has_no_number) {
  for_each_cut(some_settings(), [&](const PoreSpace& pores, Backend& /*alone*/, Backend& together) {
    const std::vector<double> none(d3q19::directions, std::nan(""));
    if (world_.rank() == world_.size() - 1 && together.cells() > 0) together.write_distributions(0, none);
    const bool is_none = world_.any(world_.rank() == world_.size() - 1 && together.cells() > 0);
    const std::vector<double> sums = together.sum_squared_speeds(parts_along_z(pores, together.domain()));
    EXPECT_EQ(sums.empty(), !world_.is_first());
    for (const double sum : sums) EXPECT_EQ(std::isnan(sum), is_none);
  });
}

}  // namespace
}  // namespace perm
