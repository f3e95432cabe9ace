// SPDX-License-Identifier: Apache-2.0
// Makes a gas on the device that is asked for.
#pragma once

#include <memory>

#include "streaming/thermal/sites/gas_lattice.hpp"

namespace perm::thermal {

/// Collective. Throws what require_gas throws, and DeviceError where the device is not there or its memory does not
/// suffice.
std::unique_ptr<GasLattice> make_gas(const GasBox& box, const GasChoice& choice);

}  // namespace perm::thermal
