// SPDX-License-Identifier: Apache-2.0
#include "darcy/evaluation/permeability_tensor.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <cstddef>
#include <limits>

#include "solver/cell/settings.hpp"

namespace perm {
namespace {

Matrix3 to_rows(const Eigen::Matrix3d& matrix) {
  Matrix3 rows{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      rows[i][j] = matrix(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) + 0.0;  // no -0
  return rows;
}

double error_voxel2(const FlowResult& flow) { return flow.iteration_error * *flow.permeability_voxel2; }

/// Bounds the error of the mean velocity that `flow` has along the force of the flow `along`. To first order it is the
/// product of the steady flow `along` with what one step changes in `flow` (darcy/pressure_search.hpp), <u_i
/// du_j/dt - c_s^2 drho_i drho_j/dt>, and so by Cauchy and Schwarz at most that of their norms. Velocities along a
/// force g are as g/nu, densities as g. What is of second order is at most the root of what it is in both K.
double bound_across(const FlowResult& along, const FlowResult& flow) {
  if (!along.cross_flow || !flow.cross_flow) return std::numeric_limits<double>::infinity();
  const CrossFlow& i = *along.cross_flow;
  const CrossFlow& j = *flow.cross_flow;
  return i.velocity_voxel2 * j.velocity_change + viscosity(flow.tau) * i.pressure_steps * j.pressure_change +
         std::sqrt(error_voxel2(along) * error_voxel2(flow));
}

/// Says of the axis of a flow that is missing, and of what needs all three, that nothing is known.
void leave_out(Eigen::Index axis, Eigen::Matrix3d& raw, PermeabilityTensor& tensor) {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  raw.row(axis).setConstant(unknown);
  raw.col(axis).setConstant(unknown);
  tensor.error[static_cast<std::size_t>(axis)].fill(unknown);
  for (std::array<double, 3>& row : tensor.error) row[static_cast<std::size_t>(axis)] = unknown;
  tensor.principal.fill(unknown);
  for (std::array<double, 3>& principal : tensor.axes) principal.fill(unknown);
}

}  // namespace

PrincipalAxes find_principal_axes(const Matrix3& tensor) {
  Eigen::Matrix3d symmetric;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      symmetric(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = (tensor[i][j] + tensor[j][i]) / 2;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(symmetric);  // ascending
  PrincipalAxes found;
  Eigen::Matrix3d axes;
  for (Eigen::Index k = 0; k < 3; ++k) {
    found.principal[static_cast<std::size_t>(k)] = solver.eigenvalues()(2 - k);
    Eigen::Vector3d axis = solver.eigenvectors().col(2 - k);
    Eigen::Index longest = 0;
    axis.cwiseAbs().maxCoeff(&longest);
    axes.row(k) = axis(longest) < 0 ? -axis : axis;
  }
  if (axes.determinant() < 0) axes.row(2) *= -1;
  found.axes = to_rows(axes);
  return found;
}

std::optional<PermeabilityTensor> make_permeability_tensor(std::span<const FlowResult> flows) {
  std::array<const FlowResult*, 3> by_axis{};
  for (const FlowResult& flow : flows) {
    if (!flow.permeability_voxel2) return {};
    by_axis[static_cast<std::size_t>(flow.direction)] = &flow;
  }
  if (flows.size() < 2) return {};
  PermeabilityTensor tensor;
  Eigen::Matrix3d raw = Eigen::Matrix3d::Zero();
  std::optional<Eigen::Index> missing;
  for (std::size_t j = 0; j < 3; ++j) {
    if (by_axis[j] == nullptr) {
      missing = static_cast<Eigen::Index>(j);
      continue;
    }
    const FlowResult& flow = *by_axis[j];
    if (flow.stop == StopReason::not_percolating) continue;
    const std::array<double, 3>& velocity = flow.cross_flow ? flow.cross_flow->mean_velocity : flow.mean_velocity;
    for (std::size_t i = 0; i < 3; ++i) {
      if (by_axis[i] == nullptr || by_axis[i]->stop == StopReason::not_percolating) continue;
      raw(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
          i == j ? *flow.permeability_voxel2 : viscosity(flow.tau) * velocity[i] / flow.force;
      tensor.error[i][j] = i == j ? error_voxel2(flow) : bound_across(*by_axis[i], flow);
    }
  }
  if (const double norm = raw.norm(); norm > 0) tensor.asymmetry = (raw - raw.transpose()).norm() / norm;
  if (missing) leave_out(*missing, raw, tensor);
  const Eigen::Matrix3d symmetric = (raw + raw.transpose()) / 2;
  tensor.raw = to_rows(raw);
  tensor.symmetric = to_rows(symmetric);
  if (!missing) static_cast<PrincipalAxes&>(tensor) = find_principal_axes(tensor.symmetric);
  return tensor;
}

}  // namespace perm
