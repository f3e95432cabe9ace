// SPDX-License-Identifier: Apache-2.0
// Lists what a user may choose for a flow along one axis. Lattice units.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/boundary.hpp"
#include "core/extent.hpp"
#include "core/named_values.hpp"
#include "geometry/surface.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// Says how a flow is brought to its steady state, which is the same. pressure: it starts from the Darcy flow of the
/// voxels, and pressure is brought to rest by such flows on the way (darcy/pressure/voxel_pressure.hpp). plain: it
/// steps from rest, for comparisons. Either way looks at the pressure bound the error of K.
enum class Method { pressure, plain };
/// Says what must be as near to its limit as the tolerance demands: K, or every part of the flow, as fields show it.
enum class Goal { permeability, flow };

template <>
inline constexpr std::array names_of<Method>{NamedValue{Method::pressure, "pressure"},
                                             NamedValue{Method::plain, "plain"}};

template <>
inline constexpr std::array names_of<Goal>{NamedValue{Goal::permeability, "permeability"},
                                           NamedValue{Goal::flow, "flow"}};

/// Says where the walls of pores stand: in the middle of each link from a pore voxel to a solid one, or where the
/// surface of which the image shows voxels meets it (validation/WALLS.md).
enum class Walls { voxels, sub_voxel };
template <>
inline constexpr std::array names_of<Walls>{NamedValue{Walls::voxels, "voxels"},
                                            NamedValue{Walls::sub_voxel, "sub-voxel"}};

/// Says what is kept for files of fields.
enum class FieldCapture { none, velocity_and_density, and_sensitivity };

struct FlowOptions {
  Axis direction{Axis::x};
  BoundaryChoice boundary;    ///< what the faces of the image do
  SolverSettings solver;      ///< its force and tau are set from the two below
  std::optional<double> tau;  ///< empty: chosen from the image
  double force{1e-6};         ///< force per unit mass along the direction
  Method method{Method::pressure};
  Goal goal{Goal::permeability};
  double tolerance{1e-3};  ///< relative: the true limit of K differs from the given K by no more than this
  std::int64_t max_steps{1'000'000};
  Walls walls{Walls::voxels};
  double slip_m{0};  ///< slip length that a run turns into one in voxels, SolverSettings::slip; 0: none
  std::shared_ptr<const Surface> surface{};  ///< of the image, where walls are sub_voxel; a run takes it from the image
};

/// Names an option beside which walls can stand at the faces of voxels only, and says why, and what to do.
struct NeedOfVoxels {
  std::string option;
  std::string why;
  std::string remedy;
};

/// Gives one that these options have, whatever their walls.
std::optional<NeedOfVoxels> find_need_of_voxels(const FlowOptions& options);

/// Turns a slip length in metres into one in voxels. Throws UsageError where the edge of a voxel is not known.
void take_slip_in_voxels(FlowOptions& options, const std::optional<double>& voxel_size_m);

/// Throws InputError when an option is out of range, UsageError where walls between voxels do not go with the others.
void check_options(const FlowOptions& options);

/// Gives every option that can change a number of the flow, in words: flows through the same pores with equal keys have
/// equal results, to the last bit, on the same version of the program. Device, threads, transport and instruction set
/// are left out, because sums are exact, every device and instruction set rounds alike, and no choice depends on them.
/// SolverSettings' own tau and force are left out, because a flow sets them from `tau`, `force` and `direction`; the
/// surface, because it belongs to the pores.
std::string key_of(const FlowOptions& options);

}  // namespace perm
