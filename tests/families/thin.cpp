// SPDX-License-Identifier: Apache-2.0
// The family whose solid is lost when the image is halved.
#include <array>
#include <utility>

#include "families/draw_families.hpp"
#include "families/drawing.hpp"
#include "validation/references/channel_flow.hpp"

namespace perm::families {
namespace {

constexpr std::int64_t distance_of_holes = 8;

void draw_plate(PoreSpace& pores, std::int64_t y) {
  Box plate = whole(pores.extent());
  plate.y = {y, y + 1};
  fill_with_solid(pores, plate);
}

/// Gives K of gaps between plates normal to y, one of which is at `plate`. It holds for magic parameter 3/16.
HardImage::Exact permeability_between_plates(const PoreSpace& pores, std::int64_t plate) {
  const std::int64_t n = pores.extent().ny;
  double sum = 0;
  std::int64_t gap = 0;
  for (std::int64_t i = 1; i <= n; ++i) {
    if (pores.is_pore(0, (plate + i) % n, 0)) {
      ++gap;
    } else if (gap > 0) {
      const auto height = static_cast<double>(std::exchange(gap, 0));
      sum += height * reference::plates_permeability_on_lattice(height);
    }
  }
  return {sum / static_cast<double>(n), 1e-12};
}

HardImage draw_plates(std::int64_t n, Dice& dice) {
  HardImage image{open_cube(n), {}, {}};
  draw_plate(image.pores, 0);
  const std::int64_t first = dice.between(0, 4);
  const std::int64_t distance = dice.between(7, 31);
  for (std::int64_t y = first; y < n; y += distance) draw_plate(image.pores, y);
  image.exact = permeability_between_plates(image.pores, 0);
  return image;
}

HardImage draw_slit(std::int64_t n, Dice& dice) {
  HardImage image{open_cube(n), {}, {}};
  const std::int64_t y = 2 * dice.between(0, n / 2 - 2) + 1;
  draw_plate(image.pores, y);
  draw_plate(image.pores, y + 1);
  image.exact = permeability_between_plates(image.pores, y);
  return image;
}

HardImage draw_fibres(std::int64_t n, Dice& dice) {
  HardImage image{open_cube(n), {}, {}};
  const std::int64_t fibres = dice.between(3, 24);
  for (std::int64_t i = 0; i < fibres; ++i) {
    Box fibre = whole(image.pores.extent());
    const std::array<Span*, 3> sides{&fibre.x, &fibre.y, &fibre.z};
    const auto along = static_cast<std::size_t>(dice.between(0, 2));
    for (const std::size_t across : {(along + 1) % 3, (along + 2) % 3}) {
      const std::int64_t at = dice.between(0, n - 1);
      *sides[across] = {at, at + 1};
    }
    fill_with_solid(image.pores, fibre);
  }
  return image;
}

/// Draws a membrane of one or two layers with the same holes, some of which stand in rows and columns.
HardImage draw_membrane(std::int64_t n, Dice& dice) {
  HardImage image{open_cube(n), {}, {}};
  const std::int64_t first = 2 * dice.between(0, n / 2 - 1) + 1;
  const std::int64_t layers = dice.between(1, 2);
  const double open = dice.real(0.1, 0.5);
  for_each_voxel({{0, 1}, {0, n}, {0, n}}, [&](std::int64_t, std::int64_t y, std::int64_t z) {
    const bool is_hole = dice.happens(open) || (y % distance_of_holes == 0 && z % distance_of_holes == 0);
    for (std::int64_t i = 0; i < layers && !is_hole; ++i) image.pores.set_solid((first + i) % n, y, z);
  });
  return image;
}

}  // namespace

HardImage draw_thin(Dice& dice) {
  const std::int64_t n = dice.between(32, 64);
  switch (dice.between(0, 3)) {
    case 0:
      return draw_plates(n, dice);
    case 1:
      return draw_fibres(n, dice);
    case 2:
      return draw_membrane(n, dice);
    default:
      return draw_slit(n, dice);
  }
}

}  // namespace perm::families
