// SPDX-License-Identifier: Apache-2.0
// Makes what works on the cells of a flow on a GPU, with the bits of the host. Lists that are handed over are in its
// memory. Without CUDA the functions refuse and say why.
#pragma once

#include <memory>

#include "darcy/pressure/cell_rates.hpp"
#include "darcy/pressure/darcy_flow.hpp"

namespace perm {

/// Each process has a GPU, and the image is cut across z only. Throws DeviceError where there is no GPU, or not enough
/// memory. Collective.
std::unique_ptr<DarcyFlow> make_darcy_flow_cuda(PoreConductances pores, Axis direction, Transport transport);

/// The lattice must be on the same GPU.
std::unique_ptr<CellRates> make_cell_rates_cuda(std::size_t cells, const MeasuredCells& measured);

}  // namespace perm
