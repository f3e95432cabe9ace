// SPDX-License-Identifier: Apache-2.0
// Makes the full permeability tensor from three flows, one driven along each axis: <u>_i = K_ij g_j / nu.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "darcy/flow_result.hpp"

namespace perm {

/// Holds [row i: component of the flow][column j: direction of the force], x, y, z.
using Matrix3 = std::array<std::array<double, 3>, 3>;

struct PrincipalAxes {
  std::array<double, 3> principal{};  ///< eigenvalues, largest first
  /// The principal axes, one a row: unit vectors, a right-handed frame. They are arbitrary where two values are alike.
  std::array<std::array<double, 3>, 3> axes{};
};

/// Gives those of the symmetric part of a tensor.
PrincipalAxes find_principal_axes(const Matrix3& tensor);

/// Permeabilities are in voxel^2.
struct PermeabilityTensor : PrincipalAxes {
  /// The tensor as computed. The diagonal is the K of each flow, its extrapolated limit. The other two components of a
  /// column are those of the last look. The row of an axis along which nothing percolates is 0, which is exact.
  Matrix3 raw{};
  Matrix3 error{};      ///< a bound on the error of each component; infinite where none is known
  Matrix3 symmetric{};  ///< (K + K^T)/2
  /// |K - K^T| / |K|, Frobenius norms; 0 where K is 0. In a steady creeping flow through a periodic image K is
  /// symmetric to rounding for every image: reciprocity holds on the lattice too. A larger asymmetry comes from a flow
  /// that is not converged, or from inertia.
  double asymmetry{0};
};

/// With a larger asymmetry the flows are not steady enough for the off-diagonal terms; a run to 1e-3 has less.
inline constexpr double large_asymmetry = 0.01;

/// Gives the tensor of two or three flows, each along another axis, in any order. Empty when there is one only, or one
/// diverged. What is not known of the axis of a flow that is missing is no number: its row and column, and the
/// principal values and axes. A flow that does not percolate gives a column of zeros.
std::optional<PermeabilityTensor> make_permeability_tensor(std::span<const FlowResult> flows);

}  // namespace perm
