// SPDX-License-Identifier: Apache-2.0
// Sums on a GPU what bounds conduction from below, with the bits of the CPU (lower_bound.hpp). What bounds it from
// above is summed by potential_sums.cuh.
#pragma once

#include "conduction/turned_fluxes.hpp"
#include "laplace/cuda/image_on_gpu.hpp"
#include "lattice/domain.hpp"

namespace perm::conduction_cuda {

/// `fluxes` lie in device memory: of each cell, image.cells() for each axis, the flux along the axis through the face
/// at the low end, and then likewise those through the faces at the high ends. `conductivity` is that of each cell
/// there; null where all have 1. Other work of this thread on the device comes first.
FluxSums sum_flux(const Domain& domain, const laplace_cuda::ImageOnGpu& image, const float* fluxes,
                  const float* conductivity);

}  // namespace perm::conduction_cuda
