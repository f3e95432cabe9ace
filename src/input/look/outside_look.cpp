// SPDX-License-Identifier: Apache-2.0
#include "input/look/outside_look.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/measures/grain_growth.hpp"
#include "geometry/measures/open_border.hpp"
#include "geometry/segmentation/marked_planes.hpp"

namespace perm {
namespace {

constexpr double least_share_of_section = 0.03;

double share_of(const OpenBorder& border) {
  return static_cast<double>(border.count) / static_cast<double>(border.all_columns());
}

/// Says whether the columns leave a disc: as wide as high, and pi/4 of the square around it.
bool leaves_disc(const OpenBorder& border) {
  const Extent& n = border.columns.extent();
  std::int64_t left = n.nx, right = -1, top = n.ny, bottom = -1;
  for (std::int64_t b = 0; b < n.ny; ++b)
    for (std::int64_t a = 0; a < n.nx; ++a) {
      if (border.columns.is_pore(a, b, 0)) continue;
      left = std::min(left, a);
      right = std::max(right, a);
      top = std::min(top, b);
      bottom = std::max(bottom, b);
    }
  const auto width = static_cast<double>(right - left + 1);
  const auto height = static_cast<double>(bottom - top + 1);
  const auto filled = static_cast<double>(border.all_columns() - border.count) / (width * height);
  constexpr double roughly = 0.07;
  return std::abs(width - height) <= roughly * width && std::abs(filled - std::numbers::pi / 4) <= roughly;
}

/// Gives the border along the axis where it takes most of the cross-section.
template <class Find>
std::optional<OutsideLook> find_widest(const Find& find) {
  std::optional<OutsideLook> widest;
  for (const Axis axis : all_axes)
    if (const std::optional<OpenBorder> border = find(axis))
      if (const double share = share_of(*border);
          share >= least_share_of_section && (!widest || share > widest->share_of_section))
        widest = OutsideLook{axis, share, {}, false, leaves_disc(*border)};
  return widest;
}

}  // namespace

std::optional<OutsideLook> find_outside_of_one_value(PlaneSource& image, FileAxes axes, std::int64_t values,
                                                     const PlaneWatch& watch) {
  if (!watch.has_like_corners()) return {};
  const MarkRule rule{{{watch.corner(), watch.corner()}}, true};
  PoreSlab voxels = PoreSlab::even(extent_of_image(image.extent(), axes), {});
  mark_planes(image, rule, axes, voxels);
  std::optional<OutsideLook> found;
  if (values > 2)  // of two the one may be a channel in the other
    found = find_widest([&](Axis axis) { return find_border_of_one_value(voxels, axis); });
  if (found) {
    const auto along = static_cast<double>(voxels.image().voxels());
    found->has_value_of_its_own =
        static_cast<double>(voxels.count_pores()) <= found->share_of_section * along * (1 + 1e-9);
  }
  if (!found) found = find_widest([&](Axis axis) { return find_open_border(voxels, axis); });
  if (found) found->grey = watch.corner();
  return found;
}

std::optional<OutsideLook> find_outside_of(const PoreSlab& pores) {
  auto found = find_widest([&](Axis axis) { return find_open_border(pores, axis); });
  if (found) return found;
  const PoreSlab solid = with_exchanged_phases(pores);
  return find_widest([&](Axis axis) { return find_open_border(solid, axis); });
}

}  // namespace perm
