// SPDX-License-Identifier: Apache-2.0
#include "streaming/thermal/make_gas.hpp"

#include "streaming/thermal/cpu/gas_cpu.hpp"
#include "streaming/thermal/cuda/gas_cuda.hpp"
#include "streaming/thermal/sites/require_gas.hpp"

namespace perm::thermal {

std::unique_ptr<GasLattice> make_gas(const GasBox& box, const GasChoice& choice) {
  require_gas(box, choice);
  return choice.device == Device::cuda ? make_gas_cuda(box, choice) : make_gas_cpu(box, choice);
}

}  // namespace perm::thermal
