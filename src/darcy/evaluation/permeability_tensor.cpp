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

void find_principal(const Eigen::Matrix3d& symmetric, PermeabilityTensor& tensor) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(symmetric);  // ascending
  Eigen::Matrix3d axes;
  for (Eigen::Index k = 0; k < 3; ++k) {
    tensor.principal[static_cast<std::size_t>(k)] = solver.eigenvalues()(2 - k);
    Eigen::Vector3d axis = solver.eigenvectors().col(2 - k);
    Eigen::Index longest = 0;
    axis.cwiseAbs().maxCoeff(&longest);
    axes.row(k) = axis(longest) < 0 ? -axis : axis;
  }
  if (axes.determinant() < 0) axes.row(2) *= -1;
  tensor.axes = to_rows(axes);
}

/// Says of the axis of a flow that is missing, and of what needs all three, that nothing is known.
void leave_out(Eigen::Index axis, Eigen::Matrix3d& raw, PermeabilityTensor& tensor) {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  raw.row(axis).setConstant(unknown);
  raw.col(axis).setConstant(unknown);
  tensor.error[static_cast<std::size_t>(axis)] = unknown;
  tensor.principal.fill(unknown);
  for (std::array<double, 3>& principal : tensor.axes) principal.fill(unknown);
}

}  // namespace

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
    const auto column = static_cast<Eigen::Index>(j);
    if (by_axis[j] == nullptr) {
      missing = column;
      continue;
    }
    const FlowResult& flow = *by_axis[j];
    if (flow.stop == StopReason::not_percolating) continue;
    const double limit = *flow.permeability_voxel2;
    for (std::size_t i = 0; i < 3; ++i)
      raw(static_cast<Eigen::Index>(i), column) = viscosity(flow.tau) * flow.mean_velocity[i] / flow.force;
    tensor.error[j] = flow.iteration_error + std::abs(raw(column, column) / limit - 1);
    raw(column, column) = limit;
  }
  if (missing) raw.row(*missing).setZero();
  if (const double norm = raw.norm(); norm > 0) tensor.asymmetry = (raw - raw.transpose()).norm() / norm;
  if (missing) leave_out(*missing, raw, tensor);
  const Eigen::Matrix3d symmetric = (raw + raw.transpose()) / 2;
  tensor.raw = to_rows(raw);
  tensor.symmetric = to_rows(symmetric);
  if (!missing) find_principal(symmetric, tensor);
  return tensor;
}

}  // namespace perm
