// SPDX-License-Identifier: Apache-2.0
// From grey values to pore space: the user says which values are pore (or which are solid); with exactly two values
// in the image the smaller is taken as pore, and the report says so.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/pore_slab.hpp"
#include "image/plane_source.hpp"

namespace perm {

/// Grey values from `low` to `high`, both included.
struct GreyRange {
  double low{0};
  double high{0};
};

/// Reads "0", "0:89" or "0,2,5:7" ("90:" and ":89" leave one side open). Throws InputError otherwise.
std::vector<GreyRange> parse_grey_ranges(std::string_view text);

/// The grey values that conduct; at most one of the two is given.
struct PoreRule {
  std::optional<std::vector<GreyRange>> pore;
  std::optional<std::vector<GreyRange>> solid;
};

struct Segmentation {
  PoreSlab pores;
  std::string rule;  ///< in words: what was taken as pore, and whether that was given or assumed
};

/// Each process reads its even share of the planes of `image`, each plane once. Collective; the result holds for the
/// whole image. Throws InputError, on all processes alike, when the image has more than two values and no rule, when it
/// is all solid, or when a value is not a number.
Segmentation segment(PlaneSource& image, const PoreRule& rule, const Communicator& processes = {});

}  // namespace perm
