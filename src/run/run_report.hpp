// SPDX-License-Identifier: Apache-2.0
// All that a run reports: the image, the solver, one flow for each direction and the cost. run/run.hpp fills it, and
// src/report turns it into text and files. Lengths are in voxels unless a name says otherwise.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/boundary.hpp"
#include "core/extent.hpp"
#include "darcy/evaluation/cubes_estimate.hpp"
#include "darcy/evaluation/error_budget.hpp"
#include "darcy/evaluation/flow_checks.hpp"
#include "darcy/evaluation/headline.hpp"
#include "darcy/evaluation/permeability_tensor.hpp"
#include "darcy/evaluation/threshold_slope.hpp"
#include "darcy/evaluation/voxel_estimate.hpp"
#include "darcy/evaluation/wall_slope.hpp"
#include "darcy/flow_result.hpp"
#include "darcy/gas/gas_flow.hpp"
#include "darcy/inertia/inertia_result.hpp"
#include "geometry/shapes/solids/spheres.hpp"
#include "run/conducted.hpp"
#include "run/grain_forces.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// The definition of permeability. It goes into every result, because definitions in use differ by factors of porosity.
inline constexpr const char* permeability_definition =
    "k = nu <u> / g, <u> over all voxels of the sample (superficial velocity), g force per unit mass";

/// Gives what a gas has to know of a flow through an image with this voxel size.
inline PoresOfGas pores_of_gas(const std::optional<WallSlope>& slope, const std::optional<double>& permeability_voxel2,
                               double narrowest_radius, const std::optional<double>& voxel_size_m) {
  const WallSlope known = slope.value_or(WallSlope{});
  return {voxel_size_m, permeability_voxel2, known.per_voxel, known.deviation, narrowest_radius};
}

/// Says how the solved image was made from the one that was given.
struct ResamplingReport {
  enum class Method { refine, coarsen, cubic };
  Method method{Method::refine};
  int factor{1};  ///< of refine and coarsen
  // Facts of the image as it was given
  Extent extent;
  std::optional<double> voxel_size_m;  ///< absent where voxels were no cubes
  std::int64_t pore_voxels{0};
  std::string pore_space_hash;
  std::optional<std::array<double, 3>> voxel_edges_m{};  ///< of voxels that were no cubes, along x, y, z

  const char* method_name() const {
    return method == Method::refine ? "refine" : method == Method::coarsen ? "coarsen" : "cubic";
  }
  bool is_refined() const { return method == Method::refine && factor > 1; }
  /// Gives the edge of a solved voxel in voxels of the image as given, where these were cubes.
  std::optional<double> voxel_edge() const {
    if (method == Method::cubic) return {};
    return method == Method::refine ? 1.0 / factor : static_cast<double>(factor);
  }
};

struct ImageReport {
  std::string source;        ///< where the image comes from, as the caller says it
  std::string format;        ///< the format that was found there, as the caller says it
  std::string segmentation;  ///< which voxels are pore and why, in words of the caller
  Extent extent;
  std::int64_t outside_voxels{0};      ///< of the extent, that a mask says are no part of the sample
  std::string sample;                  ///< the mask in words of the caller; empty without one
  std::optional<double> voxel_size_m;  ///< absent: results are in voxel units only
  std::int64_t pore_voxels{0};
  std::string pore_space_hash;       ///< hash of all pore voxels, see geometry/pore_space_hash.hpp
  std::int64_t connected_voxels{0};  ///< pore voxels that flow along at least one of the directions can reach
  std::optional<ResamplingReport>
      resampling;  ///< absent when the image was solved as given; all facts above are of the solved image

  /// Gives the length along an axis in metres; the image must have a voxel size.
  double length_m(Axis axis) const { return static_cast<double>(extent.along(axis)) * voxel_size_m.value(); }
  /// Gives the voxels of the sample, which porosity and means are over.
  std::int64_t sample_voxels() const { return extent.voxels() - outside_voxels; }
  double porosity() const { return share(pore_voxels); }
  double connected_porosity() const { return share(connected_voxels); }

 private:
  double share(std::int64_t voxels) const {
    return sample_voxels() > 0 ? static_cast<double>(voxels) / static_cast<double>(sample_voxels()) : 0.0;
  }
};

struct SolverReport {
  SolverSettings settings;  ///< as resolved on this machine; `tau` and `force` are those of each flow, see FlowResult
  double tolerance{0};
  std::int64_t max_steps{0};
  Walls walls{Walls::voxels};
  std::string device;
  int ranks{1};  ///< processes; the threads in `settings` are those of each
  BoundaryChoice boundary;
  std::string why_sealed;  ///< why the program chose sealed by itself; empty when it did not
  std::string version;
  std::string commit;  ///< commit that the program was built from; empty when that is not known
};

struct FlowReport {
  FlowResult result;
  std::int64_t isolated_voxels{0};  ///< pore voxels that the flow cannot reach, and that are not solved
  double preparation_seconds{0};    ///< time for building the lattice and choosing tau
  std::optional<FlowChecks>
      checks;  ///< absent where no flow was solved, or it diverged; its warnings are the run's too
  /// Absent where none can be given, and where the image was refined: its walls are those of larger voxels.
  std::optional<VoxelEstimate> voxel_estimate;
  /// What walls and threshold do to K; absent where there is no K above 0, and where the image was resampled.
  std::optional<ThresholdSlope> threshold_slope;
  std::optional<WallSlope> wall_slope;  ///< what slip does to K; absent where nobody asked, or there is none
  std::optional<GasFlow> gas;           ///< absent where nobody asked, or there is none
  /// Two sigma of ln K for what lies beyond the faces of the image; 0 where it repeats, absent where nobody looked.
  std::optional<double> face_spread;
  std::optional<Headline> headline;         ///< absent where K is not above 0
  std::optional<CubesEstimate> as_cubes;    ///< K of the image taken as cubes; absent where voxel_estimate is
  std::optional<InertiaResult> inertia;     ///< absent when none was asked for, or the creeping flow has no K above 0
  std::optional<GrainForces> grain_forces;  ///< absent when no grains were named, or no flow was solved
  std::optional<Conducted> conduction;      ///< absent when nobody asked for it
  std::optional<ErrorBudget> error_budget;  ///< absent when none was asked for, or K is not above 0
  std::int64_t resident_bytes_stepping{0};  ///< largest memory seen while stepping, of all ranks; 0 when not measured
};

struct RunReport {
  ImageReport image;
  SolverReport solver;
  std::vector<FlowReport> flows;
  std::vector<Sphere> grains;   ///< in voxels, as the caller named them
  std::optional<GasState> gas;  ///< as the caller asked for it
  /// Absent unless two flows or three have a K, and all that were solved. Between closed faces its diagonal alone is a
  /// property of the rock.
  std::optional<PermeabilityTensor> tensor;
  /// All that a reader of K has to know, of the image, of each flow ("along x: ...") and of the tensor: a sentence
  /// each, without a full stop.
  std::vector<std::string> warnings;
  double seconds{0};  ///< wall time of the whole run

  /// Between closed faces the walls or mirrors at the sides decide what flows across the force.
  bool has_diagonal_only() const { return solver.boundary.boundary != Boundary::periodic; }
};

}  // namespace perm
