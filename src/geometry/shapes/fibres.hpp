// SPDX-License-Identifier: Apache-2.0
// Random fibre media, such as nonwovens, filters and gas diffusion layers, in a periodic box: cylinders of one or two
// radii at random places, straight or curved, added one by one until the image has the porosity asked for. Fibres have
// a length; where one leaves the box, it enters on the other side. So the medium repeats without a seam, and every
// direction is as likely as any other, as it could not be with endless lines: in a periodic box those close on
// themselves in few directions only. Lengths are in voxels.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "geometry/shapes/fibre_lines.hpp"
#include "geometry/shapes/recipe.hpp"
#include "geometry/shapes/solids/fibre.hpp"
#include "geometry/surface.hpp"

namespace perm {

struct FibreRequest {
  double porosity{0.8};                 ///< pore voxels over all, above 0 up to 1 (no fibre)
  double radius{4};                     ///< from 1 to a quarter of the smallest extent, aligned: across the fibres
  std::optional<double> second_radius;  ///< of the other fibres, in the same range
  double second_share{0};               ///< their part of the volume of all fibres, above 0 and below 1
  FibreForm form;                       ///< persistence length at least the larger diameter; not for aligned fibres
  FibreOverlap overlap{FibreOverlap::yes};
  std::uint64_t seed{1};
};

/// Looks at a fibre as it was drawn.
using FibreVisitor = std::function<void(const Fibre&)>;

/// Draws fibres into the slab of an image and shows each to `visit`, in the order in which they were placed;
/// collective, and every process places all fibres. The last fibre ends where the image has the porosity, to within
/// half the volume of a fibre one voxel long; aligned fibres have no ends, and the image is as near to the porosity as
/// whole ones make it. The two radii take turns, such that the second one has its share of the volume that the fibres
/// have by themselves.
///
/// Fibres that may overlap are placed independently of each other (a Boolean model). Those that may not are placed by
/// random sequential addition: a fibre that overlaps others moves aside, without turning, until it overlaps none, and
/// where that fails another one is drawn. A fibre may meet itself, where it is curved or longer than the box. Throws
/// InputError for values outside the ranges above, and when no further fibre fits; the message then names the porosity
/// reached.
void draw_random_fibres(PoreSlab& image, const FibreRequest& request, const FibreVisitor& visit);

/// Gives the radius of a recipe's fibres: its own, or 1/24 of the smallest extent (of aligned fibres: across them),
/// from 1 to 12.
double choose_fibre_radius(const Recipe& recipe);

/// Gives the length of a recipe's fibres: its own, or the longest extent.
double choose_fibre_length(const Recipe& recipe);

/// Refuses a recipe for fibres that cannot be; throws InputError.
void check_fibres(const Recipe& recipe);

/// Draws the fibres of a recipe.
void draw_fibres(PoreSlab& slab, const Recipe& recipe);

/// Gives their surface. Collective; the fibres are placed, and drawn, again.
std::shared_ptr<const Surface> surface_of_fibres(const Recipe& recipe, const Communicator& processes);

}  // namespace perm
