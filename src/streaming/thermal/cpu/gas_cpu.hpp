// SPDX-License-Identifier: Apache-2.0
// Steps a gas on processors.
#pragma once

#include <memory>

#include "streaming/thermal/sites/gas_lattice.hpp"

namespace perm::thermal {

/// Collective. Throws DeviceError where the memory does not suffice.
std::unique_ptr<GasLattice> make_gas_cpu(const GasBox& box, const GasChoice& choice);

}  // namespace perm::thermal
