// SPDX-License-Identifier: Apache-2.0
// What pores conduct along one axis: of voxels between proven bounds (conduction/conduction.hpp), of a smooth body with
// a standard deviation (conduction/body_estimate.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "conduction/body_estimate.hpp"
#include "core/boundary.hpp"
#include "darcy/flow_options.hpp"
#include "geometry/pore_slab.hpp"
#include "geometry/surface.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// Bounds of a conductivity are wider by this, relative, than those that the iteration could have reached.
inline constexpr double usual_conduct_tolerance = 1e-4;

/// What the pores conduct along one axis. Conductivities are relative: over that of what fills the pores.
struct Conducted {
  Axis direction{Axis::x};
  Walls walls{Walls::voxels};
  std::int64_t cells{0};  ///< pore voxels that a current can reach; without any, all conductivities are 0 exactly. Of
                          ///< a smooth body those that a surface leaves a part of count too
  std::optional<double> porosity_of_body;  ///< of a smooth body, with all pores
  double connected{0};                     ///< share of the image that a current can reach
  double lower{0};  ///< proven for the body of the voxels; of a smooth body that conducts nothing is, and no number
  double upper{0};
  double value{0};  ///< between the bounds, or that of the smooth body
  /// An estimate for the smooth body that the voxels picture, and its standard deviation; absent where all walls are
  /// flat, where there are phases, and where the image was made finer. Of a smooth body itself its value.
  std::optional<double> smooth;
  double smooth_deviation{0};
  /// The length Lambda of Johnson, Koplik and Schwartz (conduction/wall_gain.hpp), an estimate for the smooth body, and
  /// its standard deviation; absent without walls, where there are phases, and where the image was made finer.
  std::optional<double> lambda_voxels;
  double lambda_deviation_voxels{0};
  bool is_done{true};          ///< otherwise the iteration ended early, and the bounds are wide, but true
  Device device{Device::cpu};  ///< that computed
  int iterations{0};
  double seconds{0};

  double formation_factor() const;  ///< infinite where nothing conducts
  bool has_bounds() const { return walls == Walls::voxels || cells == 0; }
};

/// Voxels that conduct so much, relative to the bulk.
struct ConductivePhase {
  PoreSlab voxels;
  double conductivity{1};
};

struct ConductSettings {
  double tolerance{usual_conduct_tolerance};  ///< of the value, that the iteration leaves between the bounds
  int threads{1};
  /// Where to compute; without one on the GPU where there is one with enough memory, and no phases.
  std::optional<Device> device{};
  /// Of which the pores are made; none where all conduct 1. The process works alone.
  std::span<const ConductivePhase> phases{};
  bool has_smooth{true};  ///< whether the voxels picture a smooth body by their own size: they were not made finer
};

/// Says where to compute beside a flow that this device solves: a flow on the CPU may have been told to stay there.
std::optional<Device> device_beside(Device of_flow);

/// Says of an axis along which nothing conducts whether contacts by edges would, through which fluid flows. Empty where
/// they would not. No face across the axes `closed` is joined.
std::string describe_edges(const PoreSlab& pores, Axis direction, AxisSet closed);

/// Finds what `pores`, which are joined through faces from end to end of the axis, conduct along it; there may be none.
/// `flux` becomes the mean flux along each axis. The process works alone. Throws DeviceError where the memory does not
/// suffice, and whatever check_for_stop throws.
Conducted conduct_along(const PoreSlab* pores, const FaceRules& rules, Axis direction, const ConductSettings& settings,
                        std::array<double, 3>& flux);

/// Does the same for the voxels of pores that are joined as fluid goes, beside a flow through them.
Conducted conduct_beside_flow(const PoreSlab& pores, const FaceRules& rules, Axis direction,
                              const ConductSettings& settings);

struct ImageOrigin;

/// The smooth body of an image whose surface is known between voxels (conduction/body_estimate.hpp).
class SmoothBody {
 public:
  /// `pores` are the voxels of the surface that `origin` has. Throws DeviceError where the memory does not suffice.
  SmoothBody(const PoreSlab& pores, const ImageOrigin& origin, AxisSet closed, int threads);

  double porosity() const { return body_->porosity(); }
  /// `cells_on_voxels` counts those that lead through the voxels along the axis. `flux` becomes the mean flux along
  /// each axis. Throws whatever check_for_stop throws.
  Conducted conduct_along(Axis direction, std::int64_t cells_on_voxels, const FaceRules& rules, double tolerance,
                          std::array<double, 3>& flux) const;

 private:
  Extent image_;
  AxisSet closed_;
  std::shared_ptr<const Surface> surface_;
  std::optional<BodyInSizes> body_;
};

}  // namespace perm
