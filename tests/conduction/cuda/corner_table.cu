// SPDX-License-Identifier: Apache-2.0
#include "conduction/cuda/corner_table.hpp"

#include "conduction/cuda/potential_sums.cuh"

namespace perm {
namespace {

struct CornerTable {
  const float* corners;
  std::uint32_t nx;
  std::uint32_t ny;

  __device__ void operator()(std::uint32_t x, std::uint32_t y, std::uint32_t z, float (&potentials)[8]) const {
    const std::size_t voxel = (std::size_t{z} * ny + y) * nx + x;
    for (std::size_t corner = 0; corner < 8; ++corner) potentials[corner] = corners[8 * voxel + corner];
  }
};

}  // namespace

PotentialSums sum_potential_of_table(const Domain& domain, const laplace_cuda::ImageOnGpu& image, Axis along,
                                     const float* conductivity, const float* corners) {
  const CornerTable table{corners, image.view().nx, image.view().ny};
  return conduction_cuda::sum_potential(domain, image, along, conductivity, table);
}

}  // namespace perm
