// SPDX-License-Identifier: Apache-2.0
#include "geometry/sample/sample_mask.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "geometry/sample/round_sample.hpp"

namespace perm {
namespace {

Axis axis_of_image(Axis of_file, FileAxes axes) {
  if (axes == FileAxes::xyz || of_file == Axis::y) return of_file;
  return of_file == Axis::x ? Axis::z : Axis::x;
}

/// Says where a voxel of the image is in the map of columns along an axis of the file.
class PlaceInMap {
 public:
  PlaceInMap(Axis axis_of_file, FileAxes axes) : axis_(axis_of_file), axes_(axes) {}

  bool is_inside(const PoreSpace& columns, std::int64_t x, std::int64_t y, std::int64_t z) const {
    if (axes_ == FileAxes::zyx) std::swap(x, z);
    return columns.is_pore(axis_ == Axis::x ? y : x, axis_ == Axis::z ? y : z, 0);
  }

 private:
  Axis axis_;
  FileAxes axes_;
};

Sample find_round(PlaneSource& image, FileAxes axes, const Communicator& processes) {
  const auto round = find_round_sample(image, processes);
  if (!round)
    throw InputError("--mask cylinder finds no round sample",
                     "along no axis a circle parts columns of the image that vary from columns that do not",
                     "Give the mask as an image (--mask FILE), or the grey values around the sample (--mask "
                     "outside=GREY), or --crop the image");
  Sample sample{PoreSlab::even(extent_of_image(image.extent(), axes), processes), ""};
  const PlaceInMap place(round->axis, axes);
  PoreSlab& inside = sample.inside;
  for (std::int64_t z = inside.planes().first; z < inside.planes().last; ++z)
    for (std::int64_t y = 0; y < inside.image().ny; ++y)
      for (std::int64_t x = 0; x < inside.image().nx; ++x)
        if (place.is_inside(round->columns, x, y, z)) inside.pores().set_pore(x, y, z - inside.planes().first);
  std::array<double, 2> centre = round->centre;
  if (axes == FileAxes::zyx) std::swap(centre[0], centre[1]);
  const Axis axis = axis_of_image(round->axis, axes);
  sample.words =
      fmt::format("a cylinder along {} of radius {:.1f} voxels about {} = {:.1f}, {} = {:.1f}", axis_letter(axis),
                  round->radius, axis == Axis::x ? 'y' : 'x', centre[0], axis == Axis::z ? 'y' : 'z', centre[1]);
  return sample;
}

Sample find_by_grey(PlaneSource& image, const GreyMask& mask, FileAxes axes, const Communicator& processes) {
  Sample sample{PoreSlab::even(extent_of_image(image.extent(), axes), processes),
                fmt::format("all but grey values {}", in_words(mask.outside))};
  mark_planes(image, {mask.outside, false}, axes, sample.inside);
  return sample;
}

Sample find_by_file(const Extent& extent, const FileMask& mask, PlaneSource& planes, FileAxes axes,
                    const Communicator& processes) {
  if (!(planes.extent() == extent))
    throw InputError(fmt::format("The mask '{}' does not fit the image", mask.path.string()),
                     fmt::format("it has {} voxels, and the image {}", to_string(planes.extent()), to_string(extent)),
                     "Give a mask with a voxel for each voxel of the image");
  Sample sample{PoreSlab::even(extent_of_image(extent, axes), processes),
                fmt::format("all but the voxels that are 0 in '{}'", mask.path.string())};
  mark_planes(planes, {{{0, 0}}, false}, axes, sample.inside);
  return sample;
}

/// Gives the smallest cross-section of a sample along each axis, over the mean one.
std::array<double, 3> least_sections(const PoreSlab& inside) {
  const Extent& n = inside.image();
  std::vector<std::int64_t> sections(static_cast<std::size_t>(n.nx + n.ny + n.nz));  // across x, then y, then z
  for (std::int64_t z = inside.planes().first; z < inside.planes().last; ++z)
    for (std::int64_t y = 0; y < n.ny; ++y) {
      std::int64_t in_row = 0;
      for (std::int64_t x = 0; x < n.nx; ++x) {
        const bool is_inside = inside.pores().is_pore(x, y, z - inside.planes().first);
        sections[static_cast<std::size_t>(x)] += is_inside ? 1 : 0;
        in_row += is_inside ? 1 : 0;
      }
      sections[static_cast<std::size_t>(n.nx + y)] += in_row;
      sections[static_cast<std::size_t>(n.nx + n.ny + z)] += in_row;
    }
  inside.processes().sum(std::span(sections));
  std::array<double, 3> least{};
  auto first = sections.begin();
  for (const Axis axis : all_axes) {
    const auto last = first + n.along(axis);
    const auto sum = static_cast<double>(std::accumulate(first, last, std::int64_t{0}));
    least[static_cast<std::size_t>(axis)] =
        static_cast<double>(*std::min_element(first, last)) * static_cast<double>(n.along(axis)) / sum;
    first = last;
  }
  return least;
}

}  // namespace

SampleMask parse_sample_mask(const std::string& text) {
  constexpr std::string_view outside = "outside=";
  if (text.empty())
    throw InputError("--mask is empty", "it says which part of the image is the sample",
                     "Give --mask cylinder, --mask outside=GREY or --mask FILE");
  if (text == "cylinder") return RoundMask{};
  if (text.starts_with(outside)) return GreyMask{parse_grey_ranges(std::string_view(text).substr(outside.size()))};
  return FileMask{text};
}

Sample find_sample(PlaneSource& image, const SampleMask& choice, PlaneSource* mask, FileAxes axes,
                   const Communicator& processes) {
  Sample sample = [&] {
    if (const auto* grey = std::get_if<GreyMask>(&choice)) return find_by_grey(image, *grey, axes, processes);
    if (const auto* file = std::get_if<FileMask>(&choice))
      return find_by_file(image.extent(), *file, *mask, axes, processes);
    return find_round(image, axes, processes);
  }();
  const std::int64_t voxels = sample.inside.count_pores();
  const std::int64_t all = image.extent().voxels();
  if (voxels == 0 || voxels == all)
    throw InputError(
        fmt::format("--mask leaves {} of the image", voxels == 0 ? "nothing" : "all"),
        fmt::format("{} voxel is outside of the sample by it: {}", voxels == 0 ? "every" : "no", sample.words),
        "Check the mask, or leave --mask out");
  sample.least_sections = least_sections(sample.inside);
  sample.words += fmt::format(", {:.2f} % of the image", 100 * static_cast<double>(voxels) / static_cast<double>(all));
  return sample;
}

}  // namespace perm
