// SPDX-License-Identifier: Apache-2.0
// A build without CUDA refuses and says why.
#include "darcy/pressure/cuda/make_cuda.hpp"
#include "device/gpu.hpp"

namespace perm {

std::unique_ptr<DarcyFlow> make_darcy_flow_cuda(PoreConductances /*pores*/, Axis /*direction*/,
                                                Transport /*transport*/) {
  require_cuda();
  return nullptr;
}

std::unique_ptr<CellRates> make_cell_rates_cuda(std::size_t /*cells*/, const MeasuredCells& /*measured*/) {
  require_cuda();
  return nullptr;
}

}  // namespace perm
