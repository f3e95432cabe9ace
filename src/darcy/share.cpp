// SPDX-License-Identifier: Apache-2.0
#include "darcy/share.hpp"

#include "solver/scaling/partition_choice.hpp"

namespace perm {

Share share_out(const PoreSlab& pores, const FlowOptions& options) {
  const Communicator& processes = pores.processes();
  const std::vector<std::int32_t> cells_by_row = count_cells_by_row(pores);
  const Partition partition = choose_partition(pores.image(), cells_by_row, processes.size(), options.solver);
  return {partition, count_cells_by_block(partition, cells_by_row),
          Domain(partition, processes, face_rules(options.boundary, options.direction, pores.image()))};
}

}  // namespace perm
