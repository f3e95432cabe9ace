// SPDX-License-Identifier: Apache-2.0
// The tables that options come from, without running the program.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "app/options/command.hpp"
#include "app/options/option_values.hpp"
#include "app/options/recipe_options.hpp"
#include "app/options/suggestion.hpp"

namespace perm {
namespace {

TEST(OptionTable, has_a_help_text_for_every_option_and_no_name_twice) {
  for (const Command& command :
       {solve_command(), sweep_command(), generate_command(), validate_command(), bench_command()}) {
    std::set<std::string> names;
    for (const OptionGroup& group : command.groups)
      for (const Option& option : group.options) {
        EXPECT_TRUE(names.insert(option.name).second) << command.name << " " << option.name;
        EXPECT_FALSE(option.help.empty()) << command.name << " " << option.name;
      }
  }
}

TEST(RecipeFile, every_recipe_of_the_repository_is_understood) {
  int recipes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(PERMEABILITY_GEOMETRIES)) {
    if (entry.path().extension() != ".ini") continue;
    EXPECT_NO_THROW(read_recipe_file(entry.path())) << entry.path();
    ++recipes;
  }
  EXPECT_GT(recipes, 0);
}

TEST(ParseExtent, reads_one_size_or_three) {
  EXPECT_EQ(parse_extent("size", "64"), (Extent{64, 64, 64}));
  EXPECT_EQ(parse_extent("size", "400x300x2"), (Extent{400, 300, 2}));
  EXPECT_EQ(parse_extent("size", "400,300,2"), (Extent{400, 300, 2}));
  for (const char* text : {"", "x", "4x", "4x4", "4x4x4x4", "4x4x4x", "4.5", "0", "-4", "4x4xz", "10000000"})
    EXPECT_THROW(parse_extent("size", text), InputError) << text;
}

TEST(ClosestWord, finds_what_was_meant_and_nothing_far_away) {
  const std::vector<std::string> known{"tolerance", "tau", "voxel-size", "pore"};
  EXPECT_EQ(closest_word("tolerence", known), "tolerance");
  EXPECT_EQ(closest_word("tol", known), "tolerance");
  EXPECT_EQ(closest_word("voxelsize", known), "voxel-size");
  EXPECT_EQ(closest_word("frobnicate", known), "");
}

}  // namespace
}  // namespace perm
