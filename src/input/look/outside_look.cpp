// SPDX-License-Identifier: Apache-2.0
#include "input/look/outside_look.hpp"

#include "geometry/measures/open_border.hpp"
#include "geometry/segmentation/marked_planes.hpp"
#include "input/look/turned_over.hpp"

namespace perm {
namespace {

constexpr double least_share_of_section = 0.03;

double share_of(const OpenBorder& border) {
  return static_cast<double>(border.count) / static_cast<double>(border.all_columns());
}

/// Gives the border along the axis where it takes most of the cross-section.
template <class Find>
std::optional<OutsideLook> find_widest(const Find& find) {
  std::optional<OutsideLook> widest;
  for (const Axis axis : all_axes)
    if (const std::optional<OpenBorder> border = find(axis))
      if (const double share = share_of(*border);
          share >= least_share_of_section && (!widest || share > widest->share_of_section))
        widest = OutsideLook{axis, share, {}, false};
  return widest;
}

}  // namespace

std::optional<OutsideLook> find_outside_of_one_value(PlaneSource& image, FileAxes axes, const PlaneWatch& watch) {
  if (!watch.has_like_corners()) return {};
  const MarkRule rule{{{watch.corner(), watch.corner()}}, true};
  PoreSlab voxels = PoreSlab::even(extent_of_image(image.extent(), axes), {});
  mark_planes(image, rule, axes, voxels);
  std::optional<OutsideLook> found = find_widest([&](Axis axis) { return find_border_of_one_value(voxels, axis); });
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
  const PoreSlab solid = turned_over(pores);
  return find_widest([&](Axis axis) { return find_open_border(solid, axis); });
}

}  // namespace perm
