// SPDX-License-Identifier: Apache-2.0
#include "darcy/share.hpp"

#include <utility>

#include "solver/scaling/partition_choice.hpp"

namespace perm {

Share share_out(const PoreSlab& pores, const FlowOptions& options) {
  const Communicator& processes = pores.processes();
  const std::vector<std::int32_t> cells_by_row = count_cells_by_row(pores);
  const Partition partition = choose_partition(pores.image(), cells_by_row, processes.size(), options.solver);
  Domain domain(partition, processes, face_rules(options.boundary, options.direction, pores.image()));
  domain.set_outside_voxels(pores.outside_voxels());
  return {partition, count_cells_by_block(partition, cells_by_row), std::move(domain)};
}

}  // namespace perm
