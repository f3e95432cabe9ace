// SPDX-License-Identifier: Apache-2.0
// Recipes as a user writes them: options of `generate`, which are also the keys of geometries/*.ini files.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "core/agreement/agreement.hpp"
#include "geometry/shapes/recipe.hpp"
#include "input/options/option.hpp"
#include "input/options/option_values.hpp"

namespace perm {

/// Gives --kind, --size and the options of the kinds.
std::vector<Option> recipe_options();

/// Gives those options of the kinds that say what random fibres are like, and how broad the radii of a packing are.
std::vector<Option> random_medium_options();

/// Reads them into a recipe. Throws InputError.
void read_random_medium(const OptionValues& values, Recipe& recipe);

/// Gives the value of --size; one number stands for a unit cell of the recipe's kind. Throws InputError.
Extent read_extent(const OptionValues& values, const Recipe& recipe);

/// Builds the recipe. Throws InputError for a value that is out of range and UsageError when the kind is missing.
Recipe read_recipe(const OptionValues& values);

/// A recipe from a file, with the voxel size where the file gives one.
struct RecipeFile {
  Recipe recipe;
  std::optional<double> voxel_size_m;
  std::vector<SharedValue> values;  ///< what the file says, for processes to compare
};

/// Reads a recipe file; a relative `centres` starts at the folder of that file. Throws InputError.
RecipeFile read_recipe_file(const std::filesystem::path& path);

/// Gives "packing, 64 x 64 x 64, porosity 0.4, seed 1" for the record.
std::string describe_recipe(const Recipe& recipe);

}  // namespace perm
