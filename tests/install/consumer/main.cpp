// SPDX-License-Identifier: Apache-2.0
// Finds the permeability of an array in memory: a square duct, 8 voxels wide, through a block of solid.
#include <cstdio>

#include "run/run.hpp"

int main() {
  perm::PoreSpace pores({16, 12, 12});
  for (int z = 2; z < 10; ++z)
    for (int y = 2; y < 10; ++y)
      for (int x = 0; x < 16; ++x) pores.set_pore(x, y, z);

  perm::RunRequest request;
  request.directions = {perm::Axis::x, perm::Axis::y};
  request.flow.tolerance = 1e-4;
  const perm::RunReport report = perm::run_flows(pores, request);

  for (const perm::FlowReport& flow : report.flows)
    std::printf("K along %c: %.6g voxel^2, %s\n", perm::axis_letter(flow.result.direction),
                flow.result.permeability_voxel2.value(), to_string(flow.result.stop).c_str());
}
