// SPDX-License-Identifier: Apache-2.0
// Pictures of an image as seen along each of its axes: the look of every column. What has the same cross-section in
// every plane, as a drilled plug and the air around it, stands out in one of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/communicator.hpp"
#include "core/extent.hpp"
#include "image/source/plane_source.hpp"

namespace perm {

/// What is known of the grey values of a column: their mean; the root of their mean square difference from it; and
/// their mean difference from one voxel to the next, which is large in noise. In levels, 65536 or fewer.
inline constexpr std::size_t looks_of_column = 3;
using ColumnLook = std::array<float, looks_of_column>;

/// The columns along one axis of a file. They lie as pixels do, the first of the two other axes fastest, in the order
/// x, y, z.
struct ColumnMap {
  Axis axis{Axis::z};
  std::int64_t width{0};
  std::int64_t height{0};
  std::vector<ColumnLook> looks;

  std::int64_t columns() const { return width * height; }
};

/// Reads the image once, each process its share of the planes. Gives the maps along x, y and z of the file, the same on
/// every process and for every number of them. Collective.
std::array<ColumnMap, 3> map_columns(PlaneSource& image, const Communicator& processes);

}  // namespace perm
