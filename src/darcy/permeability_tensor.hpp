// SPDX-License-Identifier: Apache-2.0
// The full permeability tensor from three flows, one driven along each axis: <u>_i = K_ij g_j / nu.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "darcy/flow_result.hpp"

namespace perm {

/// [row i: component of the flow][column j: direction of the force], x, y, z.
using Matrix3 = std::array<std::array<double, 3>, 3>;

/// voxel^2.
struct PermeabilityTensor {
  /// As computed. The diagonal is the K of each flow, its extrapolated limit. The other two components of a column have
  /// no history of their own; they are those of the last sample, not extrapolated.
  Matrix3 raw{};
  /// Of a column: bound on the error of each of its components, over the column's K. The iteration error, and how far
  /// the last sample was from the limit: what is not extrapolated is taken to be off by as much.
  std::array<double, 3> error{};
  Matrix3 symmetric{};                ///< (K + K^T)/2
  std::array<double, 3> principal{};  ///< its eigenvalues, largest first
  std::array<std::array<double, 3>, 3>
      axes{};  ///< of those: unit vectors, a right-handed frame; arbitrary where two are alike
  /// |K - K^T| / |K|, Frobenius norms; 0 where K is 0. In a steady creeping flow through a periodic image K is
  /// symmetric to rounding, whatever the image: reciprocity holds on the lattice too. What is left is a flow that is
  /// not converged, or inertia.
  double asymmetry{0};
};

/// Beyond this the flows are not steady enough for the off-diagonal terms; a run to 1e-3 has less.
inline constexpr double large_asymmetry = 0.01;

/// Empty unless there is one flow for each axis, in any order, and none diverged. A flow that does not percolate is a
/// column of zeros.
std::optional<PermeabilityTensor> make_permeability_tensor(std::span<const FlowResult> flows);

}  // namespace perm
