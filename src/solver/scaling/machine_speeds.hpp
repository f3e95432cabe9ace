// SPDX-License-Identifier: Apache-2.0
// Says how fast machines update cells, with every speed that the program assumes without measuring it. The first set
// feeds the performance model, which chooses partitions and predicts times, and changes no bit of a flow. The second
// set decides whether a flow begins from the half image, and with it the bits of K: change it only on purpose.
#pragma once

#include <array>
#include <cstdint>

#include "solver/cell/settings.hpp"

namespace perm {

/// One H200 makes so many cell updates a second, as measured: float32, float64, float16.
inline constexpr std::array<double, 3> gpu_updates_a_second{23.8e9, 11.1e9, 39e9};
/// One CPU core makes so many cell updates a second in float32, as measured on recent servers; float64 takes twice as
/// long.
inline constexpr double core_updates_a_second = 80e6;

/// darcy/coarse_start decides by these speeds. They are those of a typical machine, within a factor of 2, and not the
/// ones above: they know neither precision nor threads, so that K does not depend on the number of threads.
namespace start_decision {
/// It takes so many seconds to make and leave a half image, besides its steps; both devices take the same.
inline constexpr double seconds_to_start = 4e-3;
/// A step on a GPU takes at least so many seconds, however few its cells are; on a CPU this time is not worth counting.
inline constexpr double gpu_step_seconds = 4e-6;
inline constexpr double updates_per_gpu_second = 15e9;
inline constexpr double updates_per_cpu_second = 100e6;

/// Gives the seconds of a step of `cells` cells on the device.
inline double seconds_a_step(Device device, std::int64_t cells) {
  return device == Device::cuda ? gpu_step_seconds + static_cast<double>(cells) / updates_per_gpu_second
                                : static_cast<double>(cells) / updates_per_cpu_second;
}
}  // namespace start_decision

}  // namespace perm
