// SPDX-License-Identifier: Apache-2.0
#include "device/gpu.hpp"
#include "streaming/thermal/cuda/gas_cuda.hpp"

namespace perm::thermal {

std::unique_ptr<GasLattice> make_gas_cuda(const GasBox& /*box*/, const GasChoice& /*choice*/) {
  require_cuda();
  return nullptr;
}

}  // namespace perm::thermal
