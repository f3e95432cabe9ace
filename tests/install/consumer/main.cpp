// SPDX-License-Identifier: Apache-2.0
// Finds the permeability of arrays in memory: a square duct, 8 voxels wide, through a block of solid, and a slit of one
// voxel between two plates, which is too narrow to be resolved. Where a file is named, it is read and solved too.
#include <charconv>
#include <cstdio>

#include "input/input.hpp"
#include "run/run.hpp"

int main(int count, char** words) {
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

  perm::PoreSpace slit({8, 8, 8});
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 8; ++x) slit.set_pore(x, y, 4);
  request.directions = {perm::Axis::x, perm::Axis::y, perm::Axis::z};
  const perm::RunReport judged = perm::run_flows(std::move(slit), request);
  for (const std::string& warning : judged.warnings) std::printf("warning: %s\n", warning.c_str());
  const perm::PermeabilityTensor& tensor = judged.tensor.value();
  std::printf("principal values: %.6g %.6g %.6g voxel^2\n", tensor.principal[0], tensor.principal[1],
              tensor.principal[2]);
  std::printf("viscous share: %.3g\n", judged.flows[0].checks.value().viscous_share.value());

  if (count < 2) return 0;
  perm::InputRequest wanted;
  wanted.path = words[1];
  wanted.voxel_edges_m = {2e-6, 2e-6, 2e-6};
  wanted.rule.pore = perm::parse_grey_ranges("0");
  perm::Input input = perm::read_input(wanted);
  request.origin = std::move(input.origin);
  request.directions = {perm::Axis::x};
  const perm::RunReport of_file = perm::run_flows(std::move(input.pores), request);
  char digits[32] = {};
  std::to_chars(digits, digits + sizeof digits - 1, *of_file.flows[0].result.permeability_voxel2);
  std::printf("K of %s: %s voxel^2\n", of_file.image.format.c_str(), digits);
}
