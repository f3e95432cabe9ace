// SPDX-License-Identifier: Apache-2.0
// What a pore space conducts, of an electric current, of heat, or of what diffuses, when its solid conducts nothing:
// formation factor, tortuosity and the tensor, between proven bounds (conduction/conduction.hpp), or with the walls of
// a surface between voxels (conduction/body_estimate.hpp). Like run.hpp it uses no file, terminal or signal.
//
//   perm::ConductRequest request;
//   request.directions = {perm::Axis::x};
//   const perm::ConductReport report = perm::conduct(std::move(pores), request);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/boundary.hpp"
#include "darcy/evaluation/permeability_tensor.hpp"
#include "geometry/pore_slab.hpp"
#include "run/conducted.hpp"
#include "run/run.hpp"
#include "run/run_report.hpp"

namespace perm {

struct ConductRequest {
  std::vector<Axis> directions{Axis::x};  ///< each at most once
  /// Under periodic boundaries the image goes on as it is. Under all others potentials are held at the faces across the
  /// current, and none goes through the sides: for a conductor, walls and mirrors are one thing.
  Boundary boundary{Boundary::periodic};
  /// sub_voxel: the body is that of the surface of `origin`, and no bound is proven for it. voxels: that of the voxels.
  Walls walls{Walls::voxels};
  double tolerance{1e-4};  ///< of the value, that the iteration leaves between the bounds
  int threads{0};          ///< 0: all
  /// Where to compute; without one on the GPU where there is one with enough memory, and no phases.
  std::optional<Device> device{};
  /// What the pores are made of, where not all of them conduct alike; the pores are all voxels of these together.
  std::vector<ConductivePhase> phases;
  SeamCheck seams{SeamCheck::warn};
  ImageOrigin origin;
};

struct ConductReport {
  ImageReport image;
  Boundary boundary{Boundary::periodic};
  std::string why_sealed;
  Walls walls{Walls::voxels};
  std::optional<double> porosity_of_body;  ///< of the smooth body, where it conducts and not its voxels
  double tolerance{0};
  int threads{0};
  std::string device;      ///< that computed: "cpu", "NVIDIA H200"
  bool has_phases{false};  ///< then there is no porosity that a tortuosity could be made with
  std::vector<Conducted> directions;
  /// Relative conductivities [component of the current][direction of the gradient], of three directions between
  /// periodic faces, symmetric; the diagonal has the values. Absent otherwise.
  std::optional<Matrix3> tensor;
  std::optional<PrincipalAxes> principal;
  std::vector<std::string> warnings;
  std::string version;
  std::string commit;
  double seconds{0};

  /// Gives the porosity, with all pores, of the body that conducts.
  double porosity() const { return porosity_of_body.value_or(image.porosity()); }
  /// Gives phi F: porosity over relative conductivity. Infinite where nothing conducts.
  double tortuosity(const Conducted& conducted) const { return porosity() * conducted.formation_factor(); }
};

/// Conductivities of phases differ by this factor at most.
inline constexpr double largest_contrast = 1e9;

/// Finds what `pores` conduct along the directions that are asked for; the process works alone. Throws UsageError where
/// the request contradicts itself, InputError where a value is out of range, and DeviceError where the memory does not
/// suffice; and whatever check_for_stop (core/stop_check.hpp) throws.
ConductReport conduct(PoreSlab pores, const ConductRequest& request);

}  // namespace perm
