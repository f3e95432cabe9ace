// SPDX-License-Identifier: Apache-2.0
// Balls are put into small images one voxel after another, without distance maps and union-find, and compared.
#include "input/look/ball_sizes.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <vector>

#include "input/look/grey_plug.hpp"

namespace perm {
namespace {

using Marks = std::vector<char>;

/// Balls in an image whose faces are mirrors, slow and obvious.
class SlowBalls {
 public:
  explicit SlowBalls(const PoreSpace& pores) : pores_(pores), n_(pores.extent()) {}

  /// Says whether the ball around a voxel lies in the pores. Beyond a mirror lies what is in front of it.
  bool fits(std::int64_t x, std::int64_t y, std::int64_t z, std::int64_t diameter) const {
    bool is_free = true;
    for_each_in_ball(x, y, z, diameter, [&](std::int64_t i, std::int64_t j, std::int64_t k) {
      is_free &= pores_.is_pore(mirrored(i, n_.nx), mirrored(j, n_.ny), mirrored(k, n_.nz));
    });
    return is_free;
  }

  Marks centres(std::int64_t diameter) const {
    Marks marks(static_cast<std::size_t>(n_.voxels()), 0);
    for (std::int64_t i = 0; i < n_.voxels(); ++i)
      marks[static_cast<std::size_t>(i)] = fits(i % n_.nx, i / n_.nx % n_.ny, i / n_.plane_voxels(), diameter) ? 1 : 0;
    return marks;
  }

  /// Keeps the centres that steps through faces and edges lead to from a face.
  Marks entered(Marks centres) const {
    Marks reached(centres.size(), 0);
    bool is_more = true;
    while (is_more) {
      is_more = false;
      for (std::int64_t i = 0; i < n_.voxels(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (centres[at] == 0 || reached[at] != 0) continue;
        if (is_at_face(i) || has_neighbour(reached, i)) {
          reached[at] = 1;
          is_more = true;
        }
      }
    }
    return reached;
  }

  void cover(const Marks& centres, std::int64_t diameter, Marks& covered) const {
    for (std::int64_t i = 0; i < n_.voxels(); ++i)
      if (centres[static_cast<std::size_t>(i)] != 0)
        for_each_in_ball(i % n_.nx, i / n_.nx % n_.ny, i / n_.plane_voxels(), diameter,
                         [&](std::int64_t x, std::int64_t y, std::int64_t z) {
                           if (x >= 0 && y >= 0 && z >= 0 && x < n_.nx && y < n_.ny && z < n_.nz)
                             covered[static_cast<std::size_t>(n_.index(x, y, z))] = 1;
                         });
  }

 private:
  static std::int64_t mirrored(std::int64_t at, std::int64_t length) {
    while (at < 0 || at >= length) at = at < 0 ? -1 - at : 2 * length - 1 - at;
    return at;
  }
  template <class Visit>
  static void for_each_in_ball(std::int64_t x, std::int64_t y, std::int64_t z, std::int64_t diameter,
                               const Visit& visit) {
    const std::int64_t reach = diameter / 2 + 1;
    for (std::int64_t k = -reach; k <= reach; ++k)
      for (std::int64_t j = -reach; j <= reach; ++j)
        for (std::int64_t i = -reach; i <= reach; ++i)
          if (4 * (i * i + j * j + k * k) < (diameter + 1) * (diameter + 1)) visit(x + i, y + j, z + k);
  }
  bool is_at_face(std::int64_t i) const {
    const std::array<std::int64_t, 3> at{i % n_.nx, i / n_.nx % n_.ny, i / n_.plane_voxels()};
    for (const Axis axis : all_axes) {
      const std::int64_t place = at[static_cast<std::size_t>(axis)];
      if (n_.along(axis) > 1 && (place == 0 || place == n_.along(axis) - 1)) return true;
    }
    return false;
  }
  bool has_neighbour(const Marks& marks, std::int64_t i) const {
    const std::int64_t x = i % n_.nx, y = i / n_.nx % n_.ny, z = i / n_.plane_voxels();
    for (std::int64_t dz = -1; dz <= 1; ++dz)
      for (std::int64_t dy = -1; dy <= 1; ++dy)
        for (std::int64_t dx = -1; dx <= 1; ++dx) {
          if (dx * dx + dy * dy + dz * dz > 2) continue;
          const std::int64_t a = x + dx, b = y + dy, c = z + dz;
          if (a >= 0 && b >= 0 && c >= 0 && a < n_.nx && b < n_.ny && c < n_.nz &&
              marks[static_cast<std::size_t>(n_.index(a, b, c))] != 0)
            return true;
        }
    return false;
  }

  const PoreSpace& pores_;
  Extent n_;
};

std::int64_t count(const Marks& marks) { return std::ranges::count(marks, 1); }

TEST(BallSizes, are_those_of_balls_that_are_put_in_one_by_one) {
  for (const std::uint64_t seed : {1U, 2U, 3U})
    for (const Extent& extent : {Extent{17, 15, 13}, Extent{21, 16, 1}, Extent{33, 9, 11}})
      for (const double porosity : {0.35, 0.7}) {
        const PoreSpace rock = rock_of(extent, porosity, seed);
        const SlowBalls slow(rock);
        const BallSizes sizes = measure_ball_sizes(PoreSlab(rock));
        Marks covered(static_cast<std::size_t>(extent.voxels()), 0);
        Marks reached = covered;
        ASSERT_FALSE(sizes.balls.empty());
        for (auto ball = sizes.balls.rbegin(); ball != sizes.balls.rend(); ++ball) {
          const Marks centres = slow.centres(ball->diameter_voxels);
          slow.cover(centres, ball->diameter_voxels, covered);
          slow.cover(slow.entered(centres), ball->diameter_voxels, reached);
          const auto pores = static_cast<double>(rock.count_pores());
          EXPECT_EQ(std::llround(ball->covered * pores), count(covered)) << seed << " " << ball->diameter_voxels;
          EXPECT_EQ(std::llround(ball->reached * pores), count(reached)) << seed << " " << ball->diameter_voxels;
        }
        const auto next = std::ranges::find(ball_diameters, sizes.balls.back().diameter_voxels) + 1;
        EXPECT_EQ(count(slow.centres(*next)), 0) << "a larger ball fits";
      }
}

TEST(BallSizes, fall_with_the_diameter_and_no_more_is_reached_than_covered) {
  const BallSizes sizes = measure_ball_sizes(PoreSlab(rock_of({40, 40, 40}, 0.5, 9)));
  double covered = 1;
  for (const BallSize& ball : sizes.balls) {
    EXPECT_LE(ball.reached, ball.covered);
    EXPECT_LE(ball.covered, covered);
    covered = ball.covered;
  }
}

TEST(BallSizes, of_a_bottle_are_those_of_its_neck) {
  // A room of 15 voxels behind a neck of 5, both along x.
  const Extent extent{40, 25, 25};
  PoreSpace bottle(extent);
  const auto carve = [&](std::int64_t first, std::int64_t last, std::int64_t width) {
    for (std::int64_t x = first; x < last; ++x)
      for (std::int64_t y = 12 - width / 2; y <= 12 + width / 2; ++y)
        for (std::int64_t z = 12 - width / 2; z <= 12 + width / 2; ++z) bottle.set_pore(x, y, z);
  };
  carve(0, 40, 5);
  carve(12, 28, 15);
  const BallSizes sizes = measure_ball_sizes(PoreSlab(bottle));
  EXPECT_DOUBLE_EQ(sizes.passing[0], 2 * 3 - 1);
  EXPECT_EQ(sizes.passing[1], 0);
  const auto of = [&](std::int64_t diameter) {
    return *std::ranges::find(sizes.balls, diameter, &BallSize::diameter_voxels);
  };
  EXPECT_GT(of(15).covered, 0);
  EXPECT_EQ(of(15).reached, 0);
  EXPECT_EQ(of(7).reached, 0);
  EXPECT_GT(of(5).reached, 0.5);
}

TEST(BallSizes, of_images_without_pores_or_without_solid_are_none) {
  PoreSpace pores({9, 8, 7});
  EXPECT_TRUE(measure_ball_sizes(PoreSlab(pores)).balls.empty());
  pores.fill_with_pore();
  EXPECT_TRUE(measure_ball_sizes(PoreSlab(pores)).balls.empty());
}

}  // namespace
}  // namespace perm
