// SPDX-License-Identifier: Apache-2.0
// Flows through images that are not part of the repository. No exact value is known for them, so their limits only say
// what would be out of all proportion; the distance itself is what they show.
#include <fmt/format.h>

#include <cmath>

#include "validation/references/published_values.hpp"
#include "validation/studies/study_cases.hpp"

namespace perm::validation {
namespace {

constexpr const char* rock_group = "rock, other programs";
constexpr const char* sample_group = "samples, measured";
constexpr double porosity_guess = 0.2;   // only the sharing among processes depends on it
constexpr double program_factor = 1.51;  // programs differed by up to 51 % on one image of Berea: Saxena et al. 2017
constexpr const char* program_reason =
    "programs differ by up to 51 % on one image of this sandstone (Saxena et al. 2017), by their faces and by what a "
    "throat of two to five voxels means to them: a sanity check, not a test value";
constexpr const char* measured_reason =
    "an image shows a piece of some tenths of a millimetre of another part of the material, at its own porosity: an "
    "order of magnitude, not a test value";

/// Sets reference and limits: K may be `factor` times as large or as small as the reference.
void hold_within(Case& one, double factor, const char* reason) {
  const double k = one.reference.permeability;
  one.limits.push_back({Quantity::permeability, one.levels.front().resolution, k / factor, k * factor, reason});
}

struct Program {
  const char* name;   ///< of the case, before the axis
  const char* title;  ///< of the case, before the axis
  Boundary boundary;
  const char* source;
};

Case berea_case(const reference::BereaValues& values, const Program& program, Axis axis) {
  const char letter = axis_letter(axis);
  Case rock{.name = fmt::format("{}-{}", program.name, letter),
            .group = rock_group,
            .title = fmt::format("Berea sandstone, {}, along {}", program.title, letter),
            .resolution_is = "voxels along the image"};
  rock.part = Part::programs;
  rock.reference = {values.k[static_cast<std::size_t>(axis)], program_factor - 1, "voxel squared", program.source};
  Trial trial;
  trial.recipe.extent = {values.side, values.side, values.side};
  trial.recipe.porosity = porosity_guess;
  trial.direction = axis;
  trial.boundary.boundary = program.boundary;
  trial.image = ImagePart{std::string(reference::berea_file), std::string(reference::berea_pore), {}};
  trial.image->box.emplace();
  for (std::size_t a = 0; a < 3; ++a) (*trial.image->box)[a] = {values.first[a], values.first[a] + values.side};
  rock.levels.push_back({values.side, 1, {trial}});
  hold_within(rock, program_factor, program_reason);
  return rock;
}

Case sample_case(const reference::MeasuredValue& value) {
  Case sample{.name = std::string(value.name),
              .group = sample_group,
              .title = fmt::format("{}, mean of the three directions", value.title),
              .resolution_is = "voxels along the image"};
  sample.part = Part::measured;
  sample.reference = {value.permeability_m2, value.factor - 1, "m^2", std::string(value.source)};
  Trial trial;
  trial.recipe.extent = {value.extent[0], value.extent[1], value.extent[2]};
  trial.image = ImagePart{std::string(value.file), std::string(value.pore), {}};
  trial.boundary.boundary = Boundary::sealed;
  Level level{value.extent[0], 1 / (value.voxel_size_m * value.voxel_size_m), {}};
  for (const Axis axis : all_axes) {
    trial.direction = axis;
    level.trials.push_back(trial);
  }
  sample.levels.push_back(std::move(level));
  hold_within(sample, value.factor, measured_reason);
  return sample;
}

}  // namespace

std::vector<Case> image_cases(Thoroughness thoroughness, const Selection& selection) {
  std::vector<Case> cases;
  const auto add = [&](const reference::BereaValues& values, const Program& program) {
    for (const Axis axis : all_axes) cases.push_back(berea_case(values, program, axis));
  };
  for (const reference::BereaValues& block : reference::berea_by_porefoam()) {
    if (thoroughness == Thoroughness::quick && block.number > 0) break;  // one block shows a factor
    const std::string name = fmt::format("berea-block-{}", block.number);
    const std::string title = fmt::format("block {} of 128^3 against porefoam", block.number);
    add(block, {name.c_str(), title.c_str(), Boundary::sealed,
                "finite volumes, porefoam (OpenFOAM), pressures at two faces and walls at the others: "
                "github.com/LukasMosser/PorousMediaGan"});
  }
  if (thoroughness != Thoroughness::quick)
    add(reference::berea_by_chfem(), {"berea-chfem", "corner of 128^3 against chfem", Boundary::periodic,
                                      "finite elements, chfem, periodic, run for this project"});
  if (thoroughness == Thoroughness::full)
    add(reference::berea_by_imperial_college(),
        {"berea-whole", "400^3 against a lattice Boltzmann program", Boundary::periodic,
         "1360, 1304, 1193 mD, faces not told: Imperial College, quoted by github.com/PMEAL/OpenPNM"});
  for (const reference::MeasuredValue& value : reference::measured_values()) cases.push_back(sample_case(value));
  std::erase_if(cases, [&](const Case& one) { return !selection.wants(one.name, one.group); });
  return cases;
}

}  // namespace perm::validation
