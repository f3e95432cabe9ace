// SPDX-License-Identifier: Apache-2.0
// The number that people quote: K with the interval in which K of the smooth body lies that the image samples, in 95 of
// 100 cases. Every cause that is known widens the interval: the voxels and the blur of grey values with their signs,
// what lies beyond the faces of the image, the threshold that made pores of grey values. They are independent and act
// on ln K, so their two sigma add as squares. What the iteration may still change is a bound and no scatter; it is
// added whole.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "darcy/evaluation/error_budget.hpp"
#include "darcy/evaluation/voxel_estimate.hpp"
#include "darcy/flow_result.hpp"

namespace perm {

/// One cause of the interval.
struct IntervalPart {
  std::string cause;    ///< "voxels", "faces", "threshold", "blur", "images", "iteration"
  double two_sigma{0};  ///< of ln K; of the iteration its bound on K, relative
};

/// What the blur of a grey image did to ln K, at most: a threshold halfway between pore and solid cuts off of what is
/// round.
struct BlurBias {
  double solid{0};  ///< K is larger where grains are round
  double pores{0};  ///< K is smaller where pores are
};

/// All that widens the interval, as far as it is known. Absent parts are unknown and named so; 0 is a cause that is
/// known to do nothing.
struct IntervalCauses {
  std::optional<VoxelEstimate> voxels;
  std::optional<double> faces;      ///< the largest |ln(K'/K)| between other faces: 3/4 of two sigma
  std::optional<double> threshold;  ///< two sigma of ln K: its change where the threshold moves walls by 0.1 voxel
  BlurBias blur{};                  ///< 0 for what is not grey
  std::optional<double> images{0};  ///< half the 95 % interval of the mean over several images, relative; 0 of one
};

struct Headline {
  double permeability_voxel2{0};     ///< without the error of the voxels where they are resolved, else as solved
  std::optional<double> low_voxel2;  ///< both ends are absent without iteration, voxels or images
  std::optional<double> high_voxel2;
  std::vector<IntervalPart> parts;  ///< those above 0, largest first
  std::vector<std::string>
      unknown;  ///< what is not in the interval: "voxels", "faces", "segmentation", "images", "iteration"
};

/// Gives the largest |ln(K'/K)| of an error budget, K' being K between other faces. Gives nothing where no other faces
/// were solved.
std::optional<double> spread_of(const ErrorBudget& budget);

/// Makes the headline of a flow with this K as solved, whose iteration may still change it by `iteration_error`
/// (relative; infinite without a bound). Gives nothing where K is not above 0. The interval always holds the K that it
/// stands beside.
std::optional<Headline> make_headline(double solved_voxel2, double iteration_error, const IntervalCauses& causes);
std::optional<Headline> make_headline(const FlowResult& flow, const IntervalCauses& causes);

}  // namespace perm
