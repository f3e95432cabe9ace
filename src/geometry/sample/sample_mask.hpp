// SPDX-License-Identifier: Apache-2.0
// Says which part of an image is the sample. What is outside is solid, and counts in no mean: porosity, K and fluxes
// are those of the sample (PoreSlab::sample_voxels).
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "geometry/pore_slab.hpp"
#include "geometry/segmentation/grey_ranges.hpp"
#include "geometry/segmentation/marked_planes.hpp"
#include "image/source/plane_source.hpp"

namespace perm {

/// The sample is the round plug that find_round_sample finds.
struct RoundMask {
  friend bool operator==(const RoundMask&, const RoundMask&) = default;
};
/// Voxels of these grey values are outside of the sample.
struct GreyMask {
  std::vector<GreyRange> outside;
  friend bool operator==(const GreyMask&, const GreyMask&) = default;
};
/// Voxels that are 0 in this image are outside of the sample, all others inside.
struct FileMask {
  std::filesystem::path path;
  std::shared_ptr<const PlaneSource> planes{};  ///< in memory, which `path` names then; null: the image is in a file
  friend bool operator==(const FileMask&, const FileMask&) = default;
};
using SampleMask = std::variant<RoundMask, GreyMask, FileMask>;

/// Reads "cylinder", "outside=0" (or "outside=0:5", "outside=0,255") or the path of an image. Throws InputError for
/// an empty text, and for what are no grey values.
SampleMask parse_sample_mask(const std::string& text);

/// The voxels of the sample, and what decided about them.
struct Sample {
  PoreSlab inside;    ///< of which each process has its even share of planes; a voxel inside is set
  std::string words;  ///< "a cylinder along z of radius 29.0 voxels about ...", for reports
  std::array<double, 3> least_sections{1, 1, 1};  ///< the smallest cross-section along x, y, z over the mean one
};

/// Finds the sample in `image`, whose axes are those of the file. `mask` is the open image of a FileMask, of the same
/// extent, else null. Throws InputError, on all processes alike, where no round sample is found, where the mask has
/// another extent, and where everything or nothing is outside. Collective.
Sample find_sample(PlaneSource& image, const SampleMask& choice, PlaneSource* mask, FileAxes axes,
                   const Communicator& processes);

}  // namespace perm
