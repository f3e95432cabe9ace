// SPDX-License-Identifier: Apache-2.0
// Prints K, in squares of a voxel, of an image taken as cubes, at each number of cells a voxel, one a line.
//   solve_cubes FILE.raw NX NY NZ x|y|z repeat|sealed CELLS...
// FILE.raw has a byte a voxel, x fastest, 0 in pores. tools/as_cubes calls it.
#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "validation/references/cubes/cube_flow.hpp"

int main(int count, char** words) {
  using namespace perm::reference;
  if (count < 8) {
    fmt::print(stderr, "usage: solve_cubes FILE.raw NX NY NZ x|y|z repeat|sealed CELLS...\n");
    return 2;
  }
  const std::string axis = words[5], faces = words[6];
  Cubes cubes{{std::stoi(words[2]), std::stoi(words[3]), std::stoi(words[4])}, {}};
  std::ifstream file(words[1], std::ios::binary);
  cubes.solid.assign(std::istreambuf_iterator<char>(file), {});
  const auto [nx, ny, nz] = cubes.extent;
  if (cubes.solid.size() !=
          static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny) * static_cast<std::size_t>(nz) ||
      axis.find_first_not_of("xyz") != std::string::npos || (faces != "repeat" && faces != "sealed")) {
    fmt::print(stderr, "solve_cubes: {} has not that many voxels, or an axis or a word for the faces is wrong\n",
               words[1]);
    return 3;
  }
  for (int i = 7; i < count; ++i) {
    fmt::print("{:.9g}\n",
               cube_permeability(cubes, axis[0] - 'x', faces == "repeat" ? CubeFaces::repeat : CubeFaces::sealed,
                                 std::stoi(words[i])));
    std::fflush(stdout);
  }
  return 0;
}
