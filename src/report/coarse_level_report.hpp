// SPDX-License-Identifier: Apache-2.0
// Reports the coarser images whose flows a flow began with, so that their cost can be counted.
#pragma once

#include <vector>

#include "darcy/flow_result.hpp"
#include "report/json_values.hpp"

namespace perm {

/// Gives a list, finest first: dims, fluid_cells, tau and steps of each level. It is empty for a flow from rest.
inline Json describe_coarse_levels(const std::vector<CoarseLevel>& levels) {
  Json list = Json::array();
  for (const CoarseLevel& level : levels)
    list.push_back({{"dims", {level.extent.nx, level.extent.ny, level.extent.nz}},
                    {"fluid_cells", level.fluid_cells},
                    {"tau", number_or_null(level.tau)},
                    {"steps", level.steps},
                    {"dropped", level.use == StartUse::dropped}});
  return list;
}

}  // namespace perm
