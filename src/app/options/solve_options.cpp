// SPDX-License-Identifier: Apache-2.0
#include "app/options/solve_options.hpp"

#include <fmt/format.h>

#include "app/options/machine_options.hpp"
#include "core/errors.hpp"
#include "core/units.hpp"
#include "solver/closed_faces.hpp"

namespace perm {
namespace {

std::optional<RawLayout> read_raw_layout(const OptionValues& values) {
  const bool described =
      values.is_given("dims") || values.is_given("dtype") || values.is_given("endian") || values.is_given("offset");
  if (!described) return {};
  RawLayout layout;
  const std::optional<Extent> extent = values.extent("dims");
  if (!extent)
    throw UsageError("--dtype, --endian or --offset is given without --dims", "they describe a raw file together",
                     "Add --dims, for example --dims 400x400x400");
  layout.extent = *extent;
  layout.type = values.text("dtype").value_or(layout.type);
  layout.endian = values.text("endian").value_or(layout.endian);
  layout.offset_bytes = values.integer("offset").value_or(0);
  if (layout.offset_bytes < 0)
    throw InputError(fmt::format("--offset cannot be {}", layout.offset_bytes), "it counts bytes", "Give 0 or more");
  return layout;
}

PoreRule read_pore_rule(const OptionValues& values) {
  if (values.is_given("pore") && values.is_given("solid"))
    throw UsageError("--pore and --solid are both given", "one follows from the other", "Give one of them");
  PoreRule rule;
  if (const auto text = values.text("pore")) rule.pore = parse_grey_ranges(*text);
  if (const auto text = values.text("solid")) rule.solid = parse_grey_ranges(*text);
  return rule;
}

InputOptions read_input_options(const OptionValues& values) {
  const std::optional<std::string> path = values.text("input");
  if (!path)
    throw UsageError("No INPUT is given", "solve needs an image or a recipe",
                     "Name one, for example: permeability solve rock.tif --voxel-size 5.345um --pore 0");
  InputOptions input;
  input.path = *path;
  if (const auto size = values.text("voxel-size")) input.voxel_size_m = parse_length_m(*size);
  input.raw = read_raw_layout(values);
  input.rule = read_pore_rule(values);
  return input;
}

/// --refine and --coarsen replace the image, --error-budget resamples the one that is solved.
void read_resampling(const OptionValues& values, SolveOptions& options) {
  const auto factor = [&](const std::string& name, std::int64_t most, const char* remedy) {
    const std::int64_t number = values.integer(name).value_or(1);
    if (number < 1 || number > most)
      throw InputError(fmt::format("--{} cannot be {}", name, number),
                       fmt::format("it is a whole number from 1 to {}", most), remedy);
    return static_cast<int>(number);
  };
  options.input.refine = factor("refine", 4, "Give 2, which takes about 16 times as long, or 1 for the image as it is");
  options.input.coarsen = factor("coarsen", 2, "Give 2, or 1 for the image as it is");
  options.error_budget = values.is_on("error-budget");
  if (options.input.refine > 1 && options.input.coarsen > 1)
    throw UsageError("--refine and --coarsen are both given", "one undoes the other", "Give one of them");
  if (options.input.refine > 1 && options.error_budget)
    throw UsageError("--refine and --error-budget are both given",
                     "coarsening a refined image gives the same voxels back, and would show no error of theirs",
                     "Leave --refine out: the budget refines by itself");
}

std::vector<Axis> read_directions(const OptionValues& values) {
  if (const std::optional<Axis> direction = values.choice_or<Axis>("direction", "xyz")) return {*direction};
  return {all_axes.begin(), all_axes.end()};
}

BoundaryChoice read_boundary(const OptionValues& values) {
  BoundaryChoice choice;
  choice.boundary = values.choice<Boundary>("boundary");
  choice.sides = values.choice<Sides>("sides");
  if (values.is_given("sides") && choice.boundary != Boundary::pressure)
    throw UsageError(fmt::format("--sides is given with --boundary {}", to_string(choice.boundary)),
                     "that says what all faces do", "Leave out --sides, or use --boundary pressure");
  return choice;
}

/// "<stem of the input>-permeability" in the current folder.
std::filesystem::path default_output(const std::filesystem::path& input) {
  std::filesystem::path name = std::filesystem::absolute(input).lexically_normal();
  if (name.filename().empty()) name = name.parent_path();  // a folder written with its slash
  return name.stem().string() + "-permeability";
}

}  // namespace

std::vector<OptionGroup> solve_option_groups() {
  std::vector<Option> flow = flow_setting_options("1e-3");
  flow.insert(flow.begin(), {"direction", join_names<Axis>("|") + "|xyz",
                             "direction of the flow; xyz solves all three and gives the full tensor", "x", ""});
  flow.push_back(
      {"boundary", join_names<Boundary>("|"),
       "what the faces of the image do\n"
       "periodic: flow that leaves a face enters at the opposite one; for images that repeat, as generated ones do\n"
       "sealed: walls at the sides, mirrors across the flow; for a plug in a sleeve, and to compare with programs that "
       "close the sides\n"
       "mirror: every face is a mirror; for a cut-out of a larger rock, whose sides are open to more of it\n"
       "pressure: densities prescribed at inlet and outlet drive the flow in place of the force; K is that of sealed, "
       "and the density field is the pressure",
       "periodic", ""});
  flow.push_back({"sides", join_names<Sides>("|"),
                  "the other faces under --boundary pressure; with mirror K is that of mirror", "sealed", ""});
  std::vector<Option> run = machine_options();
  run.push_back({"output", "DIR", "folder for result.json, convergence.csv, plane_flux.csv and the fields", "",
                 "<name of the input>-permeability in the current folder", 'o'});
  run.push_back({"fields", "", "also write velocity_x.mha (voxels per step) and density_x.mha, for ParaView", "", ""});
  run.push_back(
      {"error-budget", "",
       "also estimate what voxels and faces do to K: solves the image refined by 2 (about 16 times the time, 8 times "
       "the memory; where that is not there, a coarser image refined), coarsened by 2, and between other faces "
       "(--boundary), to the same tolerance",
       "", ""});
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
  return {
      {"Image",
       {{"input", "INPUT",
         "folder of numbered slices, multi-page TIFF, .mha .mhd .nrrd .raw, or a recipe (.ini); --input may be left "
         "out",
         "", ""},
        {"voxel-size", "LENGTH",
         "edge of a voxel with its unit (m cm mm um nm), for example 5.345um; required for images", "", ""},
        {"pore", "GREY", "grey values that are pore: 0, or 0:89, or 0,2,5:7, or 90: (that and above)", "",
         "the smaller of two values; required when the image has more"},
        {"solid", "GREY", "grey values that are solid, in place of --pore", "", ""},
        {"refine", "N",
         "solve the same geometry in smaller voxels: each becomes N x N x N (1 to 4), so that K shows what the voxels "
         "are too coarse for the solver; takes about N^4 times the time and N^3 times the memory; K in voxel^2 is in "
         "those smaller ones",
         "1", ""},
        {"coarsen", "N",
         "solve the image in larger voxels: 2 x 2 x 2 become one, pore where most are (of 4 and 4 the one at the "
         "lowest "
         "x, y, z decides), the last voxel of an odd extent is cut off; K in voxel^2 is in those larger ones; 1 or 2",
         "1", ""},
        {"dims", "NXxNYxNZ", "raw files: voxels along x, y, z", "", ""},
        {"dtype", "TYPE", "raw files: uint8 int8 uint16 int16 uint32 int32 float32 float64", "", "uint8"},
        {"endian", "little|big", "raw files: order of the bytes", "", "little"},
        {"offset", "BYTES", "raw files: bytes before the first voxel", "", "0"}}},
      {"Flow", std::move(flow)},
      {"Run", std::move(run)},
  };
}

SolveOptions read_solve_options(const OptionValues& values) {
  SolveOptions options;
  options.input = read_input_options(values);
  read_resampling(values, options);
  options.directions = read_directions(values);
  options.flow = read_flow_settings(values);
  options.flow.boundary = read_boundary(values);
  require_linear(face_rules(options.flow.boundary, options.directions.front()), options.flow.solver.equilibrium);
  options.output = values.text("output").value_or(default_output(options.input.path).string());
  if (values.is_on("fields")) options.fields = FieldCapture::velocity_and_density;
  if (const auto file = values.text("report")) options.report = *file;
  if (values.is_on("quiet")) options.talk = Talk::results_only;
  options.command_line = values.command_line();
  options.command_line.insert(options.command_line.begin(), {"permeability", "solve"});
  return options;
}

}  // namespace perm
