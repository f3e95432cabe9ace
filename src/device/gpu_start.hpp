// SPDX-License-Identifier: Apache-2.0
// Starts a GPU while the program does something else: a driver takes a fifth of a second for that, in which an image is
// read.
#pragma once

namespace perm::cuda {

/// Chooses the device of this process and begins to start it in another thread. Errors come from await_start.
void begin_start(int device);
/// Waits until the device that was chosen has started, and makes it that of this thread. Without a choice this does
/// nothing: the first call starts device 0. Throws DeviceError where the device does not start.
void await_start();
/// Gives the device that begin_start was told; 0 before.
int chosen_device();

}  // namespace perm::cuda
