// SPDX-License-Identifier: Apache-2.0
#include "report/coarse_level_report.hpp"

namespace perm {

Json describe_coarse_levels(const std::vector<CoarseLevel>& levels) {
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
