// SPDX-License-Identifier: Apache-2.0
// What a first look at an image finds, before anybody has said what is pore: sizes, grey values, thresholds and what
// follows from each, faults of the scan, and what a flow through it would take. Lengths are in voxels where nothing
// else is said; arrays of three are along x, y, z of the image that would be solved.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/boundary.hpp"
#include "core/extent.hpp"
#include "geometry/measures/seam.hpp"
#include "input/look/ball_sizes.hpp"
#include "input/look/look_slices.hpp"
#include "input/look/slice_faults.hpp"

namespace perm {

/// Voxels with grey values from `from` up to `to`; the last bar has its end too.
struct GreyBar {
  double from{0};
  double to{0};
  std::int64_t voxels{0};
};

/// The thresholds that one method gives: one, two between three classes, or none.
struct ThresholdLook {
  std::string method;  ///< otsu, multi-otsu, valley: in the words of `solve --threshold`
  std::vector<double> grey;
  double dark_porosity{0};    ///< where the voxels up to the first are pore
  double bright_porosity{0};  ///< where those above the last are
};

struct GreyLook {
  std::string type;        ///< of the voxels: uint8 ...
  std::int64_t values{0};  ///< distinct ones; GreyHistogram::most_values + 1 where there are more
  double least{0};
  double greatest{0};
  std::int64_t not_numbers{0};  ///< voxels that are NaN
  bool is_segmented{false};     ///< has a few values only, which are labels
  std::vector<GreyBar> bars;    ///< empty where no voxel is a number
  std::vector<ThresholdLook> thresholds;
  /// The variance between the two classes of Otsu over that of all voxels. One normal mode has 0.64, values that are
  /// all alike often 0.75, two sharp modes 1.
  double separation{0};
  double between_modes{0};  ///< the grey values between the means of these two classes
};

/// Voxels that may be the pores.
struct PoreLook {
  std::string name;  ///< "grey 0", "dark"
  double porosity{0};
  std::array<double, 3> connected{};  ///< the share of these voxels that a flow along each axis can reach
  bool is_chosen{false};              ///< all else is said of these pores
};

/// What lies around a sample.
struct OutsideLook {
  Axis axis{Axis::z};                ///< along which it is the same in every plane
  double share_of_section{0};        ///< of the cross-section
  std::optional<double> grey;        ///< where it has one value
  bool has_value_of_its_own{false};  ///< which the sample has nowhere
  bool is_round{false};              ///< what it leaves of the cross-section is a disc
};

/// What `solve` would take along one axis; numbers are 0 where they are not known. Memory is that at the peak.
struct FlowLook {
  Axis direction{Axis::x};
  bool percolates{false};
  std::int64_t bytes{0};
  double steps{0};
  double seconds{0};  ///< of these steps
};

/// Who said which voxels are pore. Nobody: then the look takes the darker ones, or the least value.
enum class PoresBy { nobody, user, file, recipe };

struct ImageLook {
  std::string source;
  std::string format;
  Extent extent;
  std::optional<double> voxel_size_m;  ///< given, or by the file
  bool file_says_voxel_size{false};
  std::optional<GreyLook> grey;  ///< absent for a recipe, and for pores that are known
  PoresBy pores_by{PoresBy::nobody};
  std::string segmentation;               ///< which voxels are pore and who said so, in words
  std::vector<std::string> pore_options;  ///< words that say it to `solve`, where nobody has said it
  std::string why_no_pores;               ///< what `solve` would refuse this image with; else empty
  std::vector<PoreLook> pores;            ///< a row for each choice
  std::optional<std::array<Seam, 3>> seams;
  Boundary boundary{Boundary::periodic};  ///< that `solve` would choose
  BallSizes sizes;                        ///< of the chosen pores
  Axis slices_along{Axis::z};             ///< the axis across which the planes of the file lie
  SliceFaults slices;
  std::array<std::vector<std::int64_t>, 3> without_pore;  ///< planes across each axis
  std::optional<OutsideLook> outside;
  std::vector<FlowLook> flows;
  std::string machine;             ///< whose speeds these are, in words
  std::int64_t free_bytes{0};      ///< of memory here, where the flows would be solved; 0 where it is not known
  std::optional<Extent> measured;  ///< sizes, throats and flows are those of the middle of the image, of this extent
  std::vector<std::string> warnings;
  LookSlices pictures;
};

}  // namespace perm
