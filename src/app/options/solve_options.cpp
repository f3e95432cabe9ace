// SPDX-License-Identifier: Apache-2.0
#include "app/options/solve_options.hpp"

#include <fmt/format.h>

#include "app/options/machine_options.hpp"
#include "app/options/overwrite_option.hpp"
#include "core/errors.hpp"
#include "core/units.hpp"
#include "solver/closed_faces.hpp"

namespace perm {
namespace {

constexpr const char* automatic = "auto";  // of --boundary

std::vector<Axis> read_directions(const OptionValues& values) {
  if (const std::optional<Axis> direction = values.choice_or<Axis>("direction", "xyz")) return {*direction};
  return {all_axes.begin(), all_axes.end()};
}

BoundaryChoice read_boundary(const OptionValues& values) {
  BoundaryChoice choice;
  choice.boundary = values.choice_or<Boundary>("boundary", automatic).value_or(Boundary::periodic);
  choice.sides = values.choice<Sides>("sides");
  if (values.is_given("sides") && choice.boundary != Boundary::pressure)
    throw UsageError(fmt::format("--sides is given with --boundary {}", values.text("boundary").value_or("")),
                     "that says what all faces do", "Leave out --sides, or use --boundary pressure");
  return choice;
}

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

void require_one_resampling(const SolveOptions& options) {
  if (options.input.refine > 1 && options.error_budget)
    throw UsageError("--refine and --error-budget are both given",
                     "coarsening a refined image gives the same voxels back, and would show no error of theirs",
                     "Leave --refine out: the budget refines by itself");
}

/// Gives "<stem of the input>-permeability" in the current folder.
std::filesystem::path default_output(const std::filesystem::path& input) {
  std::filesystem::path name = std::filesystem::absolute(input).lexically_normal();
  if (name.filename().empty()) name = name.parent_path();  // the path of the folder ended with a slash
  return name.stem().string() + "-permeability";
}

}  // namespace

std::vector<OptionGroup> solve_option_groups() {
  std::vector<Option> flow = flow_setting_options("1e-3");
  flow.insert(flow.begin(), {"direction", join_names<Axis>("|") + "|xyz",
                             "direction of the flow; xyz solves all three and gives the full tensor", "x", ""});
  flow.push_back(
      {"boundary", std::string(automatic) + "|" + join_names<Boundary>("|"),
       "what the faces of the image do\n"
       "auto: periodic for recipes and for images whose opposite faces match, sealed for other images\n"
       "periodic: flow that leaves a face enters at the opposite one; for images that repeat, as generated ones do\n"
       "sealed: walls at the sides, mirrors across the flow; for a plug in a sleeve, and to compare with programs that "
       "close the sides\n"
       "mirror: every face is a mirror; for a cut-out of a larger rock, whose sides are open to more of it\n"
       "pressure: densities prescribed at inlet and outlet drive the flow in place of the force; K is that of sealed, "
       "and the density field is the pressure",
       automatic, ""});
  flow.push_back({"sides", join_names<Sides>("|"),
                  "the other faces under --boundary pressure; with mirror K is that of mirror", "sealed", ""});
  std::vector<Option> run = machine_options();
  run.push_back({"output", "DIR", "folder for result.json, convergence.csv, plane_flux.csv and the fields", "",
                 "<name of the input>-permeability in the current folder", 'o'});
  run.push_back(overwrite_option());
  run.push_back({"fields", "", "also write velocity_x.mha (voxels per step) and density_x.mha, for ParaView", "", ""});
  run.push_back(
      {"error-budget", "",
       "also estimate what voxels and faces do to K: solves the image refined by 2 (about 16 times the time, 8 times "
       "the memory; where that is not there, a coarser image refined), coarsened by 2, and between other faces "
       "(--boundary), to the same tolerance",
       "", ""});
  run.push_back({"units", join_names<TradeUnit>("|"),
                 "give K first in this unit, on the terminal, in result.json and in the report, with its formula and "
                 "fluid\n"
                 "m/s: hydraulic conductivity, water of 20 C; frazier: air through a sheet, ft^3/min/ft^2 (ASTM D737); "
                 "gurley: seconds for 100 cm^3 of air (TAPPI T 460, ISO 5636-5); Pa.s/m2: flow resistivity, air "
                 "(ISO 9053-1)",
                 "", ""});
  run.push_back({"thickness", "LENGTH", "thickness of the sheet of --units frazier or gurley", "",
                 "the length of the image along the flow"});
  run.push_back({"report", "FILE",
                 "also make an HTML report, one file: slices, history of K, flux, provenance (needs matplotlib and "
                 "Jinja2)",
                 "", ""});
  run.push_back({"quiet", "", "print the results only, and no progress", "", ""});
  run.push_back({"config", "FILE",
                 "read options from a file of 'key = value' lines, keys as the long options here; "
                 "the command line wins",
                 "", ""});
  run.push_back({"help", "", "show this", "", "", 'h'});
  return {{"Image", input_options()}, {"Flow", std::move(flow)}, {"Run", std::move(run)}};
}

SolveOptions read_solve_options(const OptionValues& values) {
  SolveOptions options;
  options.input = read_input_options(values);
  options.error_budget = values.is_on("error-budget");
  require_one_resampling(options);
  options.directions = read_directions(values);
  options.flow = read_flow_settings(values);
  options.flow.boundary = read_boundary(values);
  options.chooses_faces = values.text("boundary") == automatic;
  require_linear(face_rules(options.flow.boundary, options.directions.front()), options.flow.solver.equilibrium);
  options.output = values.text("output").value_or(default_output(options.input.path).string());
  options.overwrite = read_overwrite(values);
  if (values.is_on("fields")) options.fields = FieldCapture::velocity_and_density;
  options.units = read_units(values);
  if (const auto file = values.text("report")) options.report = *file;
  if (values.is_on("quiet")) options.talk = Talk::results_only;
  options.command_line = values.command_line();
  options.command_line.insert(options.command_line.begin(), {"permeability", "solve"});
  return options;
}

void require_voxel_size(const SolveOptions& options, const std::optional<double>& voxel_size_m) {
  if (options.units && !voxel_size_m)
    throw UsageError(fmt::format("--units {} is given without a voxel size", to_string(options.units->unit)),
                     "without one K is known in voxel^2 only", "Add --voxel-size with its unit, for example 5.345um");
}

}  // namespace perm
