// SPDX-License-Identifier: Apache-2.0
#include "geometry/open_share.hpp"

#include <algorithm>
#include <cmath>

namespace perm {
namespace {

constexpr int most_halvings = 6;
constexpr double most_bent = 0.005;     // over the edge of the whole rectangle, where it is not divided
constexpr double is_on_surface = 1e-9;  // a face along a wall is closed, whatever rounding says
constexpr double unknown = 1e-3;

/// Gives the share of a triangle in which a linear function with these values at the corners is above 0.
double positive_share(double a, double b, double c) {
  const int positive = (a > 0 ? 1 : 0) + (b > 0 ? 1 : 0) + (c > 0 ? 1 : 0);
  if (positive == 0 || positive == 3) return positive == 3 ? 1 : 0;
  const bool is_one = positive == 1;
  const auto is_alone = [is_one](double value) { return (value > 0) == is_one; };
  const double of_corner = is_alone(a)   ? a * a / ((a - b) * (a - c))
                           : is_alone(b) ? b * b / ((b - a) * (b - c))
                                         : c * c / ((c - a) * (c - b));
  return is_one ? of_corner : 1 - of_corner;
}

class Divided {
 public:
  Divided(const Surface& surface, const Rectangle& rectangle)
      : surface_(&surface),
        rectangle_(&rectangle),
        first_(static_cast<std::size_t>(next_axis(rectangle.across))),
        second_(static_cast<std::size_t>(next_axis(next_axis(rectangle.across)))),
        longest_(std::max(rectangle.edges[first_], rectangle.edges[second_])) {}

  /// Gives the share of the part that begins at (u, v), in shares of the edges, and is `size` of them long.
  double share(double u, double v, double size, int halvings, const std::array<double, 4>& corners) const {
    const double half = size / 2;
    const double middle = at(u + half, v + half);
    const double edge_1 = size * rectangle_->edges[first_];
    const double edge_2 = size * rectangle_->edges[second_];
    if (std::abs(middle) >= std::hypot(edge_1, edge_2) / 2) return middle > 0 ? 1 : 0;
    const double mean = (corners[0] + corners[1] + corners[2] + corners[3]) / 4;
    const double bend = middle - mean;
    if (std::abs(bend) > most_bent * longest_ && halvings < most_halvings) {
      const double south = at(u + half, v);
      const double west = at(u, v + half);
      const double east = at(u + size, v + half);
      const double north = at(u + half, v + size);
      return (share(u, v, half, halvings + 1, {corners[0], south, west, middle}) +
              share(u + half, v, half, halvings + 1, {south, corners[1], middle, east}) +
              share(u, v + half, half, halvings + 1, {west, middle, corners[2], north}) +
              share(u + half, v + half, half, halvings + 1, {middle, east, north, corners[3]})) /
             4;
    }
    // What a bend adds to a linear function falls to 0 at the corners, and is two thirds of its height on the mean.
    const double shift = 2 * bend / 3 - is_on_surface;
    const double a = corners[0] + shift;
    const double b = corners[1] + shift;
    const double c = corners[2] + shift;
    const double d = corners[3] + shift;
    const double m = mean + shift;
    return (positive_share(a, b, m) + positive_share(b, d, m) + positive_share(d, c, m) + positive_share(c, a, m)) / 4;
  }

 private:
  double at(double u, double v) const {
    Surface::Place place = rectangle_->corner;
    place[first_] += u * rectangle_->edges[first_];
    place[second_] += v * rectangle_->edges[second_];
    return signed_distance(*surface_, place, longest_);
  }

  const Surface* surface_;
  const Rectangle* rectangle_;
  std::size_t first_;
  std::size_t second_;
  double longest_;  ///< edge
};

// A box that a wall bends is divided once; one with an edge of a body, or with two walls, further.
constexpr int most_halvings_of_box = 4;
constexpr double most_bent_box = 0.03;  // over the shortest edge
constexpr double most_bent_part = 0.15;

/// Gives the share of the unit cube in which middle + slope (x - 1/2) is above 0.
double positive_share_of_cube(double middle, std::array<double, 3> slope) {
  double sum = 0;
  for (double& along : slope) sum += along = std::abs(along);
  if (middle >= sum / 2) return 1;
  if (middle <= -sum / 2) return 0;
  for (double& along : slope) along = std::max(along, 1e-3 * sum);  // the formula divides by them
  double above = 0;
  for (unsigned corners = 0; corners < 8; ++corners) {
    double from_corner = middle + (slope[0] + slope[1] + slope[2]) / 2;
    double sign = 1;
    for (std::size_t axis = 0; axis < 3; ++axis)
      if ((corners >> axis & 1U) != 0) {
        from_corner -= slope[axis];
        sign = -sign;
      }
    if (from_corner > 0) above += sign * from_corner * from_corner * from_corner;
  }
  return std::clamp(above / (6 * slope[0] * slope[1] * slope[2]), 0.0, 1.0);
}

std::array<double, 8> distances_at_corners(const Surface& surface, const Cuboid& box) {
  std::array<double, 8> distances{};
  for (unsigned corner = 0; corner < 8; ++corner) {
    Surface::Place at = box.corner;
    for (std::size_t axis = 0; axis < 3; ++axis)
      if ((corner >> axis & 1U) != 0) at[axis] += box.edges[axis];
    distances[corner] = signed_distance(surface, at, std::max({box.edges[0], box.edges[1], box.edges[2]}));
  }
  return distances;
}

double share_of_box(const Surface& surface, const Cuboid& box, const std::array<double, 8>& corners, int halvings) {
  Surface::Place at = box.corner;
  for (std::size_t axis = 0; axis < 3; ++axis) at[axis] += box.edges[axis] / 2;
  const double middle = signed_distance(surface, at, std::max({box.edges[0], box.edges[1], box.edges[2]}));
  if (std::abs(middle) >= std::hypot(box.edges[0], box.edges[1], box.edges[2]) / 2) return middle > 0 ? 1 : 0;
  double mean = 0;
  std::array<double, 3> slope{};
  for (unsigned corner = 0; corner < 8; ++corner) {
    mean += corners[corner] / 8;
    for (std::size_t axis = 0; axis < 3; ++axis)
      slope[axis] += ((corner >> axis & 1U) != 0 ? 0.25 : -0.25) * corners[corner];
  }
  const double bend = middle - mean;
  const double most_bent_now =
      (halvings == 0 ? most_bent_box : most_bent_part) * std::min({box.edges[0], box.edges[1], box.edges[2]});
  if (std::abs(bend) > most_bent_now && halvings < most_halvings_of_box) {
    double share = 0;
    for (unsigned part = 0; part < 8; ++part) {
      Cuboid half{box.corner, {box.edges[0] / 2, box.edges[1] / 2, box.edges[2] / 2}};
      for (std::size_t axis = 0; axis < 3; ++axis)
        if ((part >> axis & 1U) != 0) half.corner[axis] += half.edges[axis];
      share += share_of_box(surface, half, distances_at_corners(surface, half), halvings + 1) / 8;
    }
    return share;
  }
  // The square of the distance from the middle is on the mean a third of what it is at the corners.
  return positive_share_of_cube(middle - bend / 3, slope);
}

}  // namespace

double signed_distance(const Surface& surface, const Surface::Place& at, double edge) {
  const double distance = edge <= 1 ? surface.near_distance(at) : surface.distance(at);
  if (!std::isnan(distance)) return distance;
  return surface.is_pore(at) ? unknown : -unknown;
}

double open_share(const Surface& surface, const Cuboid& box, const std::array<double, 8>& at_corners) {
  return share_of_box(surface, box, at_corners, 0);
}

double open_share(const Surface& surface, const Rectangle& rectangle, const std::array<double, 4>& at_corners) {
  return Divided(surface, rectangle).share(0, 0, 1, 0, at_corners);
}

}  // namespace perm
