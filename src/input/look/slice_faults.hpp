// SPDX-License-Identifier: Apache-2.0
// Finds planes of a file that are not what their neighbours make likely: without any detail, of another place or
// another scan, or two that have changed places.
#pragma once

#include <cstdint>
#include <vector>

#include "input/look/watched_planes.hpp"

namespace perm {

/// Numbers of planes, from 0, in ascending order.
struct SliceFaults {
  std::vector<std::int64_t> blank;    ///< all of one grey value, in an image that has others
  std::vector<std::int64_t> strange;  ///< differ from both neighbours far more than these from each other
  std::vector<std::int64_t> swapped;  ///< would fit better in the place of the next one, and that in theirs
};

/// Compares the samples of planes by the mean of |difference|. A strange plane differs from both neighbours at least
/// half as much again as these differ from each other, and as two neighbours usually do; noise alone makes all three
/// alike. The outer planes have one neighbour and are never strange.
SliceFaults find_slice_faults(const PlaneWatch& watch);

}  // namespace perm
