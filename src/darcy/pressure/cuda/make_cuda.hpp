// SPDX-License-Identifier: Apache-2.0
// Makes what works on the cells of a flow on a GPU, with the bits of the host. Lists that are handed over are in its
// memory. Without CUDA the functions refuse and say why.
#pragma once

#include <memory>

#include "darcy/pressure/cell_rates.hpp"
#include "darcy/pressure/cells_on_first.hpp"
#include "darcy/pressure/darcy_flow.hpp"

namespace perm {

/// Throws DeviceError where there is no GPU, or not enough memory.
std::unique_ptr<DarcyFlow> make_darcy_flow_cuda(PoreConductances conductances, Axis direction);

/// The lattice must be on the same GPU.
std::unique_ptr<CellRates> make_cell_rates_cuda(std::size_t cells, const MeasuredCells& measured);

/// Each process has a GPU, and the image is cut across z only.
std::unique_ptr<CellsOnFirst> make_cells_on_first_cuda(const Communicator& processes, std::int64_t own_cells,
                                                       Transport transport);

}  // namespace perm
