// SPDX-License-Identifier: Apache-2.0
// How fast machines update cells: every speed that the program assumes without measuring it. The first set feeds the
// performance model, which chooses partitions and predicts times, and changes no bit of a flow. The second set decides
// whether a flow begins from the half image, and with it the bits of K: change it only on purpose.
#pragma once

#include <array>
#include <cstdint>

#include "solver/cell/settings.hpp"

namespace perm {

/// Cell updates a second of one H200, as measured: float32, float64, float16.
inline constexpr std::array<double, 3> gpu_updates_a_second{23.8e9, 11.1e9, 39e9};
/// Cell updates a second of one CPU core in float32, as measured on recent servers; float64 takes twice as long.
inline constexpr double core_updates_a_second = 80e6;

/// The speeds by which darcy/coarse_start decides. They are those of a typical machine, within a factor of 2, and not
/// the ones above: they know neither precision nor threads, so that K does not depend on the number of threads.
namespace start_decision {
/// Seconds that it takes to make and leave a half image, beside its steps; the same on both devices.
inline constexpr double seconds_to_start = 4e-3;
/// Seconds of a step on a GPU however few its cells are; a CPU has none worth counting.
inline constexpr double gpu_step_seconds = 4e-6;
inline constexpr double updates_per_gpu_second = 15e9;
inline constexpr double updates_per_cpu_second = 100e6;

/// Seconds of a step of `cells` cells on the device.
inline double seconds_a_step(Device device, std::int64_t cells) {
  return device == Device::cuda ? gpu_step_seconds + static_cast<double>(cells) / updates_per_gpu_second
                                : static_cast<double>(cells) / updates_per_cpu_second;
}
}  // namespace start_decision

}  // namespace perm
