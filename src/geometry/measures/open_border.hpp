// SPDX-License-Identifier: Apache-2.0
// Finds what may be the air around a sample that a scan shows too. Where its voxels count as pore, nearly all of the
// flow goes past the sample, and K is up to a thousand times that of the sample.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/extent.hpp"
#include "geometry/pore_slab.hpp"

namespace perm {

/// Gives the two axes of the cross-section of an image across `axis`, in the order x, y, z.
std::array<Axis, 2> axes_across(Axis axis);

/// The columns along one axis that are pore in every plane across it, and that others like them join to the border of
/// the cross-section. The rest of the cross-section is a body.
struct OpenBorder {
  Axis axis{Axis::x};
  PoreSpace columns;      ///< set where there is one; one plane, with the axes of axes_across
  std::int64_t count{0};  ///< of these columns

  std::int64_t all_columns() const { return columns.extent().voxels(); }
};

/// Gives such columns where they lie around or beside one body as a sample has: it is convex, as what is cut or drilled
/// out of a rock, has pores in every plane, and is many grains long. A bundle of grains, fibres or channels along the
/// axis is not convex, one grain or fibre has a plane without pores, and of a channel with walls no column is at the
/// border. Empty otherwise. Collective; the same on all processes. The time is linear in the number of words.
std::optional<OpenBorder> find_open_border(const PoreSlab& pores, Axis axis);

/// Does the same for voxels of one grey value, of which the body has none: then the value stands for nothing but what
/// is outside the sample, and the body need not be of many grains. At most a hundredth of these voxels may be others.
std::optional<OpenBorder> find_border_of_one_value(const PoreSlab& voxels, Axis axis);

}  // namespace perm
