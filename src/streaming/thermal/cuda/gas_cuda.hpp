// SPDX-License-Identifier: Apache-2.0
// Steps a gas on a GPU, with the bits of the processors. A build without CUDA has the same function, which throws a
// DeviceError.
#pragma once

#include <memory>

#include "streaming/thermal/sites/gas_lattice.hpp"

namespace perm::thermal {

/// Collective. Throws DeviceError where there is no GPU or its memory does not suffice.
std::unique_ptr<GasLattice> make_gas_cuda(const GasBox& box, const GasChoice& choice);

}  // namespace perm::thermal
