// SPDX-License-Identifier: Apache-2.0
// The command `validate`: flows whose permeability is known, small enough for every machine.
#include "app/commands/command_list.hpp"
#include "app/commands/validation_run.hpp"
#include "core/errors.hpp"
#include "validation/cases/case_list.hpp"

namespace perm {
namespace {

ExitCode run_validate(const OptionValues& values) {
  if (!values.is_on("quick"))
    throw UsageError("validate is called without --quick", "more cases, at more resolutions, are another program",
                     "Add --quick, or start permeability-studies validate");
  ValidationPlan plan{.program = "permeability"};
  const validation::Selection selection{values.text("cases").value_or("")};
  plan.cases = validation::channel_cases(plan.thoroughness, selection);
  for (validation::Case& one : validation::sphere_array_cases(plan.thoroughness, selection))
    plan.cases.push_back(std::move(one));
  if (plan.cases.empty())
    refuse_selection(selection.part,
                     "Give for example --cases sc, --cases tube or --cases channels; "
                     "permeability-studies validate has more");
  return run_validation(values, plan);
}

}  // namespace

Command validate_command() {
  return {"validate",
          "holds this program against flows whose permeability is known",
          "--quick [options]",
          "",
          "Channels and arrays of spheres up to touching are solved at 32 voxels, each at several placements on the "
          "grid. For each case it prints the reference and where it comes from, K with its error and the spread "
          "between placements, and each limit with its reason. Walls have the nominal radius; beside it stands the "
          "error for the radius of equal volume. The limits are those of trt with magic 3/16: other choices fail.\n"
          "Ends with exit code 4 when a case fails. A stopped validation goes on where it was when it is started again "
          "with the same --output; under mpirun the ranks, and their GPUs, share the flows.\n"
          "More cases, up to 256 voxels, and flows with inertia are in permeability-studies validate.",
          validation_options({{"quick", "", "32 voxels: seconds on a laptop", "", ""},
                              {"cases", "NAME",
                               "only cases with this in their name or group: sc, fcc-0.6, tube, channels", "", "all"}}),
          {"permeability validate --quick", "permeability validate --quick --cases plates --report validation.html",
           "permeability validate --quick --cases tube --output tube"},
          run_validate,
          Processes::several};
}

}  // namespace perm
