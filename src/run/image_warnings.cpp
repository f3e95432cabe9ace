// SPDX-License-Identifier: Apache-2.0
#include "run/image_warnings.hpp"

#include <algorithm>
#include <utility>

#include "geometry/measures/seam.hpp"
#include "run/seam_warning.hpp"
#include "run/voxel_size_warning.hpp"

namespace perm {

std::vector<std::string> warnings_of(const ImageOrigin& origin) {
  std::vector<std::string> warnings = origin.warnings;
  const bool is_other = origin.resampling && origin.resampling->voxel_size_m;  // voxels of the file, not of the run
  if (auto warning = describe_voxel_size(is_other ? origin.resampling->voxel_size_m : origin.voxel_size_m))
    warnings.push_back(std::move(*warning));
  return warnings;
}

FaceChoice choose_faces(const PoreSlab& pores, const ImageOrigin& origin, Boundary asked, SeamCheck seams,
                        std::size_t directions) {
  FaceChoice choice{asked, {}, {}};
  if (asked != Boundary::periodic || seams == SeamCheck::skip || origin.repeats) return choice;
  const auto found = measure_seams(pores);
  if (seams == SeamCheck::warn) {
    choice.warning = describe_seams(found);
    return choice;
  }
  if (std::ranges::none_of(found, &Seam::is_visible)) return choice;
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
