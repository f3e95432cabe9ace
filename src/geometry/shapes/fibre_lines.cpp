// SPDX-License-Identifier: Apache-2.0
#include "geometry/shapes/fibre_lines.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace perm {
namespace {

constexpr double radii_a_piece = 4;           // length of a straight piece; it is short so that its box is small
constexpr double steps_a_persistence = 10.0;  // so that a fibre bends by 25 degrees a step at most, as a rule

Vector unit_vector(Vector v) {
  const double length = std::sqrt(square(v));
  for (double& component : v) component /= length;
  return v;
}

/// Turns a direction at random such that the mean of the cosine between old and new is `mean_cosine`. 1 - cosine is
/// drawn from the exponential distribution, which is that of a random walk on the sphere over short steps; towards
/// which side is uniform.
Vector turn(RandomNumbers& random, const Vector& direction, const FibreForm& form, double mean_cosine) {
  double drop = 3;
  while (drop > 2) drop = -(1 - mean_cosine) * portable_log(1 - random.uniform());
  for (;;) {
    const Vector any = random_direction(random, form.orientation, form.axis);
    const Vector side = moved(any, direction, -dot(any, direction));
    if (square(side) < 1e-4) continue;
    const Vector across = unit_vector(side);
    Vector turned{};
    turned = moved(turned, direction, 1 - drop);
    turned = moved(turned, across, std::sqrt(drop * (2 - drop)));
    return unit_vector(turned);
  }
}

}  // namespace

Vector random_direction(RandomNumbers& random, Orientation orientation, Axis axis) {
  const auto normal = static_cast<std::size_t>(axis);
  Vector direction{};
  if (orientation == Orientation::aligned) {
    direction[normal] = 1;
    return direction;
  }
  for (;;) {
    for (std::size_t a = 0; a < 3; ++a)
      direction[a] = orientation == Orientation::planar && a == normal ? 0 : 2 * random.uniform() - 1;
    const double length2 = square(direction);
    if (length2 > 1e-4 && length2 < 1) return unit_vector(direction);
  }
}

Fibre draw_fibre_line(RandomNumbers& random, const Extent& extent, const FibreForm& form, double radius) {
  Fibre fibre;
  fibre.radius = radius;
  Vector point{};
  for (const Axis axis : all_axes)
    point[static_cast<std::size_t>(axis)] = random.uniform() * static_cast<double>(extent.along(axis));
  Vector direction = random_direction(random, form.orientation, form.axis);
  double length = form.length;
  if (form.orientation == Orientation::aligned) {
    fibre.through = form.axis;
    length = static_cast<double>(extent.along(form.axis));
    point[static_cast<std::size_t>(form.axis)] = 0;
  }
  double longest = radii_a_piece * radius;
  if (form.persistence_length) longest = std::min(radius, *form.persistence_length / steps_a_persistence);
  const auto steps = static_cast<std::int64_t>(std::max(1.0, std::ceil(length / longest)));
  const double step = length / static_cast<double>(steps);
  const double mean_cosine = form.persistence_length ? portable_exp(-step / *form.persistence_length) : 1;
  fibre.line.reserve(static_cast<std::size_t>(steps) + 1);
  fibre.line.push_back(point);
  for (std::int64_t done = 0; done < steps; ++done) {
    if (done > 0 && form.persistence_length) direction = turn(random, direction, form, mean_cosine);
    point = moved(point, direction, step);
    fibre.line.push_back(point);
  }
  return fibre;
}

}  // namespace perm
