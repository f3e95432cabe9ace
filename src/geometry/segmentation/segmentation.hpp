// SPDX-License-Identifier: Apache-2.0
// From grey values to pore space. Which values are pore is never assumed: the user says it, or names a convention of
// labels, or the file says it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "geometry/pore_slab.hpp"
#include "geometry/segmentation/grey_ranges.hpp"
#include "geometry/segmentation/marked_planes.hpp"
#include "geometry/segmentation/moving_voxels.hpp"
#include "image/source/plane_source.hpp"

namespace perm {

/// Says what becomes of an image that is all solid: it is refused, because no flow goes through it and the rule is most
/// likely wrong, or it is kept, as one of many that are compared.
enum class AllSolid { refuse, keep };

/// The grey values that conduct; at most one of the three is given.
struct PoreRule {
  std::optional<std::vector<GreyRange>> pore;
  std::optional<std::vector<GreyRange>> solid;
  std::optional<LabelConvention> labels;
  FileAxes axes{FileAxes::xyz};
  AllSolid all_solid{AllSolid::refuse};
};

struct Segmentation {
  PoreSlab pores;
  std::string rule;  ///< in words: what was taken as pore, and who said so
  /// Those of a grey image; null where the bounds of its pores cannot move, or no voxel has a value near them.
  std::shared_ptr<const MovingVoxels> moving{};
};

/// Each process reads its even share of the planes of `image`, each plane once, and a few first (find_grey_move).
/// Collective; the result holds for the whole image. Throws InputError, on all processes alike, when nothing says which
/// values are pore (the message then has the values and what porosity each choice would give), when the image is all
/// solid and the rule does not keep such images, and when a value is not a number. The processes must see one image
/// (geometry/one_image.hpp).
Segmentation segment(PlaneSource& image, const PoreRule& rule, const Communicator& processes = {});

}  // namespace perm
