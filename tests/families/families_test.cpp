// SPDX-License-Identifier: Apache-2.0
#include "families/family.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "families/cut_out.hpp"
#include "families/dice.hpp"
#include "families/drawing.hpp"
#include "geometry/connectivity/connectivity.hpp"
#include "geometry/halving.hpp"
#include "geometry/pore_space_hash.hpp"

namespace perm::families {
namespace {

std::int64_t count_components(const PoreSpace& pores) { return Connectivity(PoreSlab(pores)).count_components(); }

bool percolates(const PoreSpace& pores) { return Connectivity(PoreSlab(pores)).percolates(Axis::x); }

// These hashes are those of the first build. Where one changes, the truths and the results that are kept in
// validation/results belong to other images, and must be made anew.
TEST(Families, give_the_same_voxels_on_every_machine) {
  const std::map<Family, std::string> hashes{
      {Family::parallel, "fnv1a64:9798a030ee30c384"}, {Family::cavity, "fnv1a64:ae1fe3df57ee5039"},
      {Family::sparse, "fnv1a64:b82e0b29d575666c"},   {Family::thin, "fnv1a64:24b8b63db2f51a13"},
      {Family::dilute, "fnv1a64:165eb2c796c82e33"},   {Family::noise, "fnv1a64:2e1e0d7968da5f49"},
      {Family::grains, "fnv1a64:9c3b692ccfa68a7d"},   {Family::joined, "fnv1a64:db6633d0c19913ff"}};
  for (const auto& [family, name] : names_of<Family>)
    EXPECT_EQ(hash_of(make_image(family, 1).pores), hashes.at(family)) << name;
}

TEST(Families, let_flow_pass_along_x_within_their_range_of_porosities) {
  struct Range {
    double least;
    double most;
  };
  // The least and the most that the numbers of each family allow, rounded outwards.
  const std::map<Family, Range> porosities{{Family::parallel, {0.03, 0.85}}, {Family::cavity, {0.2, 0.9}},
                                           {Family::sparse, {2e-5, 0.013}},  {Family::thin, {0.8, 0.9999}},
                                           {Family::dilute, {0.99, 1}},      {Family::noise, {0.33, 0.72}},
                                           {Family::grains, {0.06, 0.25}},   {Family::joined, {0.03, 0.85}}};
  for (const auto& [family, name] : names_of<Family>) {
    std::set<std::string> hashes;
    for (const std::uint64_t seed : {1, 2, 3}) {
      const HardImage image = make_image(family, seed);
      hashes.insert(hash_of(image.pores));
      EXPECT_TRUE(percolates(image.pores)) << name << ' ' << seed;
      EXPECT_GE(image.pores.porosity(), porosities.at(family).least) << name << ' ' << seed;
      EXPECT_LE(image.pores.porosity(), porosities.at(family).most) << name << ' ' << seed;
      EXPECT_LT(image.pores.count_pores(), image.pores.extent().voxels()) << name << ' ' << seed;
    }
    EXPECT_EQ(hashes.size(), 3U) << name << ": seeds give the same image";
  }
}

TEST(Families, parts_hold_all_pores_once_and_no_link_joins_them) {
  for (const Family family : {Family::parallel, Family::sparse})
    for (const std::uint64_t seed : {2, 3}) {
      const HardImage image = make_image(family, seed);
      PoreSpace sum(image.pores.extent());
      std::int64_t pores = 0;
      std::int64_t components = 0;
      for (const PoreSpace& part : image.parts) {
        for_each_voxel(whole(part.extent()), [&](std::int64_t x, std::int64_t y, std::int64_t z) {
          if (part.is_pore(x, y, z)) sum.set_pore(x, y, z);
        });
        pores += part.count_pores();
        components += count_components(part);
        EXPECT_TRUE(percolates(part)) << name_of(family) << ' ' << seed;
      }
      EXPECT_EQ(sum, image.pores) << name_of(family) << ' ' << seed;
      EXPECT_EQ(pores, image.pores.count_pores()) << name_of(family) << ' ' << seed;
      EXPECT_EQ(components, count_components(image.pores)) << name_of(family) << ' ' << seed;
    }
}

TEST(Families, joined_connects_the_parts_of_parallel_by_one_to_three_voxels) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6, 7, 8}) {
    const HardImage apart = make_image(Family::parallel, seed);
    const HardImage joined = make_image(Family::joined, seed);
    std::int64_t added = 0;
    for_each_voxel(whole(apart.pores.extent()), [&](std::int64_t x, std::int64_t y, std::int64_t z) {
      if (apart.pores.is_pore(x, y, z)) {
        EXPECT_TRUE(joined.pores.is_pore(x, y, z));
      } else if (joined.pores.is_pore(x, y, z)) {
        ++added;
      }
    });
    EXPECT_GE(added, 1) << seed;
    EXPECT_LE(added, 3) << seed;
    EXPECT_EQ(count_components(apart.pores), 2) << seed;
    EXPECT_EQ(count_components(joined.pores), 1) << seed;
    EXPECT_TRUE(joined.parts.empty());
  }
}

// A layer at an odd place is half of the voxels that become one, and those become pore. Two plates side by side, and a
// last layer that counts twice, stay.
TEST(Families, most_thin_images_have_no_solid_when_they_are_halved) {
  int lost = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    lost += halve(PoreSlab(make_image(Family::thin, seed).pores)).pores().porosity() == 1 ? 1 : 0;
  EXPECT_GE(lost, 12);
}

TEST(Dice, throw_whole_numbers_with_both_ends) {
  Dice dice(3, 1);
  std::map<std::int64_t, int> thrown;
  for (int i = 0; i < 6000; ++i) ++thrown[dice.between(-2, 3)];
  EXPECT_EQ(thrown.begin()->first, -2);
  EXPECT_EQ(thrown.rbegin()->first, 3);
  for (const auto& [number, count] : thrown) EXPECT_NEAR(count, 1000, 150) << number;
}

TEST(CutOut, leaves_one_plane_of_a_duct_and_one_layer_of_solid) {
  PoreSpace image({7, 20, 30});
  fill_with_pore(image, {{0, 7}, {3, 8}, {11, 15}});
  const CutOut cut = cut_out(image);
  EXPECT_EQ(cut.pores.extent(), (Extent{1, 6, 5}));
  EXPECT_EQ(cut.pores.count_pores(), 20);
  EXPECT_TRUE(cut.pores.is_pore(0, 4, 3));
  EXPECT_FALSE(cut.pores.is_pore(0, 5, 0));
  EXPECT_FALSE(cut.pores.is_pore(0, 0, 4));
  EXPECT_DOUBLE_EQ(cut.share, 30.0 / 600);
}

TEST(CutOut, keeps_an_image_whose_pores_reach_from_face_to_face) {
  PoreSpace image = open_cube(6);
  image.set_solid(2, 3, 4);
  const CutOut cut = cut_out(image);
  EXPECT_EQ(cut.pores, image);
  EXPECT_EQ(cut.share, 1);
}

}  // namespace
}  // namespace perm::families
