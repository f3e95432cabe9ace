// SPDX-License-Identifier: Apache-2.0
#include "run/image_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/units.hpp"
#include "geometry/pore_space_hash.hpp"

namespace perm {

std::optional<std::string> describe_voxel_size(const std::optional<double>& voxel_size_m) {
  constexpr double large_m = 0.9999999e-3;  // 1 mm itself counts, however it is rounded
  if (!voxel_size_m || *voxel_size_m < large_m) return {};
  return fmt::format(
      "the voxel size is {}: images of pores have smaller voxels, so see that its unit is right; with {} K is a "
      "million times smaller",
      format_length(*voxel_size_m), format_length(*voxel_size_m * 1e-3));
}

ImageReport facts_of(const PoreSlab& pores, const ImageOrigin& origin) {
  ImageReport image;
  image.source = origin.source;
  image.format = origin.format;
  image.segmentation = origin.segmentation;
  image.voxel_size_m = origin.voxel_size_m;
  image.resampling = origin.resampling;
  image.extent = pores.image();
  image.outside_voxels = pores.outside_voxels();
  image.sample = origin.sample;
  image.pore_voxels = pores.count_pores();
  image.pore_space_hash = hash_of(pores);
  return image;
}

std::optional<std::string> describe_seams(const std::array<Seam, 3>& seams) {
  std::string jumps;
  for (const Axis axis : all_axes) {
    const Seam& seam = seams[static_cast<std::size_t>(axis)];
    if (!seam.is_visible()) continue;
    const bool first = jumps.empty();
    jumps +=
        fmt::format("{}{:.1f} % of the voxels along {} ({}{:.1f} %; porosity {:.3f} and {:.3f})", first ? "" : ", ",
                    100 * seam.difference, axis_letter(axis), first ? "planes inside: at most " : "",
                    100 * seam.largest_inside, seam.porosity_of_first, seam.porosity_of_last);
  }
  if (jumps.empty()) return {};
  return fmt::format(
      "the image does not repeat, so periodic boundaries close pores at its faces: opposite ones differ in {}. "
      "Use --boundary sealed or mirror",
      jumps);
}

std::vector<std::string> warnings_of(const ImageOrigin& origin) {
  std::vector<std::string> warnings = origin.warnings;
  const bool is_other = origin.resampling && origin.resampling->voxel_size_m;  // voxels of the file, not of the run
  if (auto warning = describe_voxel_size(is_other ? origin.resampling->voxel_size_m : origin.voxel_size_m))
    warnings.push_back(std::move(*warning));
  return warnings;
}

FaceChoice choose_faces(const PoreSlab& pores, const ImageOrigin& origin, Boundary asked, SeamCheck seams,
                        std::size_t directions) {
  FaceChoice choice{asked, {}, {}, {}};
  if (asked != Boundary::periodic || seams == SeamCheck::skip || origin.repeats) return choice;
  const auto found = measure_seams(pores);
  choice.repeat = std::ranges::none_of(found, &Seam::is_visible);
  if (seams == SeamCheck::warn) {
    choice.warning = describe_seams(found);
    return choice;
  }
  if (*choice.repeat) return choice;
  choice.boundary = Boundary::sealed;
  choice.why_sealed = "opposite faces do not match";
  if (directions == all_axes.size())
    choice.why_sealed += "; --boundary periodic would give the full tensor, with pores closed at the faces";
  choice.warning =
      "the program closed the image with walls at its sides and mirrors across the flow (--boundary sealed): " +
      choice.why_sealed;
  return choice;
}

}  // namespace perm
