// SPDX-License-Identifier: Apache-2.0
#include "geometry/open_share.hpp"

#include <cmath>

namespace perm {
namespace {

constexpr int most_halvings = 6;
constexpr double most_bent = 0.01;      // of the edge of a rectangle that is not divided
constexpr double is_on_surface = 1e-9;  // a face along a wall is closed, whatever rounding says
constexpr double unknown = 1e-3;

/// Gives the share of a triangle in which a linear function with these values at the corners is above 0.
double positive_share(double a, double b, double c) {
  const int positive = (a > 0 ? 1 : 0) + (b > 0 ? 1 : 0) + (c > 0 ? 1 : 0);
  if (positive == 0 || positive == 3) return positive / 3;
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
        second_(static_cast<std::size_t>(next_axis(next_axis(rectangle.across)))) {}

  /// Gives the share of the part that begins at (u, v), in shares of the edges, and is `size` of them long.
  double share(double u, double v, double size, int halvings, const std::array<double, 4>& corners) const {
    const double half = size / 2;
    const double middle = at(u + half, v + half);
    const double edge_1 = size * rectangle_->edges[first_];
    const double edge_2 = size * rectangle_->edges[second_];
    if (std::abs(middle) >= std::hypot(edge_1, edge_2) / 2) return middle > 0 ? 1 : 0;
    const double mean = (corners[0] + corners[1] + corners[2] + corners[3]) / 4;
    const double bend = middle - mean;
    if (std::abs(bend) > most_bent * size && halvings < most_halvings) {
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
    return signed_distance(*surface_, place);
  }

  const Surface* surface_;
  const Rectangle* rectangle_;
  std::size_t first_;
  std::size_t second_;
};

}  // namespace

double signed_distance(const Surface& surface, const Surface::Place& at) {
  const double distance = surface.distance(at);
  if (!std::isnan(distance)) return distance;
  return surface.is_pore(at) ? unknown : -unknown;
}

double open_share(const Surface& surface, const Rectangle& rectangle, const std::array<double, 4>& at_corners) {
  return Divided(surface, rectangle).share(0, 0, 1, 0, at_corners);
}

}  // namespace perm
