// SPDX-License-Identifier: Apache-2.0
#include "families/family.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "families/draw_families.hpp"
#include "geometry/connectivity/connectivity.hpp"

namespace perm::families {
namespace {

constexpr int most_draws = 200;

HardImage draw(Family family, Dice& dice, Dice& places) {
  switch (family) {
    case Family::parallel:
      return draw_parallel(dice);
    case Family::cavity:
      return draw_cavity(dice);
    case Family::sparse:
      return draw_sparse(dice);
    case Family::thin:
      return draw_thin(dice);
    case Family::dilute:
      return draw_dilute(dice);
    case Family::noise:
      return draw_noise(dice);
    case Family::grains:
      return draw_grains(dice);
    case Family::joined:
      return draw_joined(dice, places);
  }
  throw std::logic_error("a family has no function that draws it");
}

}  // namespace

HardImage make_image(Family family, std::uint64_t seed) {
  // An image of `joined` is that of `parallel` of the same seed, so both take the same stream.
  const Family stream = family == Family::joined ? Family::parallel : family;
  Dice dice(static_cast<std::uint64_t>(stream), seed);
  Dice places(static_cast<std::uint64_t>(Family::joined), seed);
  for (int count = 0; count < most_draws; ++count) {
    HardImage image = draw(family, dice, places);
    if (Connectivity(PoreSlab(image.pores)).percolates(Axis::x)) return image;
  }
  throw std::runtime_error(
      fmt::format("{} {}: none of {} images percolates along x", name_of(family), seed, most_draws));
}

}  // namespace perm::families
