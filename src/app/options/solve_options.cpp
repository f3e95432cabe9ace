// SPDX-License-Identifier: Apache-2.0
#include "app/options/solve_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/options/boundary_options.hpp"
#include "app/options/conduct_options.hpp"
#include "app/options/machine_options.hpp"
#include "app/options/overwrite_option.hpp"
#include "core/errors.hpp"
#include "core/units.hpp"
#include "input/input.hpp"
#include "input/options/gas_options.hpp"
#include "report/network/network_file.hpp"
#include "solver/closed_faces.hpp"

namespace perm {
namespace {

std::optional<TradeUnitChoice> read_units(const OptionValues& values) {
  const bool has_thickness = values.text("thickness").has_value();
  TradeUnitChoice choice;
  if (values.text("units")) choice.unit = values.choice<TradeUnit>("units");
  if (has_thickness && !needs_thickness(choice.unit))
    throw UsageError("--thickness is given without --units frazier or gurley", "no other unit is that of a sheet",
                     "Leave --thickness out, or add --units");
  if (has_thickness) choice.thickness_m = parse_length_m(*values.text("thickness"));
  return values.text("units") ? std::optional(choice) : std::nullopt;
}

std::optional<InertiaChoice> read_inertia(const OptionValues& values, std::optional<double>& length_m) {
  const auto list = values.numbers("reynolds", "0.1,0.3,1,3");
  const auto length = values.text("reynolds-length");
  const auto mach = values.number("reynolds-mach");
  if (!list) {
    if (mach)
      throw UsageError("--reynolds-mach is given without --reynolds", "creeping flow has no Mach number",
                       "Add --reynolds, or leave it out");
    if (length)
      throw UsageError("--reynolds-length is given without --reynolds", "no Reynolds number is made with it",
                       "Add --reynolds, or leave it out");
    return {};
  }
  InertiaChoice choice;
  choice.reynolds = *list;
  choice.largest_mach = mach;
  if (!length || *length == "sqrtK") return choice;
  choice.length = *length == "pore" ? ReynoldsLength::pore : ReynoldsLength::given;
  if (choice.length == ReynoldsLength::pore) return choice;
  const bool has_unit = length->find_first_not_of("0123456789.e+-") != std::string::npos;
  if (has_unit) length_m = parse_length_m(*length);
  choice.length_voxel = has_unit ? 1 : *values.number("reynolds-length");  // 1 until the voxel size is known
  return choice;
}

std::optional<std::string> read_grains_option(const OptionValues& values, const SolveOptions& options) {
  std::optional<std::string> grains = values.text("grains");
  if (!grains) return {};
  if (options.flow.boundary.boundary != Boundary::periodic)
    throw UsageError(fmt::format("--grains is given with --boundary {}", to_string(options.flow.boundary.boundary)),
                     "the faces of the image would bear a part of the force", "Use --boundary periodic");
  if (!options.input.has_cubes())
    throw UsageError("--grains is given with voxels that are no cubes", "a sphere is none in such voxels",
                     "Resample the image and the list first");
  if (*grains == grains_of_recipe && options.input.path.extension() != ".ini")
    throw UsageError(fmt::format("--grains recipe is given, and '{}' is no recipe", options.input.path.string()),
                     "only a recipe knows its spheres", "Give a list of spheres with --grains FILE");
  return grains;
}

constexpr const char* sensitivity_word = "sensitivity";

FieldChoice read_fields(const OptionValues& values) {
  FieldChoice choice;
  std::vector<FieldFormat>& formats = choice.formats;
  if (!values.text("fields")) return choice;
  const std::string list = *values.text("fields");
  for (const char* none : {"false", "no", "off", "0"})
    if (list == none) return choice;
  for (const char* some : {"true", "yes", "on", "1"})
    if (list == some) return {{FieldFormat::vti}};
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string word = list.substr(begin, end - begin);
    begin = end + 1;
    if (word == sensitivity_word) {
      choice.walls = WallField::sensitivity;
      continue;
    }
    const auto format = value_named<FieldFormat>(word);
    if (!format)
      throw InputError(fmt::format("--fields cannot be '{}'", list), "that is no list of formats",
                       fmt::format("Choose from: {}, {}", join_names<FieldFormat>(", "), sensitivity_word));
    if (std::ranges::find(formats, *format) == formats.end()) formats.push_back(*format);
  }
  if (formats.empty()) formats.push_back(FieldFormat::vti);
  if (choice.walls == WallField::sensitivity && formats == std::vector{FieldFormat::tif})
    throw InputError(fmt::format("--fields cannot be {}", list), "tif holds one number a voxel, and this is one a face",
                     "Add vti, npy or h5");
  const auto require_built = [&](FieldFormat format, bool is_built, const char* library, const char* remedy) {
    if (is_built || std::ranges::find(formats, format) == formats.end()) return;
    throw InputError(fmt::format("--fields {} cannot be written", name_of(format)),
                     fmt::format("this program was built without {}", library), remedy);
  };
  require_built(FieldFormat::h5, has_hdf5_fields(), "HDF5", "Build with -DPERMEABILITY_HDF5=ON, or use npy");
  require_built(FieldFormat::tif, has_tiff_fields(), "image files", "Build with -DPERMEABILITY_IMAGES=ON, or use npy");
  return choice;
}

std::optional<DrivenFluid> read_gradient(const OptionValues& values, const SolveOptions& options) {
  const auto gradient = values.text("gradient");
  if (!gradient) return {};
  if (options.fields.formats.empty())
    throw UsageError("--gradient is given without --fields", "K does not depend on what drives a creeping flow",
                     "Add --fields, or leave it out");
  const Fluid& fluid = options.units ? fluid_of(options.units->unit) : water;
  return DrivenFluid{parse_pressure_gradient_pa_m("gradient", *gradient), fluid.viscosity};
}

void require_one_resampling(const SolveOptions& options) {
  if (options.input.refine > 1 && options.error_budget)
    throw UsageError("--refine and --error-budget are both given",
                     "coarsening a refined image gives the same voxels back, and would show no error of theirs",
                     "Leave --refine out: the budget refines by itself");
}

}  // namespace

std::vector<OptionGroup> solve_option_groups() {
  std::vector<Option> flow = flow_setting_options("1e-3");
  flow.insert(flow.begin(), direction_option("xyz solves all three and gives the full tensor, xy that of a slice"));
  for (Option& option :
       boundary_options("periodic for recipes and for images whose opposite faces match, sealed for other images"))
    flow.push_back(std::move(option));
  std::vector<Option> run = machine_options();
  run.push_back({"output", "DIR", "folder for result.json, convergence.csv, plane_flux.csv and the fields", "",
                 "<name of the input>-permeability in the current folder", 'o'});
  run.push_back(overwrite_option());
  Option fields{"fields", join_names<FieldFormat>("|") + "|" + sensitivity_word,
                "also write velocity (its mean is K), pressure and connected parts of the voxels, in one format or "
                "several with commas between\n"
                "vti: for ParaView; npy: arrays of NumPy; h5: HDF5; tif: stacks of speed and pressure for ImageJ; "
                "sensitivity among them adds what K gains where the faces of walls move",
                "", "vti where no format follows"};
  fields.implied = to_string(FieldFormat::vti);
  run.push_back(std::move(fields));
  run.push_back(advanced({"gradient", "PRESSURE/LENGTH",
                          "give the --fields in m/s and Pa of water of 20 C, or of air with --units of air, driven by "
                          "this gradient, as 1e4Pa/m",
                          "", ""}));
  run.push_back(advanced({"network", "FILE",
                          "also write the pores and throats of the image with sizes, volumes and conductances, for "
                          "ParaView (.vtp) or OpenPNM (.csv)",
                          "", ""}));
  run.push_back(
      {"error-budget", "",
       "also estimate what voxels and faces do to K: solves the image refined by 2 (about 16 times the time, 8 times "
       "the memory; where that is not there, a coarser image refined), coarsened by 2, and between other faces "
       "(--boundary), to the same tolerance",
       "", ""});
  flow.push_back(
      {"reynolds", "LIST",
       "also solve the flow with inertia at these Reynolds numbers U l / nu, U superficial, ascending, each "
       "from the one before, as 0.1,0.3,1,3: apparent K, Forchheimer's beta, the Re at which K is 1 % and "
       "10 % down; reynolds.csv has the table. Under --boundary sealed or mirror through the image followed by its "
       "mirror image, which has twice the cells",
       "", ""});
  flow.push_back(
      advanced({"reynolds-length", "sqrtK|pore|LENGTH",
                "the l of --reynolds: the root of the K of creeping flow, the diameter of the largest pore, or a "
                "length (12: voxels; 40um: with its unit)",
                "", "sqrtK"}));
  flow.push_back(
      advanced({"reynolds-mach", "M",
                "the largest Mach number, from 0.01 to 0.4: a flow takes the fewer steps the larger it is, and its "
                "K stays the same",
                "", "0.3"}));
  run.push_back(conduct_option());
  for (Option& option : gas_options()) run.push_back(std::move(option));
  run.push_back(advanced(
      {"grains", "recipe|FILE",
       "also give the force on each grain, and its drag coefficient, in grain_forces.csv; FILE lists spheres as "
       "for generate spheres, 'x y z radius' a line, lengths in voxels; recipe: those of the recipe",
       "", ""}));
  run.push_back({"units", join_names<TradeUnit>("|"),
                 "give K first in this unit, on the terminal, in result.json and in the report, with its formula and "
                 "fluid\n"
                 "m/s: hydraulic conductivity, water of 20 C; frazier: air through a sheet, ft^3/min/ft^2 (ASTM D737); "
                 "gurley: seconds for 100 cm^3 of air (TAPPI T 460, ISO 5636-5); Pa.s/m2: flow resistivity, air "
                 "(ISO 9053-1)",
                 "", ""});
  run.push_back(advanced({"thickness", "LENGTH", "thickness of the sheet of --units frazier or gurley", "",
                          "the length of the image along the flow"}));
  for (Option& option : report_options("slices, history of K, flux, provenance")) run.push_back(std::move(option));
  for (Option& option : answer_options("result.json", "K, the ends of its interval, unit (mD without --units), stop"))
    run.push_back(std::move(option));
  run.push_back({"quiet", "", "print the results only, and no progress", "", ""});
  for (Option& option : checkpoint_options()) run.push_back(std::move(option));
  run.push_back(advanced({"timings", "", "print what each phase of the command took", "", ""}));
  run.push_back({"config", "FILE",
                 "read options from a file of 'key = value' lines, keys as the long options here; "
                 "the command line wins",
                 "", ""});
  run.push_back({"help", "", "show this", "", "", 'h'});
  return {{"Image", input_options()}, {"Flow", std::move(flow)}, {"Run", std::move(run)}};
}

std::optional<NeedOfVoxels> find_need_of_voxels(const SolveOptions& options) {
  if (options.input.coarsen > 1)
    return NeedOfVoxels{"--coarsen", "coarser voxels are no picture of the same surface",
                        "Give the recipe with lengths half as long, or distances on a coarser grid"};
  if (options.fields.walls == WallField::sensitivity)
    return NeedOfVoxels{"--fields sensitivity", "it is that of the faces of voxels", "Use --walls voxels"};
  return find_need_of_voxels(options.flow, options.inertia.has_value(), options.grains.has_value());
}

SolveOptions read_solve_options(const OptionValues& values) {
  SolveOptions options;
  options.input = read_input_options(values);
  options.inertia = read_inertia(values, options.reynolds_length_m);
  options.error_budget = values.is_on("error-budget");
  options.conducts = values.is_on("conduct");
  options.gas = read_gas(values);
  require_one_resampling(options);
  options.directions = read_directions(values);
  options.flow = read_flow_settings(values);
  options.walls = read_walls(values);
  options.flow.boundary = read_boundary(values);
  options.chooses_faces = chooses_boundary(values);
  options.grains = read_grains_option(values, options);
  require_linear(options.flow.boundary, options.flow.solver.equilibrium);
  options.fields = read_fields(values);
  const auto need = find_need_of_voxels(options);
  if (options.walls == Walls::sub_voxel && need)
    throw UsageError("--walls sub-voxel is given with " + need->option, need->why, need->remedy);
  options.input.walls = options.walls;
  if (!options.walls && need) options.input.walls = Walls::voxels;
  if (!options.input.walls && is_recipe(options.input.path)) options.flow.walls = Walls::sub_voxel;  // for a forecast
  options.output = values.text("output").value_or(folder_named_after(options.input.path, "permeability"));
  options.overwrite = read_overwrite(values);
  options.network = values.text("network");
  if (options.network) require_network_name(*options.network);
  options.units = read_units(values);
  options.driven = read_gradient(values, options);
  options.report = read_report_files(values);
  options.checkpoint = read_checkpoint_options(values);
  options.timings = values.is_on("timings");
  options.answer = read_answer(values);
  if (values.is_on("quiet")) options.talk = Talk::results_only;
  options.command_line = values.command_line();
  options.command_line.insert(options.command_line.begin(), {"permeability", "solve"});
  return options;
}

void require_voxel_size(const SolveOptions& options, const std::optional<double>& voxel_size_m) {
  if (options.units && !voxel_size_m)
    throw UsageError(fmt::format("--units {} is given without a voxel size", to_string(options.units->unit)),
                     "without one K is known in voxel^2 only", "Add --voxel-size with its unit, for example 5.345um");
  if (options.driven && !voxel_size_m)
    throw UsageError("--gradient is given without a voxel size", "without one velocities are known in voxel^2 only",
                     "Add --voxel-size with its unit, for example 5.345um");
}

}  // namespace perm
