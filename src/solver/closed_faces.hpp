// SPDX-License-Identifier: Apache-2.0
// Finds the slots of a domain that the faces of the image reflect, and the rule for each. Faces across the flow reflect
// density with a change of sign. This is right for the linear equilibrium and a force along that axis only.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "geometry/pore_space.hpp"
#include "lattice/domain.hpp"
#include "solver/cell/face_pass.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

/// Throws UsageError where a mirror across the flow does not go with the equilibrium.
void require_linear(const BoundaryChoice& choice, Equilibrium equilibrium);
/// Throws in that case too, and where the force is not along one axis whose faces let the force drive a flow.
void require_symmetry(const FaceRules& rules, const SolverSettings& settings);

/// Names a slot by the place of its cell in the domain and by its direction.
struct VoxelSlot {
  std::int64_t x;
  std::int64_t y;
  std::int64_t z;
  int q;

  std::int64_t along(Axis axis) const { return axis == Axis::x ? x : axis == Axis::y ? y : z; }
};

/// Calls visit(a, b, i) for each pair of own slots that exchange what goes out, by reflection i; a and b are the same
/// where a slot is its own partner. Where the partner belongs to another process, a slot is visited alone, because
/// messages have exchanged the two values before (see domain/crossing.hpp). `pores` are the pores of the domain, halo
/// included.
using VisitPair = std::function<void(const VoxelSlot& a, const VoxelSlot& b, std::uint8_t reflection)>;
void for_each_face_pair(const Domain& domain, const PoreSpace& pores, const VisitPair& visit);
/// Gives the bytes that a lattice takes for the pairs.
std::int64_t predict_face_bytes(const Domain& domain, const PoreSpace& pores);

/// Gives all reflections, by their numbers. A face with density deviation rho_w has anti-bounce-back (Ginzburg,
/// Verhaeghe, d'Humieres 2008), for the linear equilibrium with shift 2 w_q rho_w. The densities of both faces are +- 3
/// g L / 2, L being the voxels along the axis, so that their gradient is that of the force g.
std::array<Reflection<double>, reflection_count> find_reflections(const Domain& domain, const SolverSettings& settings);

/// Converts reflections to a device's type, in units of `unit`.
template <class Real>
Reflections<Real> make_reflections(const Domain& domain, const SolverSettings& settings, double unit = 1) {
  const auto all = find_reflections(domain, settings);
  Reflections<Real> reflections{};
  for (std::size_t i = 0; i < reflection_count; ++i)
    reflections.of[i] = {static_cast<Real>(all[i].sign), static_cast<Real>(all[i].shift / unit)};
  return reflections;
}

/// Gives the settings that cells are stepped with. They have no force where densities at the faces drive the flow
/// instead.
SolverSettings settings_of_cells(const FaceRules& rules, SolverSettings settings);

/// Holds the density from which a flow driven by densities starts: it is linear between the faces.
struct StartDensity {
  Axis axis;
  std::vector<double> deviation;  ///< of every plane of the image across the axis

  /// Gives the deviation at voxel (x, y, z) of the image.
  double at(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return deviation[static_cast<std::size_t>(axis == Axis::x ? x : axis == Axis::y ? y : z)];
  }
};
std::optional<StartDensity> find_start_density(const Domain& domain, const SolverSettings& settings);

}  // namespace perm
