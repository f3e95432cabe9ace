// SPDX-License-Identifier: Apache-2.0
// Finds the round plug that an image shows with what is around it: air, a holder, or the black of a reconstruction.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "core/communicator.hpp"
#include "core/extent.hpp"
#include "geometry/pore_space.hpp"
#include "geometry/sample/column_maps.hpp"
#include "image/source/plane_source.hpp"

namespace perm {

/// A cylinder along an axis, in voxels, where voxel i reaches from i to i + 1.
struct RoundSample {
  Axis axis{Axis::z};
  std::array<double, 2> centre{};  ///< along the two other axes, in the order x, y, z
  double radius{0};
  PoreSpace columns;  ///< set where a column belongs to the sample; one plane, laid as ColumnMap is
};

/// Finds the circle that parts the columns of `map` into two classes whose looks are most likely (a normal distribution
/// of each look in each class: quadratic discriminant analysis). Columns at its rim that look as the outside does, and
/// touch it, are left out. Empty where no circle parts them well.
std::optional<RoundSample> find_round_sample(const ColumnMap& map);

/// Does so along each axis, in axes of the file, and gives the one that parts best. Collective; the same on every
/// process.
std::optional<RoundSample> find_round_sample(PlaneSource& image, const Communicator& processes);

}  // namespace perm
