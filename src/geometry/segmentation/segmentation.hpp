// SPDX-License-Identifier: Apache-2.0
// From grey values to pore space. Which values are pore is never assumed: the user says it, or names a convention of
// labels, or the file says it. The steps come in this order: the image is cropped and filtered by whoever opens it
// (median_planes.hpp), then the threshold parts it, then small parts go (cleaning.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "geometry/pore_slab.hpp"
#include "geometry/segmentation/grey_ranges.hpp"
#include "geometry/segmentation/marked_planes.hpp"
#include "geometry/segmentation/moving_voxels.hpp"
#include "geometry/segmentation/threshold_choice.hpp"
#include "image/source/plane_source.hpp"

namespace perm {

/// Says what becomes of an image that is all solid: it is refused, because no flow goes through it and the rule is most
/// likely wrong, or it is kept, as one of many that are compared.
enum class AllSolid { refuse, keep };

/// What is done with grey values before they are compared.
enum class Denoise { none, median };

template <>
inline constexpr std::array<NamedValue<Denoise>, 2> names_of<Denoise>{
    {{Denoise::none, "none"}, {Denoise::median, "median"}}};

/// The grey values that conduct; at most one of pore, solid, labels and threshold is given.
struct PoreRule {
  std::optional<std::vector<GreyRange>> pore;
  std::optional<std::vector<GreyRange>> solid;
  std::optional<LabelConvention> labels;
  std::optional<ThresholdChoice> threshold{};
  std::optional<Polarity> polarity{};  ///< of the threshold
  Denoise denoise{Denoise::none};      ///< how the image that segment() is given was filtered
  std::int64_t despeckle{0};           ///< solid parts of fewer voxels become pore
  std::int64_t fill{0};                ///< pore parts of fewer voxels become solid
  FileAxes axes{FileAxes::xyz};
  AllSolid all_solid{AllSolid::refuse};
};

/// What was done, and the porosity behind it.
struct SegmentationStep {
  std::string name;  ///< the option, as "threshold"
  std::string words;
  double porosity{0};
};

struct Segmentation {
  PoreSlab pores;
  std::string rule;  ///< in words: what was taken as pore, and who said so
  /// Those of a grey image; null where the bounds of its pores cannot move, or no voxel has a value near them.
  std::shared_ptr<const MovingVoxels> moving{};
  std::vector<SegmentationStep> steps{};  ///< those after the filter; `rule` has the words of all
  std::vector<std::string> warnings{};    ///< sentences for the reader of the results
};

/// Each process reads its even share of the planes of `image`, each plane once, and a few first (find_grey_move); all
/// of them once or twice more where a threshold is found from them (grey_histogram.hpp).
/// Collective; the result holds for the whole image. Throws InputError, on all processes alike, when nothing says which
/// values are pore (the message then has the values and what porosity each choice would give), when the image is all
/// solid and the rule does not keep such images, or a threshold leaves one side empty, and when a value is not a
/// number. The processes must see one image (geometry/one_image.hpp).
/// Where `inside` is given, it says which voxels are the sample: others are solid, and count in no histogram.
Segmentation segment(PlaneSource& image, const PoreRule& rule, const Communicator& processes = {},
                     const PoreSlab* inside = nullptr);

}  // namespace perm
