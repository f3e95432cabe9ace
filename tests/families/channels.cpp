// SPDX-License-Identifier: Apache-2.0
// The families whose pores are boxes: parallel, joined, cavity and sparse.
#include <algorithm>
#include <utility>
#include <vector>

#include "families/draw_families.hpp"
#include "families/drawing.hpp"
#include "validation/references/channel_flow.hpp"

namespace perm::families {
namespace {

constexpr std::int64_t least_width_of_image = 32;
// The channel and the chain of vugs lie side by side along y, with one layer of solid between them.
constexpr std::int64_t first_y = 1;
constexpr std::int64_t first_z = 1;

struct Throat {
  std::int64_t width{0};
  std::int64_t length{0};
};

/// Holds the two parts of an image of `parallel`, and where its vugs lie along x.
struct ChannelAndChain {
  PoreSpace channel;
  PoreSpace chain;
  std::vector<Span> vugs;
  std::int64_t layer{0};   ///< y of the solid between channel and chain
  std::int64_t common{0};  ///< so many voxels along z, from first_z on, both the channel and the vugs have
};

PoreSpace join(const PoreSpace& a, const PoreSpace& b) {
  PoreSpace both = a;
  for_each_voxel(whole(a.extent()), [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    if (b.is_pore(x, y, z)) both.set_pore(x, y, z);
  });
  return both;
}

/// Draws the vugs from x = 0 on, each followed by its throat, at a random place of the vug's wall. The vugs share what
/// length the throats leave.
void draw_chain(ChannelAndChain& image, std::int64_t vug, const std::vector<Throat>& throats, Dice& dice) {
  const std::int64_t length = image.chain.extent().nx;
  const auto count = static_cast<std::int64_t>(throats.size());
  std::int64_t left = length;
  for (const Throat& throat : throats) left -= throat.length;
  const std::int64_t y = image.layer + 1;
  std::int64_t x = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t end = x + left / count + (i < left % count ? 1 : 0);
    image.vugs.push_back({x, end});
    fill_with_pore(image.chain, {image.vugs.back(), {y, y + vug}, {first_z, first_z + vug}});
    const Throat& throat = throats[static_cast<std::size_t>(i)];
    const std::int64_t offset_y = y + dice.between(0, vug - throat.width);
    const std::int64_t offset_z = first_z + dice.between(0, vug - throat.width);
    x = end + throat.length;
    fill_with_pore(image.chain, {{end, x}, {offset_y, offset_y + throat.width}, {offset_z, offset_z + throat.width}});
  }
}

ChannelAndChain draw_channel_and_chain(Dice& dice) {
  const std::int64_t length = dice.between(40, 96);
  const std::int64_t width = dice.between(3, 20);
  const std::int64_t vug = dice.between(10, 32);
  std::vector<Throat> throats(static_cast<std::size_t>(dice.between(2, 3)));
  for (Throat& throat : throats) {
    throat.width = dice.between(1, 4);
    throat.length = dice.between(1, 8);
  }
  const Extent extent{length, std::max(least_width_of_image, width + vug + 4),
                      std::max(least_width_of_image, std::max(width, vug) + 4)};
  ChannelAndChain image{PoreSpace(extent), PoreSpace(extent), {}, first_y + width, std::min(width, vug)};
  fill_with_pore(image.channel, {{0, length}, {first_y, image.layer}, {first_z, first_z + width}});
  draw_chain(image, vug, throats, dice);
  return image;
}

/// Gives the ducts as parts: those that touch, edges included, make one.
std::vector<PoreSpace> parts_of(const std::vector<Box>& ducts, const Extent& extent) {
  std::vector<PoreSpace> parts;
  for (const Box& duct : ducts) {
    const bool touches = !parts.empty() && ducts.front().y.touches(duct.y) && ducts.front().z.touches(duct.z);
    if (!touches) parts.emplace_back(extent);
    fill_with_pore(parts.back(), duct);
  }
  return parts;
}

}  // namespace

HardImage draw_parallel(Dice& dice) {
  ChannelAndChain drawn = draw_channel_and_chain(dice);
  HardImage image;
  image.pores = join(drawn.channel, drawn.chain);
  image.parts = {std::move(drawn.channel), std::move(drawn.chain)};
  return image;
}

HardImage draw_joined(Dice& dice, Dice& places) {
  const ChannelAndChain drawn = draw_channel_and_chain(dice);
  HardImage image;
  image.pores = join(drawn.channel, drawn.chain);
  const auto last_vug = static_cast<std::int64_t>(drawn.vugs.size()) - 1;
  for (std::int64_t left = places.between(1, 3); left > 0;) {
    const Span vug = drawn.vugs[static_cast<std::size_t>(places.between(0, last_vug))];
    const std::int64_t x = places.between(vug.first, vug.end - 1);
    const std::int64_t z = first_z + places.between(0, drawn.common - 1);
    if (image.pores.is_pore(x, drawn.layer, z)) continue;
    image.pores.set_pore(x, drawn.layer, z);
    --left;
  }
  return image;
}

HardImage draw_cavity(Dice& dice) {
  const std::int64_t n = dice.between(40, 72);
  const std::int64_t width = dice.between(3, 8);
  const std::int64_t wall = 2;      // solid beside the channel
  const std::int64_t distance = 4;  // solid between the channel and the cavity
  const Span channel{wall, wall + width};
  const Span x{dice.between(3, 8), n - dice.between(3, 8)};
  HardImage image{PoreSpace({n, n, n}), {}, {}};
  fill_with_pore(image.pores, {{0, n}, channel, channel});
  fill_with_pore(image.pores, {x, {channel.end + distance, n - 3}, {3, n - 3}});
  const std::int64_t throats = dice.between(1, 2);
  for (std::int64_t i = 0; i < throats; ++i) {
    const std::int64_t side = dice.between(1, 2);
    const std::int64_t at = dice.between(x.first, x.end - 4);
    fill_with_pore(image.pores, {{at, at + side}, {channel.end, channel.end + distance}, {3, 3 + side}});
  }
  return image;
}

HardImage draw_sparse(Dice& dice) {
  const std::int64_t length = dice.between(24, 40);
  const std::int64_t n = dice.between(300, 640);
  const std::int64_t width = dice.between(3, 24);
  const Extent extent{length, n, n};
  std::vector<Box> ducts(static_cast<std::size_t>(dice.between(1, 2)));
  for (Box& duct : ducts) {
    const std::int64_t y = dice.between(0, n - width - 1);  // the last layer stays solid
    const std::int64_t z = dice.between(0, n - width - 1);
    duct = {{0, length}, {y, y + width}, {z, z + width}};
  }
  HardImage image{PoreSpace(extent), parts_of(ducts, extent), {}};
  for (const Box& duct : ducts) fill_with_pore(image.pores, duct);
  if (image.parts.size() == ducts.size()) {
    const auto side = static_cast<double>(width);
    const auto share = side * side / static_cast<double>(n * n);
    // On voxels K of a square duct of 10, 20 and 40 is 0.92, 0.24 and 0.06 % above the series (validation/README.md).
    image.exact = {static_cast<double>(ducts.size()) * share * reference::duct_permeability(side, side),
                   1.2 / (side * side)};
  }
  return image;
}

}  // namespace perm::families
