// SPDX-License-Identifier: Apache-2.0
// Finds the flow that a run begins with. This is the flow through the half image, which has half as many voxels along
// each axis; the flow there is begun in the same way. Its pressure is right on scales of many pores, which a run from
// rest takes longest to reach, and it costs at most a sixteenth of the flow through the whole image. A start must never
// hurt: a half image that is unlike the whole one is not used, all coarse images together may take less than a quarter
// of the cell updates that the run is predicted to take from rest, and a flow that goes wrong is dropped. Lattice
// units.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "darcy/flow_options.hpp"
#include "darcy/flow_result.hpp"
#include "darcy/progress.hpp"
#include "darcy/run_estimate.hpp"
#include "darcy/survey/step_forecast.hpp"
#include "geometry/pore_slab.hpp"
#include "lattice/partition.hpp"
#include "solver/backend.hpp"
#include "solver/cell/coarse_flow.hpp"

namespace perm {

/// Holds the half image of an image, ready to be solved. Where it is too small for all processes of the image, the
/// first of them solve it and the others wait.
struct HalfImage {
  PoreSlab pores;             ///< those that percolate along the axis; no planes on a process that waits
  PoreStructure structure;    ///< of these pores, in voxels of the half image
  std::int64_t most_steps{};  ///< that its flow may take
  Communicator processes;     ///< of the image
  int solving{1};             ///< so many of them solve the half image
};

/// Holds a flow through the half image.
struct CoarseStart {
  std::unique_ptr<const KeptFlow> kept;  ///< the flow, where it stays on the device
  std::optional<CoarseFlow> flow;        ///< else in the rows that this process needs; empty where the flow went wrong
  double viscosity_unit{0};  ///< its velocities times this, over the viscosity of the whole image, are velocities there
  double permeability_voxel2{0};    ///< the K that is expected of the whole image, in its voxels
  std::vector<CoarseLevel> levels;  ///< this level, then the coarser ones

  bool has_flow() const { return kept || flow; }
};

/// Tells how a run can be expected to go, from what is known before the half image is surveyed. `estimate` has the
/// structure of `pores` and the steps from rest; where the half image is needed and is not there yet, it is made and
/// kept there. Collective; the answer is the same for every number of processes and on every device.
Course expect_course(const PoreSlab& pores, const FlowOptions& options, RunEstimate& estimate);

/// Gives the half image of `pores`. `estimate` is that of the flow through `pores`. Empty where the half image is
/// unlike the whole one (darcy/survey/similarity.hpp), or where it does not pay to start from it. Collective. The
/// answer is the same for every number of processes and on every device.
std::optional<HalfImage> halve_to_start(const PoreSlab& pores, const FlowOptions& options, const RunEstimate& estimate);

/// Solves the flow through the half image, and frees it. `options` and `estimate` are those of the whole image, `rows`
/// are those of it that this process solves. `progress` is called again and again with the level and the steps of the
/// image that is stepped, and may throw; every process calls it at the same steps. Collective.
CoarseStart start_from(HalfImage half, const FlowOptions& options, const RunEstimate& estimate, const Block& rows,
                       const ProgressFunction& progress);

}  // namespace perm
