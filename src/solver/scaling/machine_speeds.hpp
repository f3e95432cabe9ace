// SPDX-License-Identifier: Apache-2.0
// Says how fast machines update cells, with every speed that the program assumes without measuring it. They feed the
// performance model, which chooses partitions and predicts times, and change no bit of a flow.
#pragma once

#include <array>
#include <cstdint>

namespace perm {

/// One H200 makes so many cell updates a second, as measured: float32, float64, float16.
inline constexpr std::array<double, 3> gpu_updates_a_second{23.8e9, 11.1e9, 39e9};
/// One CPU core makes so many cell updates a second in float32, as measured on recent servers; float64 takes twice as
/// long.
inline constexpr double core_updates_a_second = 80e6;

}  // namespace perm
