// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/fibre_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>

#include "core/errors.hpp"

namespace perm {
namespace {

constexpr double most_sides = 100;  // length of a fibre over the longest side

void check_radius(double radius, const FibreRequest& request, const Extent& extent) {
  const double largest = smallest_extent(extent, request.form.orientation, request.form.axis) / 4;
  if (radius >= 1 && radius <= largest) return;
  throw InputError(fmt::format("The fibre radius {} is out of range", radius),
                   fmt::format("the image is {}, and a diameter takes at most half of a side", to_string(extent)),
                   largest >= 1 ? fmt::format("Give a radius from 1 to {} voxels", largest)
                                : std::string("Give a --size of at least 4 across the fibres"));
}

}  // namespace

double smallest_extent(const Extent& extent, Orientation orientation, Axis axis) {
  std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
  for (const Axis any : all_axes)
    if (orientation != Orientation::aligned || any != axis) smallest = std::min(smallest, extent.along(any));
  return static_cast<double>(smallest);
}

void refuse_contradictions(const Recipe& recipe) {
  if (recipe.orientation == Orientation::isotropic && recipe.axis)
    throw InputError("--axis has no meaning for isotropic fibres", "they lie along every direction",
                     "Leave out --axis, or give --orientation planar or aligned");
  if (recipe.orientation == Orientation::aligned && (recipe.length || recipe.persistence_length))
    throw InputError(
        fmt::format("--{} has no meaning for aligned fibres", recipe.length ? "length" : "persistence-length"),
        "they are straight and go through the whole image", "Leave it out, or give another --orientation");
  if (recipe.second_radius.has_value() != recipe.second_share.has_value())
    throw InputError(fmt::format("--second-{} is missing", recipe.second_radius ? "share" : "radius"),
                     "fibres of a second radius have a share of the volume of all",
                     "Give for example --second-radius 6 --second-share 0.3");
}

void refuse_out_of_range(const FibreRequest& request, const Extent& extent) {
  if (!(request.porosity > 0 && request.porosity <= 1))
    throw InputError(fmt::format("The porosity {} is out of range", request.porosity), "it is pore volume over volume",
                     "Give a porosity above 0 and up to 1");
  check_radius(request.radius, request, extent);
  if (request.second_radius) {
    check_radius(*request.second_radius, request, extent);
    if (!(request.second_share > 0 && request.second_share < 1))
      throw InputError(fmt::format("The share {} of the second radius is out of range", request.second_share),
                       "it is a part of the volume of all fibres", "Give a number between 0 and 1, for example 0.3");
  }
  const double diameter = 2 * std::max(request.radius, request.second_radius.value_or(0));
  const double longest = most_sides * static_cast<double>(std::max({extent.nx, extent.ny, extent.nz}));
  if (request.form.orientation != Orientation::aligned &&
      !(request.form.length >= diameter && request.form.length <= longest))
    throw InputError(fmt::format("The fibre length {} is out of range", request.form.length),
                     fmt::format("a fibre is longer than thick, and its diameter is {}", diameter),
                     fmt::format("Give a length from {} to {} voxels", diameter, longest));
  if (request.form.persistence_length && !(*request.form.persistence_length >= diameter))
    throw InputError(fmt::format("The persistence length {} is too short", *request.form.persistence_length),
                     fmt::format("a fibre cannot bend within its diameter, {}", diameter),
                     fmt::format("Give at least {} voxels", diameter));
}

}  // namespace perm
