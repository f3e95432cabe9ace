// SPDX-License-Identifier: Apache-2.0
// Refuses a gas that the lattice cannot step, before anything is allocated.
#pragma once

#include "streaming/thermal/sites/gas_lattice.hpp"

namespace perm::thermal {

/// Nearer to 1/2 nothing damps waves of a few sites. Which tau a flow needs depends on it; at 0.505 some are lost.
inline constexpr double least_tau = 0.502;
/// At rest, the equilibrium is positive between these temperatures: 0.597 and 2.379 of T_0. Outside of them a gas at
/// rest is unstable by itself.
inline constexpr double least_temperature = 0.4166;
inline constexpr double most_temperature = 1.6608;
inline constexpr int most_block = 512;  ///< threads of a block on a GPU

/// Throws InputError for a plane, a relaxation time, temperatures of walls or a gravity that cannot be stepped, and
/// UsageError for tiles that do not go with the number of processes.
void require_gas(const GasBox& box, const GasChoice& choice);
/// Throws InputError for a temperature outside of the limits; `what` names it.
void require_temperature(const std::string& what, double temperature);

}  // namespace perm::thermal
