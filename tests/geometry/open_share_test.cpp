// SPDX-License-Identifier: Apache-2.0
// The open share of faces, against areas that are known.
#include "geometry/open_share.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace perm {
namespace {

/// Solid where a function of the place is negative.
template <class Distance>
class Described final : public Surface {
 public:
  explicit Described(Distance distance) : distance_(distance) {}
  bool is_pore(const Place& at) const override { return distance_(at) > 0; }
  double distance(const Place& at) const override { return distance_(at); }

 private:
  Distance distance_;
};

double share_of(const Surface& surface, const Rectangle& rectangle) {
  const auto first = static_cast<std::size_t>(next_axis(rectangle.across));
  const auto second = static_cast<std::size_t>(next_axis(next_axis(rectangle.across)));
  std::array<double, 4> corners{};
  for (std::size_t i = 0; i < 4; ++i) {
    Surface::Place at = rectangle.corner;
    if ((i & 1U) != 0) at[first] += rectangle.edges[first];
    if ((i & 2U) != 0) at[second] += rectangle.edges[second];
    corners[i] = signed_distance(surface, at, 1);
  }
  return open_share(surface, rectangle, corners);
}

TEST(OpenShare, of_a_flat_wall_is_exact_however_it_lies) {
  for (const double angle : {0.0, 0.3, 1.0, 2.5, 4.0, 5.6})
    for (const double offset : {-0.4, -0.1, 0.0, 0.2, 0.45}) {
      const double nx = std::cos(angle);
      const double ny = std::sin(angle);
      const Described wall([&](const Surface::Place& at) { return nx * (at[0] - 0.5) + ny * (at[1] - 0.5) - offset; });
      double expected = 0;  // by rows
      constexpr int rows = 20000;
      for (int row = 0; row < rows; ++row) {
        const double y = (row + 0.5) / rows - 0.5;
        if (std::abs(nx) < 1e-12) {
          expected += ny * y > offset ? 1 : 0;
          continue;
        }
        const double x = std::clamp((offset - ny * y) / nx, -0.5, 0.5);
        expected += nx > 0 ? 0.5 - x : x + 0.5;
      }
      EXPECT_NEAR(share_of(wall, Rectangle{{0, 0, 7}, Axis::z, {1, 1, 1}}), expected / rows, 1e-7)
          << angle << ' ' << offset;
    }
}

TEST(OpenShare, of_faces_across_a_ball_adds_up_to_its_section) {
  for (const double radius : {1.3, 2.7, 6.0, 14.2})
    for (const Axis across : all_axes) {
      const Surface::Place centre{20.3, 20.71, 20.17};
      const Described ball([&](const Surface::Place& at) {
        return std::sqrt(std::pow(at[0] - centre[0], 2) + std::pow(at[1] - centre[1], 2) +
                         std::pow(at[2] - centre[2], 2)) -
               radius;
      });
      double solid = 0;
      for (int i = 0; i < 40; ++i)
        for (int j = 0; j < 40; ++j) {
          Rectangle face{{20, 20, 20}, across, {1, 1, 1}};
          face.corner[static_cast<std::size_t>(next_axis(across))] = i;
          face.corner[static_cast<std::size_t>(next_axis(next_axis(across)))] = j;
          solid += 1 - share_of(ball, face);
        }
      const double height = centre[static_cast<std::size_t>(across)] - 20;
      const double section = std::numbers::pi * (radius * radius - height * height);
      // The wall is off by this many edges.
      EXPECT_NEAR((solid - section) / (2 * std::numbers::pi * radius), 0, 3e-4) << radius;
    }
}

TEST(OpenShare, of_a_ball_that_only_touches_is_all_of_the_face) {
  const Described ball([](const Surface::Place& at) { return std::hypot(at[0] - 0.5, at[1] - 0.5, at[2] - 3) - 2; });
  EXPECT_NEAR(share_of(ball, Rectangle{{0, 0, 1}, Axis::z, {1, 1, 1}}), 1, 5e-3) << "tangent in its middle";
  EXPECT_EQ(share_of(ball, Rectangle{{0, 0, 0}, Axis::z, {1, 1, 1}}), 1);
}

TEST(OpenShare, of_a_face_that_lies_in_a_wall_is_none) {
  for (const double rounding : {-1e-13, 0.0, 1e-13}) {
    const Described wall([&](const Surface::Place& at) { return at[2] - 1 + rounding; });
    EXPECT_EQ(share_of(wall, Rectangle{{0, 0, 1}, Axis::z, {1, 1, 1}}), 0) << rounding;
  }
}

TEST(OpenShare, sees_slits_and_walls_that_are_thin_against_the_face) {
  for (const double width : {0.3, 0.1, 0.03})
    for (const double place : {0.1, 0.25, 0.5, 0.62, 0.88}) {
      const double within = std::min(1.0, place + width / 2) - std::max(0.0, place - width / 2);
      const Described slit([&](const Surface::Place& at) { return width / 2 - std::abs(at[0] - place); });
      EXPECT_NEAR(share_of(slit, Rectangle{{0, 0, 0}, Axis::z, {1, 1, 1}}), within, 6e-3) << width << ' ' << place;
      const Described wall([&](const Surface::Place& at) { return std::abs(at[0] - place) - width / 2; });
      EXPECT_NEAR(share_of(wall, Rectangle{{0, 0, 0}, Axis::z, {1, 1, 1}}), 1 - within, 6e-3) << width << ' ' << place;
    }
}

double share_of(const Surface& surface, const Cuboid& box) {
  std::array<double, 8> corners{};
  for (std::size_t i = 0; i < 8; ++i)
    corners[i] = signed_distance(
        surface,
        {box.corner[0] + ((i & 1U) != 0 ? box.edges[0] : 0), box.corner[1] + ((i & 2U) != 0 ? box.edges[1] : 0),
         box.corner[2] + ((i & 4U) != 0 ? box.edges[2] : 0)},
        1);
  return open_share(surface, box, corners);
}

TEST(OpenShare, of_boxes_behind_a_flat_wall_is_their_volume) {
  for (const double offset : {0.0, 0.2, 0.71, 1.0}) {
    const Described wall([&](const Surface::Place& at) { return at[1] - offset; });
    EXPECT_NEAR(share_of(wall, Cuboid{{3, 0, 5}, {1, 1, 1}}), 1 - offset, 1e-3) << offset;
  }
  const double root = std::sqrt(3.0);
  const Described across([&](const Surface::Place& at) { return (at[0] + at[1] + at[2] - 0.5) / root; });
  EXPECT_NEAR(share_of(across, Cuboid{{0, 0, 0}, {1, 1, 1}}), 1 - 0.125 / 6, 1e-9);
  EXPECT_NEAR(share_of(across, Cuboid{{0, 0, 0}, {0.5, 0.5, 0.5}}), 5.0 / 6, 1e-9);
}

TEST(OpenShare, of_boxes_around_a_ball_adds_up_to_its_volume) {
  for (const double radius : {0.7, 1.3, 2.7, 6.0}) {
    const Described ball(
        [&](const Surface::Place& at) { return std::hypot(at[0] - 8.3, at[1] - 8.71, at[2] - 8.17) - radius; });
    double solid = 0;
    for (int i = 0; i < 18; ++i)
      for (int j = 0; j < 18; ++j)
        for (int k = 0; k < 18; ++k) solid += 1 - share_of(ball, Cuboid{{i * 1.0, j * 1.0, k * 1.0}, {1, 1, 1}});
    const double area = 4 * std::numbers::pi * radius * radius;
    EXPECT_NEAR((solid - area * radius / 3) / area, 0, radius < 1 ? 6e-3 : 2e-3)
        << radius << ": by this many edges the wall is off";
  }
}

TEST(OpenShare, of_a_rectangle_goes_by_its_edges) {
  const Described wall([](const Surface::Place& at) { return at[1] - 1; });
  EXPECT_NEAR(share_of(wall, Rectangle{{0, 0, 0}, Axis::x, {1, 1.5, 2}}), 1.0 / 3, 1e-8);
  EXPECT_NEAR(share_of(wall, Rectangle{{0, 0, 0}, Axis::z, {1, 2.5, 2}}), 0.6, 1e-8);
}

}  // namespace
}  // namespace perm
