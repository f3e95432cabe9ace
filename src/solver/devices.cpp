// SPDX-License-Identifier: Apache-2.0
#include "solver/devices.hpp"

#include "core/errors.hpp"

namespace perm {

void require_float16(const SolverSettings& settings) {
  if (has_inertia(settings.equilibrium))
    throw UsageError("--precision float16 is given with --equilibrium " + to_string(settings.equilibrium),
                     "inertia is smaller than the rounding of float16", "Use --precision float32");
  if (settings.device == Device::cpu)
    throw DeviceError("The CPU does not store float16", "it would not be faster there",
                      "Use --device cuda, or --precision float32");
}

}  // namespace perm
