// SPDX-License-Identifier: Apache-2.0
#include "app/commands/solve_request.hpp"

#include <utility>

#include "app/commands/input.hpp"

namespace perm {

RunRequest request_of(const SolveOptions& options, ImageOrigin origin) {
  RunRequest request;
  request.directions = options.directions;
  request.flow = options.flow;
  request.fields = options.report ? FieldCapture::velocity_and_density : options.fields;
  request.budget = options.error_budget ? BudgetChoice::voxels_and_boundaries : BudgetChoice::none;
  // An image from a recipe repeats. Closed faces do not go with the quadratic equilibrium.
  const bool may_seal = options.chooses_faces && options.flow.solver.equilibrium == Equilibrium::linear;
  request.seams = is_recipe(options.input.path) ? SeamCheck::skip : may_seal ? SeamCheck::seal : SeamCheck::warn;
  request.origin = std::move(origin);
  return request;
}

}  // namespace perm
