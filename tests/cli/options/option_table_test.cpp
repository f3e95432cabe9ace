// SPDX-License-Identifier: Apache-2.0
// These tests read the tables that options come from, without running the program.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "app/commands/command_list.hpp"
#include "geometry/shapes/kinds.hpp"
#include "input/options/option_values.hpp"
#include "input/options/recipe_options.hpp"
#include "input/options/suggestion.hpp"

namespace perm {
namespace {

TEST(OptionTable, has_a_help_text_for_every_option_and_no_name_twice) {
  for (const Command& command : all_commands()) {
    std::set<std::string> names;
    for (const OptionGroup& group : command.groups)
      for (const Option& option : group.options) {
        EXPECT_TRUE(names.insert(option.name).second) << command.name << " " << option.name;
        EXPECT_FALSE(option.help.empty()) << command.name << " " << option.name;
      }
  }
}

TEST(RecipeFile, of_the_repository_is_understood_and_there_is_one_of_every_kind) {
  std::set<GeometryKind> kinds;
  for (const auto& entry : std::filesystem::directory_iterator(PERMEABILITY_GEOMETRIES)) {
    if (entry.path().extension() != ".ini") continue;
    SCOPED_TRACE(entry.path().string());
    kinds.insert(read_recipe_file(entry.path()).recipe.kind);
  }
  for (const KindRow& row : kind_table()) EXPECT_TRUE(kinds.contains(row.kind)) << "geometries/ has no " << row.name;
}

TEST(RecipeOptions, have_a_row_for_every_option_and_name_every_kind) {
  const std::vector<Option> options = recipe_options();
  const auto row_named = [&](std::string_view name) {
    return *std::ranges::find_if(options, [&](const Option& option) { return option.name == name; });
  };
  EXPECT_EQ(options.size(), names_of<RecipeOption>.size() + 2) << "those, kind and size";
  for (const auto& [option, name] : names_of<RecipeOption>)
    EXPECT_THAT(row_named(name).help, testing::HasSubstr(kinds_with(option)));
  for (const KindRow& row : kind_table()) {
    EXPECT_THAT(row_named("kind").help, testing::HasSubstr(std::string(row.name)));
    EXPECT_THAT(row_named("kind").help, testing::HasSubstr(std::string(row.words)));
  }
}

TEST(ParseExtent, reads_one_size_or_three) {
  EXPECT_EQ(parse_bytes("m", "4096"), 4096);
  EXPECT_EQ(parse_bytes("m", "16GiB"), std::int64_t{16} << 30);
  EXPECT_EQ(parse_bytes("m", "1.5 MB"), 1'500'000);
  for (const char* wrong : {"", "GiB", "-1GB", "0", "16 gigs", "nan", "1e30"})
    EXPECT_THROW(parse_bytes("m", wrong), InputError) << wrong;
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
