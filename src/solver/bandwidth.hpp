// SPDX-License-Identifier: Apache-2.0
// Measures the speed of a device's memory, with which the speed of the solver is compared.
#pragma once

#include <cstdint>
#include <memory>

#include "solver/cell/settings.hpp"

namespace perm {

class Bandwidth {
 public:
  virtual ~Bandwidth() = default;
  /// Gives bytes a second, read and written, in one pass.
  virtual double measure() = 0;
};

/// On a CPU `threads` threads read and write `bytes` in place; on a GPU `bytes` are copied within the device.
std::unique_ptr<Bandwidth> make_bandwidth(Device device, std::int64_t bytes, int threads);

}  // namespace perm
