// SPDX-License-Identifier: Apache-2.0
#include "input/options/recipe_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "core/units.hpp"
#include "geometry/shapes/kinds.hpp"
#include "input/options/option_parser.hpp"
#include "input/options/shared_values.hpp"

namespace perm {
namespace {

std::optional<double> positive_number(const OptionValues& values, const std::string& name) {
  const std::optional<double> number = values.number(name);
  if (number && *number <= 0)
    throw InputError(fmt::format("--{} cannot be {}", name, *number), "it must be above zero",
                     "Give a positive number");
  return number;
}

std::optional<double> porosity_of(const OptionValues& values) {
  const std::optional<double> porosity = values.number("porosity");
  if (porosity && (*porosity <= 0 || *porosity > 1))
    throw InputError(fmt::format("--porosity cannot be {}", *porosity), "it is the share of the pores",
                     "Give a number between 0 and 1, for example 0.4");
  return porosity;
}

std::uint64_t seed_of(const OptionValues& values) {
  const std::int64_t seed = values.integer("seed").value_or(1);
  if (seed < 0)
    throw InputError(fmt::format("--seed cannot be {}", seed), "it must not be negative",
                     "Give a whole number from 0 on");
  return static_cast<std::uint64_t>(seed);
}

Shift shift_of(const OptionValues& values) {
  const std::vector<double> shift = values.numbers("shift").value_or(std::vector<double>{0});
  if (shift.size() == 1) return {shift[0], shift[0], shift[0]};
  if (shift.size() == 3) return {shift[0], shift[1], shift[2]};
  throw InputError(fmt::format("--shift cannot be '{}'", values.text("shift").value_or("")),
                   "it is a distance along x, y and z",
                   "Give three numbers, for example 0.5,0,0, or one for all three");
}

/// Lists the names of all kinds with their words; neighbours in the table that have the same words share them.
std::string describe_kinds() {
  std::string text;
  const std::span<const KindRow> rows = kind_table();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += rows[i].name;
    const bool shares_words = i + 1 < rows.size() && rows[i + 1].words == rows[i].words;
    text += shares_words ? ", " : fmt::format(": {}; ", rows[i].words);
  }
  return text;
}

/// Completes the row of an option that some kinds take: gives it its name, and ends its help with those kinds.
Option kind_option(RecipeOption option, Option row) {
  row.name = name_of(option);
  row.help += fmt::format(" (for {})", kinds_with(option));
  return row;
}

}  // namespace

std::vector<Option> recipe_options() {
  return {
      completed_by({"kind", "KIND", describe_kinds() + "--kind may be left out", "", ""}, list_kinds()),
      {"size", "N",
       "voxels along each axis, NXxNYxNZ, or one number for all three; cylinders: one number stands for a unit cell "
       "one voxel thick, NxNx1 (square) or, hexagonal, Nx(1.732 N)x1, rounded",
       "64", ""},
      kind_option(RecipeOption::porosity, {"", "P", "pore voxels over all voxels to aim at", "",
                                           "packing: 0.4; the others need it, or --radius"}),
      kind_option(RecipeOption::radius,
                  {"", "R",
                   "radius in voxels of the spheres (of a packing the mean one), the cylinders, the fibres or the "
                   "tube; spheres: "
                   "of all spheres of a file without radii, in the unit of the file",
                   "", "packing, overlap: a tenth of the smallest size, fibres: 1/24 of it, from 1 to 12"}),
      kind_option(RecipeOption::inner_radius, {"", "R", "radius of the rod, voxels", "", ""}),
      kind_option(RecipeOption::radius_spread,
                  advanced({"", "S", "standard deviation of the radius over its mean (log-normal)", "0", ""})),
      kind_option(RecipeOption::gap,
                  {"", "H", "plates: distance between them; duct: its height; whole voxels", "", ""}),
      kind_option(RecipeOption::width, {"", "W", "its width, whole voxels", "", "its height"}),
      kind_option(
          RecipeOption::axis,
          {"", join_names<Axis>("|"),
           "the flow direction of a channel; plates are normal to the axis after it; cylinders and aligned fibres "
           "lie along it, and planar fibres across it",
           "", "x; cylinders, fibres: z, so that flow along x meets cylinders across"}),
      kind_option(RecipeOption::shift,
                  {"", "DX,DY,DZ",
                   "voxels, or fractions of one, by which the geometry is moved before it becomes voxels, "
                   "periodically; one number is for all three axes",
                   "0", ""}),
      kind_option(RecipeOption::seed, {"", "S", "start of the random numbers; same seed, same voxels", "1", ""}),
      kind_option(
          RecipeOption::moves,
          advanced(
              {"", "N",
               "moves of each sphere at random, without overlap, once it is packed. 0: as packed, many nearly touch, "
               "as in a bed; 500: thermal equilibrium, for which correlations for the drag hold",
               "0", ""})),
      kind_option(RecipeOption::centres, {"", "FILE", "text file, 'x y z radius' a line", "", ""}),
      kind_option(RecipeOption::diameters, advanced({"", "", "the fourth column of the file is a diameter", "", ""})),
      kind_option(RecipeOption::box,
                  advanced({"", "L", "edge of the periodic box along x, in the unit of the file", "1", ""})),
      kind_option(RecipeOption::orientation,
                  {"", join_names<Orientation>("|"),
                   "isotropic: they point every way alike; planar: every way across --axis, as in a nonwoven; aligned: "
                   "along --axis, through the whole image",
                   "isotropic", ""}),
      kind_option(RecipeOption::length,
                  advanced({"", "L", "length of the centre line of a fibre, voxels; not for aligned ones", "",
                            "the longest size"})),
      kind_option(
          RecipeOption::persistence_length,
          advanced({"", "P",
                    "makes them curved: over so many voxels a fibre forgets its direction, and the mean cosine between "
                    "two places at a distance s along it is exp(-s/P); at least a diameter, not for aligned ones",
                    "", "straight"})),
      kind_option(RecipeOption::second_radius,
                  advanced({"", "R", "radius of the other fibres of a mixture, voxels", "", "none"})),
      kind_option(RecipeOption::second_share,
                  advanced({"", "F", "their share of the volume of all fibres, between 0 and 1", "", ""})),
      kind_option(RecipeOption::overlap,
                  advanced({"", join_names<FibreOverlap>("|"), "whether fibres may overlap each other", "yes", ""})),
  };
}

std::vector<Option> random_medium_options() {
  constexpr std::array names{
      RecipeOption::radius_spread,      RecipeOption::moves,         RecipeOption::orientation,  RecipeOption::length,
      RecipeOption::persistence_length, RecipeOption::second_radius, RecipeOption::second_share, RecipeOption::overlap};
  std::vector<Option> options = recipe_options();
  std::erase_if(options, [&names](const Option& option) {
    return std::ranges::none_of(
        names, [&option](RecipeOption name) { return name_of(name) == std::string_view(option.name); });
  });
  return options;
}

void read_random_medium(const OptionValues& values, Recipe& recipe) {
  recipe.radius_spread = values.number("radius-spread").value_or(0);
  if (recipe.radius_spread < 0)
    throw InputError(fmt::format("--radius-spread cannot be {}", recipe.radius_spread), "it must not be negative",
                     "Give 0 for equal spheres, or for example 0.2");
  recipe.moves = values.integer("moves").value_or(0);
  if (recipe.moves < 0)
    throw InputError(fmt::format("--moves cannot be {}", recipe.moves), "it must not be negative",
                     "Give 0 for spheres as they were packed, or 500 for those of thermal equilibrium");
  recipe.orientation = values.choice<Orientation>("orientation");
  recipe.length = positive_number(values, "length");
  recipe.persistence_length = positive_number(values, "persistence-length");
  recipe.second_radius = positive_number(values, "second-radius");
  recipe.second_share = positive_number(values, "second-share");
  recipe.overlap = values.choice<FibreOverlap>("overlap");
}

Extent read_extent(const OptionValues& values, const Recipe& recipe) {
  const std::string text = values.text("size").value_or("");
  const Extent extent = parse_extent("size", text);
  return text.find_first_of("xX,") == std::string::npos ? unit_cell_of(recipe, extent.nx) : extent;
}

Recipe read_recipe(const OptionValues& values) {
  const std::optional<std::string> kind = values.text("kind");
  if (!kind) throw UsageError("No kind of geometry is given", "", fmt::format("Name one of {}", list_kinds()));
  Recipe recipe;
  recipe.kind = parse_geometry_kind(*kind);
  if (values.is_given("axis")) recipe.axis = values.choice<Axis>("axis");
  recipe.extent = read_extent(values, recipe);
  recipe.porosity = porosity_of(values);
  recipe.radius = positive_number(values, "radius");
  recipe.inner_radius = positive_number(values, "inner-radius");
  recipe.gap = positive_number(values, "gap");
  recipe.width = positive_number(values, "width");
  recipe.shift = shift_of(values);
  recipe.seed = seed_of(values);
  recipe.centres = values.text("centres").value_or("");
  recipe.centres_hold_diameters = values.is_on("diameters");
  recipe.box = positive_number(values, "box").value_or(1);
  read_random_medium(values, recipe);
  for (const RecipeOption option : {RecipeOption::seed, RecipeOption::box})  // which every recipe has
    if (values.is_given(std::string(name_of(option))) && !row_of(recipe.kind).takes(option))
      refuse_option(recipe.kind, option);
  return recipe;
}

RecipeFile read_recipe_file(const std::filesystem::path& path) {
  std::vector<Option> options = recipe_options();
  options.push_back({"voxel-size", "LENGTH", "edge of a voxel with its unit", "", ""});
  const OptionValues values = parse_option_file(path, options);
  if (!values.is_given("kind"))
    throw InputError(fmt::format("The recipe '{}' names no kind", path.string()), "the key 'kind' is missing",
                     "Add for example 'kind = packing'");
  RecipeFile file{read_recipe(values), {}, shared_values(options, values)};
  if (!file.recipe.centres.empty() && file.recipe.centres.is_relative())
    file.recipe.centres = path.parent_path() / file.recipe.centres;
  if (const std::optional<std::string> size = values.text("voxel-size")) file.voxel_size_m = parse_voxel_size_m(*size);
  return file;
}

std::string describe_recipe(const Recipe& recipe) {
  std::string text = to_string(recipe.kind);
  const auto add = [&text](const char* name, const std::optional<double>& value) {
    if (value) text += fmt::format(", {} {:g}", name, *value);
  };
  add("porosity", recipe.porosity);
  add("radius", recipe.radius);
  add("inner radius", recipe.inner_radius);
  add("second radius", recipe.second_radius);
  add("its share", recipe.second_share);
  add("length", recipe.length);
  add("persistence length", recipe.persistence_length);
  add("gap", recipe.gap);
  add("width", recipe.width);
  const KindRow& row = row_of(recipe.kind);
  if (recipe.radius_spread > 0) text += fmt::format(", radius spread {:g}", recipe.radius_spread);
  if (recipe.moves > 0) text += fmt::format(", {} moves", recipe.moves);
  if (row.takes(RecipeOption::seed)) text += fmt::format(", seed {}", recipe.seed);
  if (row.takes(RecipeOption::centres)) text += fmt::format(" of {}", recipe.centres.string());
  if (row.takes(RecipeOption::orientation)) {
    text += fmt::format(", {}", name_of(recipe.orientation));
    if (recipe.orientation != Orientation::isotropic)
      text += fmt::format(" {} {}", recipe.orientation == Orientation::planar ? "across" : "along",
                          axis_letter(axis_of(recipe)));
    if (recipe.overlap == FibreOverlap::no) text += ", without overlap";
  } else if (row.takes(RecipeOption::axis)) {
    text += fmt::format(" along {}", axis_letter(axis_of(recipe)));
  }
  const Shift& shift = recipe.shift;
  if (shift != Shift{}) text += fmt::format(", shifted by {:g}, {:g}, {:g}", shift.x, shift.y, shift.z);
  return text;
}

}  // namespace perm
