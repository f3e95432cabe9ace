// SPDX-License-Identifier: Apache-2.0
#include "app/options/solve_request.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/errors.hpp"
#include "input/options/gas_options.hpp"

namespace perm {

RunRequest request_of(const SolveOptions& options, ImageOrigin origin) {
  RunRequest request;
  request.directions = options.directions;
  request.flow = options.flow;
  if (options.report || !options.fields.formats.empty()) request.fields = FieldCapture::velocity_and_density;
  if (options.fields.walls == WallField::sensitivity) request.fields = FieldCapture::and_sensitivity;
  request.budget = options.error_budget ? BudgetChoice::voxels_and_boundaries : BudgetChoice::none;
  request.conducts = options.conducts;
  require_size_for_gas(options.gas, origin.voxel_size_m);
  request.gas = options.gas;
  request.inertia = options.inertia;
  if (options.reynolds_length_m) {
    if (!origin.voxel_size_m)
      throw UsageError("--reynolds-length is given with a unit, and the image has no voxel size",
                       "its voxels are not known in that unit", "Add --voxel-size, or give the length in voxels");
    request.inertia->length_voxel = *options.reynolds_length_m / *origin.voxel_size_m;
  }
  // Closed faces do not go with an equilibrium that has inertia, and bear a part of the
  // force on grains.
  const bool may_seal = options.chooses_faces && !has_inertia(options.flow.solver.equilibrium) && !options.grains;
  request.seams = may_seal ? SeamCheck::seal : SeamCheck::warn;
  request.looks_beyond_faces = true;
  request.flow.walls = options.walls.value_or(Walls::voxels);
  if (!options.walls && (origin.surface || origin.surface_was_known)) {
    if (const auto need = find_need_of_voxels(options))
      origin.warnings.push_back(fmt::format(
          "walls stand at the faces of voxels, not where the surface is, because of {}: {}", need->option, need->why));
    else if (origin.surface)
      request.flow.walls = Walls::sub_voxel;
  }
  request.origin = std::move(origin);
  return request;
}

}  // namespace perm
