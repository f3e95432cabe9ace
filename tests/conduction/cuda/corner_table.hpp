// SPDX-License-Identifier: Apache-2.0
// The sums of sum_potential for corners that stand in a table.
#pragma once

#include "conduction/changed_middles.hpp"
#include "laplace/cuda/image_on_gpu.hpp"
#include "lattice/domain.hpp"

namespace perm {

/// `corners` has the potentials at the eight corners of each voxel of the image, in device memory.
PotentialSums sum_potential_of_table(const Domain& domain, const laplace_cuda::ImageOnGpu& image, Axis along,
                                     const float* conductivity, const float* corners);

}  // namespace perm
