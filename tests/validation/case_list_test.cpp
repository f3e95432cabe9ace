// SPDX-License-Identifier: Apache-2.0
#include "validation/cases/case_list.hpp"
#include "validation/studies/study_cases.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include "core/errors.hpp"

namespace perm::validation {
namespace {

/// Gives all cases. They are made once.
const std::vector<Case>& all_cases() {
  static const std::vector<Case> cases = [] {
    std::vector<Case> all;
    constexpr auto standard = Thoroughness::standard;
    for (auto&& group : {channel_cases(standard, {}), cylinder_array_cases(standard, {}),
                         sphere_array_cases(standard, {}), packing_cases(standard, {}, {})})
      all.insert(all.end(), group.begin(), group.end());
    return all;
  }();
  return cases;
}

TEST(CaseList, gives_every_case_a_source_and_every_limit_a_reason) {
  std::set<std::string> names;
  for (const Case& one : all_cases()) {
    EXPECT_TRUE(names.insert(one.name).second) << one.name;
    EXPECT_EQ(one.name.find_first_of(" ,\""), std::string::npos) << one.name;
    EXPECT_GT(one.reference.permeability, 0) << one.name;
    EXPECT_FALSE(one.reference.source.empty()) << one.name;
    EXPECT_FALSE(one.reference.unit.empty()) << one.name;
    EXPECT_FALSE(one.limits.empty()) << one.name;
    for (const Limit& limit : one.limits) {
      EXPECT_FALSE(limit.reason.empty()) << one.name;
      EXPECT_LT(limit.low, limit.high) << one.name;
    }
    for (std::size_t i = 1; i < one.levels.size(); ++i)
      EXPECT_EQ(one.levels[i].resolution, 2 * one.levels[i - 1].resolution) << one.name;
  }
  EXPECT_GE(names.size(), 25U);
}

TEST(CaseList, goes_from_porosity_095_to_touching_in_all_three_arrays_within_35_percent_at_128) {
  for (const std::string lattice : {"sc-", "bcc-", "fcc-"}) {
    std::vector<Case> cases = all_cases();
    std::erase_if(cases, [&](const Case& one) { return one.name.rfind(lattice, 0) != 0; });
    ASSERT_EQ(cases.size(), 5U) << lattice;
    EXPECT_NE(cases.front().name.find("0.05"), std::string::npos);
    EXPECT_NE(cases.back().title.find("touching"), std::string::npos);
    for (const Case& one : cases)
      EXPECT_EQ(std::count_if(one.limits.begin(), one.limits.end(),
                              [](const Limit& limit) {
                                return limit.of == Quantity::error && limit.resolution == 128 && limit.high == 0.035;
                              }),
                1)
          << one.name;
  }
}

TEST(CaseList, makes_only_what_is_selected) {
  EXPECT_EQ(channel_cases(Thoroughness::quick, {"tube"}).size(), 1U);
  EXPECT_EQ(sphere_array_cases(Thoroughness::quick, {"sc-0.2"}).size(), 1U);
  EXPECT_TRUE(sphere_array_cases(Thoroughness::quick, {"tube"}).empty());
}

TEST(CaseList, knows_packs_from_files_and_refuses_spheres_of_several_sizes) {
  const std::filesystem::path folder = std::filesystem::path(PERM_SHARED_DIR) / "packs";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no packs at ../shared/packs";
  const std::vector<Case> cases = packing_cases(Thoroughness::quick, {"pack-"}, {folder / "periodic120_1.dat"});
  ASSERT_EQ(cases.size(), 1U);
  EXPECT_EQ(cases[0].levels.at(0).trials.size(), 3U);
  EXPECT_NEAR(cases[0].levels[0].unit_voxel2, std::pow(0.2049298395197904 * 64, 2), 1e-9);
  const auto mixed = std::filesystem::temp_directory_path() / "perm_mixed_pack.txt";
  std::ofstream(mixed) << "0.2 0.2 0.2 0.1\n0.7 0.7 0.7 0.2\n";
  EXPECT_THROW(packing_cases(Thoroughness::quick, {}, {mixed}), InputError);
  std::filesystem::remove(mixed);
}

TEST(PlacementShift, spreads_over_the_voxel) {
  std::set<std::array<int, 3>> octants;
  for (int i = 0; i < 8; ++i) {
    const auto shift = placement_shift(i);
    for (const double s : {shift.x, shift.y, shift.z}) EXPECT_TRUE(s >= 0 && s < 1);
    octants.insert({shift.x < 0.5 ? 0 : 1, shift.y < 0.5 ? 0 : 1, shift.z < 0.5 ? 0 : 1});
  }
  EXPECT_GE(octants.size(), 5U);
}

}  // namespace
}  // namespace perm::validation
