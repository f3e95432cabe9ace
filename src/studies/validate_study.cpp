// SPDX-License-Identifier: Apache-2.0
// The command `validate` of permeability-studies: all cases of validation/, at all resolutions.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "app/commands/validation_run.hpp"
#include "app/terminal/counter_line.hpp"
#include "core/communicator.hpp"
#include "core/errors.hpp"
#include "core/text_file.hpp"
#include "studies/study_list.hpp"
#include "studies/validation_images.hpp"
#include "validation/cases/case_list.hpp"
#include "validation/inertia/inertia_list.hpp"
#include "validation/studies/study_cases.hpp"

namespace perm {
namespace {

using validation::Case;
using validation::InertiaCase;
using validation::Thoroughness;

Thoroughness read_thoroughness(const OptionValues& values) {
  if (values.is_on("quick") && values.is_on("full"))
    throw UsageError("--quick and --full are both given", "one is less and one is more than the default",
                     "Give one of them");
  return values.is_on("quick")  ? Thoroughness::quick
         : values.is_on("full") ? Thoroughness::full
                                : Thoroughness::standard;
}

std::vector<std::filesystem::path> read_files(const OptionValues& values) {
  std::vector<std::filesystem::path> files;
  TextStream names(values.text("packs").value_or(""));
  for (std::string name; std::getline(names, name, ',');)
    if (!name.empty()) files.emplace_back(name);
  return files;
}

std::vector<Case> make_cases(const OptionValues& values, Thoroughness thoroughness,
                             const validation::Selection& selection) {
  std::vector<Case> cases = validation::packing_cases(thoroughness, selection, read_files(values));
  for (Case& one : validation::image_cases(thoroughness, selection)) cases.push_back(std::move(one));
  const auto put_before = [&cases](std::vector<Case> more) {
    cases.insert(cases.begin(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  put_before(validation::tensor_cases(selection));
  put_before(validation::sphere_array_cases(thoroughness, selection));
  put_before(validation::cylinder_array_cases(thoroughness, selection));
  put_before(validation::channel_cases(thoroughness, selection));
  return cases;
}

/// Runs flows with inertia, each on all processes.
std::vector<validation::CaseResult> run_inertia(const std::vector<InertiaCase>& cases, const FlowOptions& flow,
                                                Talk talk) {
  const Communicator world = Communicator::world();
  CounterLine line(talk == Talk::normal && world.is_first() ? CounterLine::Style::shown : CounterLine::Style::silent);
  validation::InertiaMachine machine;
  machine.solver = flow.solver;
  machine.max_steps = flow.max_steps;
  machine.processes = world;
  std::vector<validation::CaseResult> results;
  for (const InertiaCase& one : cases) {
    machine.begin = [&](const std::string& what) {
      if (line.is_due()) line.show(fmt::format("case {} of {}: {}", results.size() + 1, cases.size(), what));
    };
    results.push_back(validation::run_case(one, machine));
  }
  return results;
}

std::optional<std::filesystem::path> read_image_folder(const OptionValues& values) {
  const auto name = values.text("images");
  if (!name) return {};
  std::error_code none;
  if (!std::filesystem::is_directory(*name, none))
    throw InputError(fmt::format("--images '{}' is no folder", *name), "images are looked for there by their names",
                     "Give the folder that holds them, or leave --images out");
  return *name;
}

/// Throws UsageError where an option is given that no selected case looks at.
void require_use(const OptionValues& values, const std::string& part, const std::string& option, bool is_used,
                 const std::string& why) {
  if (!is_used && values.is_given(option))
    throw UsageError(fmt::format("--{} is given with --cases {}", option, part), why,
                     fmt::format("Leave --{} out", option));
}

/// Flows with inertia each have a tolerance, a relaxation time and a force of their own.
void require_use_of_all(const OptionValues& values, const ValidationPlan& plan, const std::string& part,
                        bool has_inertia) {
  for (const char* option : {"tolerance", "tau", "method"})
    require_use(values, part, option, !has_inertia, "each flow with inertia sets its own");
  const auto is_listed = [](const Case& one) { return one.name.starts_with(validation::listed_pack); };
  require_use(values, part, "packs", std::ranges::any_of(plan.cases, is_listed), "no such case is one of a file");
  require_use(values, part, "images", std::ranges::any_of(plan.cases, has_image), "no such case is one of an image");
}

ExitCode run_validate(const OptionValues& values) {
  ValidationPlan plan{.program = studies_program, .thoroughness = read_thoroughness(values)};
  const std::optional<std::filesystem::path> images = read_image_folder(values);
  const validation::Selection selection{values.text("cases").value_or("")};
  const std::vector<InertiaCase> inertia = validation::inertia_cases(plan.thoroughness, selection);
  plan.cases = make_cases(values, plan.thoroughness, selection);
  if (plan.cases.empty() && inertia.empty())
    refuse_selection(selection.part,
                     "Give for example --cases sc, --cases tube, --cases packings, --cases inertia or --cases thermal");
  require_use_of_all(values, plan, selection.part, !inertia.empty());
  plan.skipped = take_out_missing_images(plan.cases, images);
  if (plan.cases.empty() && inertia.empty())
    throw InputError(fmt::format("Every case that is called '{}' is skipped", selection.part), plan.skipped.front().why,
                     "Give --images with the folder that holds it, or other --cases");
  plan.source = [&images](const validation::ImagePart& image) { return source_of(image, images.value_or("")); };
  if (!inertia.empty())
    plan.run_more = [&inertia](const FlowOptions& flow, Talk talk) { return run_inertia(inertia, flow, talk); };
  return run_validation(values, plan);
}

}  // namespace

Command validate_study() {
  return {
      "validate",
      "holds this program against flows whose permeability is known",
      "[--quick|--full] [options]",
      "",
      "Channels, arrays of cylinders and of spheres up to touching, random packings and a tensor are solved at 32, 64 "
      "and 128 voxels, each at several placements on the grid. For each case it prints the reference and where it "
      "comes from, "
      "K with its error and the spread between placements, the observed order, the Richardson value, and each limit "
      "with its reason. Walls have the nominal radius; beside it stands the error for the radius of equal volume. The "
      "limits are those "
      "of trt with magic 3/16: other choices fail.\n"
      "Ends with exit code 4 when a case fails. A stopped validation goes on where it was when it is started again "
      "with the same --output; under mpirun the ranks, and their GPUs, share the flows.",
      validation_options(
          {{"quick", "", "32 and 64 voxels only: minutes on a laptop", "", ""},
           {"full", "", "up to 256 voxels, and Richardson values held against the references: for a GPU, or a night",
            "", ""},
           {"cases", "NAME",
            "only cases with this in their name or group: sc, fcc-0.6, tube, packings; inertia: flows with inertia, "
            "and "
            "thermal: a gas that convects, which run only when they are named so, or inertia-tube, thermal-waves and "
            "so on",
            "", "all but inertia and thermal"},
           {"packs", "FILE[,FILE]",
            "also packings of equal spheres in a periodic box of edge 1, from text files as for generate spheres", "",
            ""},
           {"images", "DIR",
            "also the images of rocks and samples that are in this folder: berea400.tif, fiberform_slices", "", ""}}),
      {"permeability-studies validate --quick", "permeability-studies validate --cases plates --report validation.html",
       "permeability-studies validate --quick --cases tube --output tube"},
      run_validate,
      Processes::several,
      studies_program};
}

}  // namespace perm
