// SPDX-License-Identifier: Apache-2.0
// Says in which type memory keeps a distribution, and in which type a step updates it. The two differ only where memory
// keeps 16 bits (solver/cuda/half_storage.cuh).
#pragma once

#include "core/host_device.hpp"

namespace perm {

/// Distributions are updated in the type that stores them, unless a specialisation says otherwise.
template <class Storage>
struct Stored {
  using Real = Storage;
  PERM_HOST_DEVICE static Real read(Storage value) { return value; }
  PERM_HOST_DEVICE static Storage write(Real value) { return value; }
};

}  // namespace perm
