// SPDX-License-Identifier: Apache-2.0
// The measured speed of a device's memory, against which the speed of the solver is held.
#pragma once

#include <cstdint>
#include <memory>

#include "solver/cell/settings.hpp"

namespace perm {

class Bandwidth {
 public:
  virtual ~Bandwidth() = default;
  /// Bytes a second, read and written, in one pass.
  virtual double measure() = 0;
};

/// On a CPU `bytes` are read and written in place, by `threads` threads; on a GPU `bytes` are copied within the device.
std::unique_ptr<Bandwidth> make_bandwidth(Device device, std::int64_t bytes, int threads);

}  // namespace perm
