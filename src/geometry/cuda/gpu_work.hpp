// SPDX-License-Identifier: Apache-2.0
// Work on the GPUs of several processes, between two moments at which they meet.
#pragma once

#include "core/communicator.hpp"
#include "core/errors.hpp"

namespace perm {

/// Thrown by all processes at once: one of them cannot do its work on its GPU.
struct NotOnGpu {};

/// Lets every process do its work. Where one fails with a DeviceError, all throw NotOnGpu, so that none waits for
/// another. Collective.
template <class Work>
void work_together(const Communicator& processes, const Work& work) {
  bool fails = false;
  try {
    work();
  } catch (const DeviceError&) {
    fails = true;
  }
  if (processes.any(fails)) throw NotOnGpu{};
}

}  // namespace perm
