// SPDX-License-Identifier: Apache-2.0
// Centre lines of fibres at random: a place that is uniform in the box and a direction that is uniform among those that
// the orientation allows. Lengths are in voxels.
#pragma once

#include <optional>

#include "geometry/shapes/recipe.hpp"
#include "geometry/shapes/solids/fibre.hpp"
#include "geometry/shapes/solids/spheres_random.hpp"

namespace perm {

/// What the centre lines of a medium have in common.
struct FibreForm {
  Orientation orientation{Orientation::isotropic};
  Axis axis{Axis::z};                        ///< planar: normal to the planes; aligned: of the fibres
  double length{64};                         ///< of the centre line; aligned fibres go through the whole image instead
  std::optional<double> persistence_length;  ///< of curved fibres; absent: straight ones
};

/// Gives a direction, a unit vector, that is uniform on the sphere (isotropic), on the circle across `axis` (planar),
/// or that of the axis (aligned). Method: a point that is uniform in the ball or disc, by rejection from a cube.
Vector random_direction(RandomNumbers& random, Orientation orientation, Axis axis);

/// Gives a fibre at a random place of the box. Curved ones are worm-like chains (Kratky & Porod 1949): from step to
/// step the direction turns by a random angle, and the mean cosine between two places of the line is exp(-s/P), where s
/// is the length of line between them and P the persistence length. A step is the radius or P/10, whichever is shorter.
Fibre draw_fibre_line(RandomNumbers& random, const Extent& extent, const FibreForm& form, double radius);

}  // namespace perm
