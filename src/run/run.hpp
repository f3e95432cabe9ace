// SPDX-License-Identifier: Apache-2.0
// A whole run: a pore space and a request go in, a report comes out. The run finds what percolates along each
// direction, and predicts and refuses what the machine cannot hold. It solves each flow, with one lattice and one
// survey for flows that share their pores, and gives the tensor and the error budget. It uses no file, terminal or
// signal.
//
//   perm::PoreSpace pores(extent);                        // all solid; set_pore(x, y, z) makes a voxel pore
//   perm::RunRequest request;
//   request.directions = {perm::Axis::x, perm::Axis::y, perm::Axis::z};
//   const perm::RunReport report = perm::run_flows(std::move(pores), request);
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/named_values.hpp"
#include "darcy/flow_options.hpp"
#include "geometry/pore_slab.hpp"
#include "geometry/segmentation/moving_voxels.hpp"
#include "geometry/shapes/solids/spheres.hpp"
#include "geometry/surface.hpp"
#include "run/run_observer.hpp"
#include "run/run_report.hpp"

namespace perm {

class Checkpoint;  // core/saving/checkpoint.hpp

/// Says whether K gets an error budget: absolute bounds on the errors that the voxels and the faces of the image cause.
/// The budget takes about 20 times the time and 8 times the memory of the flow alone.
enum class BudgetChoice { none, voxels_and_boundaries };

/// Says what a run does under periodic boundaries with an image that does not repeat: it warns, or solves it sealed
/// instead, or does not look.
enum class SeamCheck { warn, seal, skip };

/// Says which length a Reynolds number is made with: the square root of the permeability of creeping flow, the diameter
/// of the largest pore, or a length that is given.
enum class ReynoldsLength { sqrt_permeability, pore, given };

/// Flows with inertia that a run solves after the creeping flow of each direction (darcy/inertia/inertial_flows.hpp).
struct InertiaChoice {
  std::vector<double> reynolds;  ///< ascending, above 0
  ReynoldsLength length{ReynoldsLength::sqrt_permeability};
  double length_voxel{0};                ///< where it is given
  std::optional<double> largest_mach{};  ///< absent: usual_largest_mach (darcy/inertia/inertial_viscosity.hpp)
};

/// The facts that the caller knows of the image besides its voxels; they go into the report as they are.
struct ImageOrigin {
  std::string source;                             ///< where it comes from
  std::string format;                             ///< the format that was found there
  std::string segmentation;                       ///< which voxels are pore and why, in words
  std::string sample{};                           ///< which part of the image it is, in words; empty where all of it
  std::array<double, 3> least_sections{1, 1, 1};  ///< of the sample along x, y, z, over the mean one
  std::optional<double> voxel_size_m;          ///< edge of a voxel of `pores`; absent: results are in voxel units only
  std::optional<ResamplingReport> resampling;  ///< how `pores` was made from another image
  bool repeats{false};                         ///< opposite faces match, and nobody looks at them
  std::vector<std::string> warnings;           ///< what a reader of K has to know of the image, a line each
  std::array<std::int64_t, 3> first_voxel{};   ///< where the image that was given begins in its file, along x, y, z
  SurfaceMaker surface;                        ///< of which `pores` are voxels; empty where nobody knows it
  bool surface_was_known{false};               ///< of the recipe that made the image, before any resampling
  std::shared_ptr<const MovingVoxels> moving;  ///< of a grey image, in the pores that are solved; else null
};

struct RunRequest {
  std::vector<Axis> directions{Axis::x};  ///< each at most once
  FlowOptions flow;                       ///< `direction` is set for each flow
  FieldCapture fields{FieldCapture::none};
  BudgetChoice budget{BudgetChoice::none};
  std::optional<InertiaChoice> inertia;
  std::vector<Sphere> grains;     ///< in voxels; where there are some, FlowReport::grain_forces tells the force on each
  bool conducts{false};           ///< what the pores conduct of a current is found too, with the walls of the flow
  bool measures_slip{false};      ///< FlowReport::wall_slope is found; it is for a gas too
  std::optional<GasState> gas{};  ///< K of this gas is found too; it needs a voxel size
  SeamCheck seams{SeamCheck::warn};
  bool looks_beyond_faces{false};  ///< K of the image in larger voxels tells what other faces would do to it
  /// Where the run saves what it needs to go on another time, and goes on from; null: nowhere. A run that goes on has
  /// the bits of one that was never stopped.
  Checkpoint* checkpoint{nullptr};
  ImageOrigin origin;
};

/// Gives an option of a run beside which walls can stand at the faces of voxels only.
std::optional<NeedOfVoxels> find_need_of_voxels(const FlowOptions& flow, bool has_inertia, bool has_grains);

/// Solves the flows that `request` names through `pores`, of which each process holds its slab; a PoreSpace converts to
/// the slab of a process that works alone. Collective. A direction along which nothing percolates has K = 0 exactly,
/// and a flow that diverges has no K; neither is an error. Throws InputError when a setting is out of range or the
/// image is too small, UsageError when settings contradict each other, DeviceError when the device is not there or its
/// memory does not suffice, and whatever `observer` throws.
RunReport run_flows(PoreSlab pores, const RunRequest& request, RunObserver& observer);
RunReport run_flows(PoreSlab pores, const RunRequest& request);

}  // namespace perm
