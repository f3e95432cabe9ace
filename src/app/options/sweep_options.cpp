// SPDX-License-Identifier: Apache-2.0
#include "app/options/sweep_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/options/boundary_options.hpp"
#include "app/options/conduct_options.hpp"
#include "app/options/image_sweep_options.hpp"
#include "app/options/machine_options.hpp"
#include "app/options/overwrite_option.hpp"
#include "core/errors.hpp"
#include "core/text_file.hpp"
#include "core/units.hpp"
#include "geometry/shapes/kinds.hpp"
#include "input/options/gas_options.hpp"
#include "input/options/recipe_options.hpp"
#include "solver/closed_faces.hpp"
#include "validation/cases/kind_references.hpp"
#include "validation/cases/validation_case.hpp"

namespace perm {
namespace {

constexpr std::size_t most_points = 1000;
constexpr const char* both_walls = "both";  // as a value of --walls

bool takes(const Recipe& recipe, RecipeOption option) { return row_of(recipe.kind).takes(option); }

/// Says whether a seed places the spheres at random; such spheres keep their radius while the porosity is varied.
bool is_random(const Recipe& recipe) { return takes(recipe, RecipeOption::seed); }

double parse_number(const std::string& option, std::string_view text) {
  double number = 0;
  const auto [end, error] = scan_number(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size() && std::isfinite(number)) return number;
  throw InputError(fmt::format("--{} cannot be '{}'", option, text), "that is not a number or a range",
                   fmt::format("Give for example --{} 0.3:0.9:0.05 (from, to, step) or --{} 0.3,0.5", option, option));
}

std::vector<GeometryKind> read_kinds(const OptionValues& values) {
  const std::optional<std::string> list = values.text("kind");
  if (!list)
    throw UsageError("No KIND is given", "sweep needs a kind of geometry",
                     "Name one or more, for example: permeability sweep sc,bcc,fcc");
  std::vector<GeometryKind> kinds;
  TextStream words(*list);
  for (std::string word; std::getline(words, word, ',');) {
    const GeometryKind kind = parse_geometry_kind(word);
    if (!row_of(kind).takes(RecipeOption::porosity))
      throw InputError(fmt::format("{} cannot be swept", word), "it has no porosity to choose",
                       fmt::format("Sweep one of: {}", kinds_with(RecipeOption::porosity)));
    if (std::ranges::find(kinds, kind) != kinds.end())
      throw InputError(fmt::format("{} is named twice", word), "each kind is swept once", "Leave one out");
    kinds.push_back(kind);
  }
  if (kinds.empty() || list->ends_with(',')) parse_geometry_kind(*list);  // throws
  return kinds;
}

/// Gives the part of the recipe that all points of a kind have in common.
Recipe read_common(const OptionValues& values, GeometryKind kind) {
  Recipe recipe;
  recipe.kind = kind;
  recipe.extent = read_extent(values, recipe);
  const std::int64_t seed = values.integer("seed").value_or(1);
  if (seed < 0) throw InputError(fmt::format("--seed cannot be {}", seed), "it must not be negative", "Give 0 or more");
  recipe.seed = static_cast<std::uint64_t>(seed);
  read_random_medium(values, recipe);
  refuse_foreign_options(recipe);
  return recipe;
}

std::vector<Recipe> realise(const Recipe& recipe, std::int64_t realisations) {
  std::vector<Recipe> all;
  for (int i = 0; i < realisations; ++i) {
    Recipe one = recipe;
    if (is_random(recipe))
      one.seed = recipe.seed + static_cast<std::uint64_t>(i);
    else if (realisations > 1)
      one.shift = validation::placement_shift(i);
    if (takes(recipe, RecipeOption::axis)) one.shift.z = 0;  // the cylinders lie along z, where a shift does nothing
    all.push_back(one);
  }
  return all;
}

std::int64_t read_realisations(const OptionValues& values, const Recipe& recipe) {
  const bool is_placed = takes(recipe, RecipeOption::shift) && !is_random(recipe);
  const std::int64_t realisations = values.integer("realisations").value_or(is_placed ? 4 : 1);
  if (realisations < 1 || realisations > 1000)
    throw InputError(fmt::format("--realisations cannot be {}", realisations), "it lies between 1 and 1000",
                     "Give for example 4");
  return realisations;
}

/// Reads the radius that spheres at random keep.
double read_one_radius(const std::string& text) {
  const std::vector<double> radius = parse_numbers("radius", text);
  if (radius.size() == 1 && radius.front() > 0) return radius.front();
  throw InputError(fmt::format("--radius cannot be '{}'", text),
                   "spheres at random keep theirs while the porosity is swept", "Give one positive number");
}

/// What is varied: porosities or radii.
struct VariedSizes {
  bool by_radius{false};
  std::vector<double> values;
};

VariedSizes read_varied(const OptionValues& values, const Recipe& recipe) {
  const bool by_radius = values.is_given("radius") && !is_random(recipe);
  if (by_radius && values.is_given("porosity"))
    throw UsageError("--porosity and --radius are both given", "one of them is varied, and the other follows",
                     "Give for example --porosity 0.5:0.95:0.05 (from, to, step)");
  const char* varied = by_radius ? "radius" : "porosity";
  if (!values.is_given(varied)) return {false, validation::default_porosities(recipe.kind)};
  VariedSizes read{by_radius, parse_numbers(varied, *values.text(varied))};
  for (const double value : read.values)
    if (!(value > 0) || (!by_radius && value >= 1))
      throw InputError(fmt::format("--{} cannot be {:g}", varied, value),
                       by_radius ? "a radius is above zero" : "a porosity lies between 0 and 1", "Correct the range");
  return read;
}

SweptKind read_kind(const OptionValues& values, GeometryKind kind) {
  Recipe common = read_common(values, kind);
  const VariedSizes varied = read_varied(values, common);
  if (is_random(common) && values.is_given("radius")) common.radius = read_one_radius(*values.text("radius"));
  const std::int64_t realisations = read_realisations(values, common);
  SweptKind swept{kind, {}, {}};
  for (const double value : varied.values) {
    Recipe recipe = common;
    (varied.by_radius ? recipe.radius : recipe.porosity) = value;
    check_size(recipe);
    swept.points.push_back(realise(recipe, realisations));
  }
  return swept;
}

void require_meaning(const OptionValues& values, const std::vector<GeometryKind>& kinds) {
  const auto random = [](GeometryKind kind) { return row_of(kind).takes(RecipeOption::seed); };
  if (values.is_given("radius") && std::ranges::any_of(kinds, random) && !std::ranges::all_of(kinds, random))
    throw UsageError("--radius is given for arrays and for spheres at random",
                     "it is varied for arrays, and is one for all of the others", "Sweep them apart");
  if (values.is_given("seed") && std::ranges::none_of(kinds, random)) refuse_option(kinds.front(), RecipeOption::seed);
}

/// Gives walls to a kind, whose flows are otherwise like `flow`: those that were asked for, or the best it can have.
std::vector<Walls> walls_of(const Recipe& recipe, const OptionValues& values, const FlowOptions& flow) {
  if (values.text("walls") == both_walls) return {Walls::voxels, Walls::sub_voxel};
  if (values.text("walls") != automatic_walls) return {flow.walls};
  return {surface_maker(recipe) && !find_need_of_voxels(flow) ? Walls::sub_voxel : Walls::voxels};
}

std::string folder_of_sweep(std::string geometry) {
  std::ranges::replace(geometry, ',', '-');
  return "sweep-" + geometry;
}

}  // namespace

std::vector<double> parse_numbers(const std::string& option, const std::string& text) {
  const char separator = text.find(':') != std::string::npos ? ':' : ',';
  std::vector<double> parts;
  TextStream words(text);
  for (std::string word; std::getline(words, word, separator);) parts.push_back(parse_number(option, word));
  if (separator == ',') {
    if (parts.empty()) parse_number(option, text);
    return parts;
  }
  if (parts.size() != 3) parse_number(option, text);
  const double from = parts[0];
  const double step = parts[2];
  const double steps = (parts[1] - from) / step;
  if (!(steps >= 0) || steps > static_cast<double>(most_points))
    throw InputError(fmt::format("--{} cannot be '{}'", option, text),
                     steps >= 0 ? fmt::format("that is more than {} points", most_points)
                                : std::string("the step does not lead from the first number to the second"),
                     fmt::format("Give from:to:step, for example --{} 0.3:0.9:0.05", option));
  std::vector<double> numbers;
  for (int i = 0; i <= static_cast<int>(std::floor(steps + 1e-9)); ++i)
    numbers.push_back(std::round((from + i * step) * 1e12) / 1e12);  // so that 0.3 + 0.05 is 0.35
  return numbers;
}

std::vector<OptionGroup> sweep_option_groups() {
  std::vector<Option> flow = flow_setting_options("1e-3");
  Option& walls = *std::ranges::find(flow, "walls", &Option::name);
  walls.value += fmt::format("|{}", both_walls);
  walls.help += fmt::format("; {}, of kinds: each beside the other", both_walls);
  flow.insert(flow.begin(), direction_option("xyz sweeps along all three (an image: one of them)"));
  for (Option& option : boundary_options("periodic for kinds and for images whose opposite faces match, sealed for "
                                         "other images; chosen once, from the "
                                         "unchanged image"))
    flow.push_back(std::move(option));
  std::vector<Option> run = machine_options();
  run.push_back(conduct_option());
  for (Option& option : gas_options()) run.push_back(std::move(option));
  run.push_back({"output", "DIR", "folder for sweep.csv, sweep.json and what is solved on the way", "",
                 "sweep-<kinds, or name of the image> in the current folder", 'o'});
  run.push_back(overwrite_option());
  for (Option& option : report_options()) run.push_back(std::move(option));
  for (Option& option : checkpoint_options()) run.push_back(std::move(option));
  run.push_back({"quiet", "", "print the results only, and no progress", "", ""});
  run.push_back({"config", "FILE", "read options from a file of 'key = value' lines", "", ""});
  run.push_back({"help", "", "show this", "", "", 'h'});
  const std::string random = kinds_with(RecipeOption::seed, ", ");
  std::vector<OptionGroup> groups{
      {"Geometry",
       {completed_by({"kind", "KIND[,KIND]",
                      kinds_with(RecipeOption::porosity) + ", as for generate; --kind may be left out", "", ""},
                     kinds_with(RecipeOption::porosity)),
        {"porosity", "LIST", "what is varied: from:to:step, both ends included, or numbers with commas", "",
         "arrays of spheres: 15 from touching to 0.98; else 0.4:0.95:0.05"},
        {"radius", "LIST",
         fmt::format("in its place for arrays, voxels; {}: one radius for all, and --porosity is varied", random), "",
         "packing, overlap: a tenth of the smallest size; fibres: 1/24 of it"},
        {"size", "N", "voxels along each axis, one number or NXxNYxNZ", "64", ""},
        {"realisations", "N",
         "images for each porosity, whose mean and spread are given: sub-voxel placements of an array, seeds of "
         "spheres at random",
         "", "4 for arrays, 1 for " + random},
        {"seed", "S", random + ": the first seed", "1", ""},
        {"voxel-size", "LENGTH", "edge of a voxel with its unit, for results in mD and m^2 too", "", ""},
        {"overlay", "FILE",
         "published points to draw beside: a table with the columns porosity, permeability_over_d2 and, if there is "
         "one, name",
         "", ""}}},
      image_sweep_option_group(),
      {"Flow", std::move(flow)},
      {"Run", std::move(run)}};
  for (Option& option : random_medium_options()) groups.front().options.push_back(advanced(std::move(option)));
  return groups;
}

SweepOptions read_sweep_options(const OptionValues& values) {
  SweepOptions options;
  const std::vector<GeometryKind> kinds = read_kinds(values);
  require_meaning(values, kinds);
  for (const GeometryKind kind : kinds) {
    options.kinds.push_back(read_kind(values, kind));
    options.geometry += (options.geometry.empty() ? "" : ",") + to_string(kind);
  }
  if (const auto size = values.text("voxel-size")) options.voxel_size_m = parse_voxel_size_m(*size);
  if (const auto file = values.text("overlay")) options.overlay = validation::read_published_points(*file);
  OptionValues with_one = values;
  if (values.text("walls") == both_walls) with_one.set("walls", to_string(Walls::sub_voxel));
  options.flow = read_flow_settings(with_one);
  require_no_slip(options.flow);
  for (SweptKind& kind : options.kinds) kind.walls = walls_of(kind.points.front().front(), values, options.flow);
  options.directions = read_directions(values);
  options.conducts = values.is_on("conduct");
  options.gas = read_gas(values);
  require_size_for_gas(options.gas, options.voxel_size_m);
  options.flow.boundary = read_boundary(values);
  require_linear(options.flow.boundary, options.flow.solver.equilibrium);
  options.output = values.text("output").value_or(folder_of_sweep(options.geometry));
  options.overwrite = read_overwrite(values);
  options.report = read_report_files(values);
  options.checkpoint = read_checkpoint_options(values);
  if (values.is_on("quiet")) options.talk = Talk::results_only;
  options.command_line = values.command_line();
  options.command_line.insert(options.command_line.begin(), {"permeability", "sweep"});
  return options;
}

}  // namespace perm
