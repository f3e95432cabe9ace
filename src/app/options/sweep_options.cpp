// SPDX-License-Identifier: Apache-2.0
#include "app/options/sweep_options.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <sstream>
#include <string_view>

#include "app/options/machine_options.hpp"
#include "app/options/overwrite_option.hpp"
#include "app/options/recipe_options.hpp"
#include "core/errors.hpp"
#include "core/units.hpp"
#include "geometry/shapes/kinds.hpp"
#include "validation/cases/validation_case.hpp"

namespace perm {
namespace {

constexpr std::size_t most_points = 1000;

bool takes(const Recipe& recipe, RecipeOption option) { return row_of(recipe.kind).takes(option); }

/// Says whether a seed places the spheres at random; such spheres keep their radius while the porosity is varied.
bool is_random(const Recipe& recipe) { return takes(recipe, RecipeOption::seed); }

double parse_number(const std::string& option, std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size() && std::isfinite(number)) return number;
  throw InputError(fmt::format("--{} cannot be '{}'", option, text), "that is not a number or a range",
                   fmt::format("Give for example --{} 0.3:0.9:0.05 (from, to, step) or --{} 0.3,0.5", option, option));
}

Recipe read_common(const OptionValues& values) {
  const std::optional<std::string> kind = values.text("kind");
  if (!kind)
    throw UsageError("No KIND is given", "sweep needs a kind of geometry",
                     "Name one, for example: permeability sweep sc --porosity 0.5:0.95:0.05");
  Recipe recipe;
  recipe.kind = parse_geometry_kind(*kind);
  if (!takes(recipe, RecipeOption::porosity))
    throw InputError(fmt::format("{} cannot be swept", *kind), "it has no porosity to choose",
                     fmt::format("Sweep one of: {}", kinds_with(RecipeOption::porosity)));
  recipe.extent = read_extent(values, recipe);
  const std::int64_t seed = values.integer("seed").value_or(1);
  if (seed < 0) throw InputError(fmt::format("--seed cannot be {}", seed), "it must not be negative", "Give 0 or more");
  recipe.seed = static_cast<std::uint64_t>(seed);
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

void read_points(const OptionValues& values, SweepOptions& options) {
  const bool by_radius = values.is_given("radius") && !is_random(options.recipe);
  if (by_radius == values.is_given("porosity"))
    throw UsageError(by_radius ? "--porosity and --radius are both given" : "Neither --porosity nor --radius is given",
                     "one of them is varied, and the other follows",
                     "Give for example --porosity 0.5:0.95:0.05 (from, to, step)");
  const std::int64_t realisations = values.integer("realisations").value_or(1);
  if (realisations < 1 || realisations > 1000)
    throw InputError(fmt::format("--realisations cannot be {}", realisations), "it lies between 1 and 1000",
                     "Give for example 4");
  if (values.is_given("radius") && !by_radius) {
    const std::vector<double> radius = parse_numbers("radius", *values.text("radius"));
    if (radius.size() != 1 || radius.front() <= 0)
      throw InputError(fmt::format("--radius cannot be '{}'", *values.text("radius")),
                       "spheres at random keep theirs while the porosity is swept", "Give one positive number");
    options.recipe.radius = radius.front();
  }
  const char* varied = by_radius ? "radius" : "porosity";
  for (const double value : parse_numbers(varied, *values.text(varied))) {
    if (!(value > 0) || (!by_radius && value >= 1))
      throw InputError(fmt::format("--{} cannot be {:g}", varied, value),
                       by_radius ? "a radius is above zero" : "a porosity lies between 0 and 1", "Correct the range");
    Recipe recipe = options.recipe;
    (by_radius ? recipe.radius : recipe.porosity) = value;
    check_size(recipe);
    options.points.push_back(realise(recipe, realisations));
  }
}

}  // namespace

std::vector<double> parse_numbers(const std::string& option, const std::string& text) {
  const char separator = text.find(':') != std::string::npos ? ':' : ',';
  std::vector<double> parts;
  std::istringstream words(text);
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
  flow.insert(flow.begin(), {"direction", join_names<Axis>("|"), "direction of the flow", "x", ""});
  std::vector<Option> run = machine_options();
  run.push_back({"output", "DIR", "folder for sweep.csv, sweep.json and what is solved on the way", "",
                 "sweep-<kind> in the current folder", 'o'});
  run.push_back(overwrite_option());
  run.push_back({"report", "FILE", "also make an HTML report, one file (needs matplotlib and Jinja2)", "", ""});
  run.push_back({"quiet", "", "print the results only, and no progress", "", ""});
  run.push_back({"config", "FILE", "read options from a file of 'key = value' lines", "", ""});
  run.push_back({"help", "", "show this", "", "", 'h'});
  const std::string random = kinds_with(RecipeOption::seed, ", ");
  return {{"Geometry",
           {{"kind", "KIND", kinds_with(RecipeOption::porosity) + ", as for generate; --kind may be left out", "", ""},
            {"porosity", "LIST", "what is varied: from:to:step, both ends included, or numbers with commas", "", ""},
            {"radius", "LIST",
             fmt::format("in its place for arrays, voxels; {}: one radius for all, and --porosity is varied", random),
             "", "packing, overlap: a tenth of the smallest size, fibres: 1/24 of it"},
            {"size", "N", "voxels along each axis, one number or NXxNYxNZ", "64", ""},
            {"realisations", "N",
             "images for each porosity, whose mean and spread are given: sub-voxel placements of an array, seeds of "
             "spheres at random",
             "1", ""},
            {"seed", "S", random + ": the first seed", "1", ""},
            {"voxel-size", "LENGTH", "edge of a voxel with its unit, for results in m^2 too", "", ""}}},
          {"Flow", std::move(flow)},
          {"Run", std::move(run)}};
}

SweepOptions read_sweep_options(const OptionValues& values) {
  SweepOptions options;
  options.recipe = read_common(values);
  read_points(values, options);
  if (const auto size = values.text("voxel-size")) options.voxel_size_m = parse_voxel_size_m(*size);
  options.flow = read_flow_settings(values);
  options.flow.direction = values.choice<Axis>("direction");
  options.output = values.text("output").value_or("sweep-" + to_string(options.recipe.kind));
  options.overwrite = read_overwrite(values);
  if (const auto file = values.text("report")) options.report = *file;
  if (values.is_on("quiet")) options.talk = Talk::results_only;
  options.command_line = values.command_line();
  options.command_line.insert(options.command_line.begin(), {"permeability", "sweep"});
  return options;
}

}  // namespace perm
