// SPDX-License-Identifier: Apache-2.0
// The permeability tensor of a medium without any symmetry. All its components differ, in size or in sign, so axes that
// are mixed up show. A tensor that is transposed shows with inertia only: in creeping flow K is symmetric for every
// medium (reciprocity), but the same nine numbers nu <u>_i / g_j of a flow with inertia are not.
#include "validation/cases/scheme_values.hpp"
#include "validation/studies/study_cases.hpp"

namespace perm::validation {
namespace {

constexpr const char* group = "tensors";
constexpr const char* source =
    "the same scheme by a slow step from the equations that shares no code with the program, in double "
    "(tests/oracle, tests/validation/scheme_values_test.cpp)";
constexpr const char* tensor_reason =
    "all components differ, so a row for a column or one axis for another cannot pass; what is left is the iteration "
    "error";
constexpr const char* inertial_reason = "the same; the flow is an estimate, because inertia is too strong for a bound";
constexpr double stored_error = 1e-5;  // of the stored components, over the largest one
constexpr double estimate_error = 1e-3;

Case tensor_case(const char* name, const char* title, const TensorRows& known, const std::optional<Inertia>& inertia) {
  Case tensor{.name = name, .group = group, .title = title, .resolution_is = "voxels along the image"};
  tensor.part = Part::programs;
  const Recipe medium = oblique_medium();
  const double mean = (known[0][0] + known[1][1] + known[2][2]) / 3;
  tensor.reference = {mean, stored_error, "voxel squared, mean of the three directions", source};
  Level level{medium.extent.nx, 1, {}, SchemeValue{mean, stored_error}, known};
  for (const Axis axis : {Axis::x, Axis::y, Axis::z}) level.trials.push_back({medium, axis, Goal::flow, inertia});
  tensor.levels.push_back(std::move(level));
  tensor.limits.push_back({Quantity::tensor_error, medium.extent.nx, 0, inertia ? estimate_error : stored_error,
                           inertia ? inertial_reason : tensor_reason});
  return tensor;
}

}  // namespace

Recipe oblique_medium() {
  Recipe recipe;
  recipe.kind = GeometryKind::overlap;
  recipe.extent = {19, 17, 13};
  recipe.porosity = 0.55;
  recipe.radius = 3;
  recipe.seed = 1;
  return recipe;
}

std::vector<Case> tensor_cases(const Selection& selection) {
  std::vector<Case> cases;
  if (selection.wants("tensor", group))
    cases.push_back(tensor_case("tensor", "tensor of a medium without symmetry", creeping_tensor, {}));
  if (selection.wants("tensor-inertia", group))
    cases.push_back(tensor_case("tensor-inertia", "the same with inertia, where it is not symmetric", inertial_tensor,
                                inertia_of_tensor));
  return cases;
}

}  // namespace perm::validation
