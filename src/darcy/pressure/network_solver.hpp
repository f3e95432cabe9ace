// SPDX-License-Identifier: Apache-2.0
// Finds the pressure in a network of pores that drives given fluxes out of its bodies, by conjugate gradients with one
// cycle of multigrid.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "darcy/pressure/network_laplacian.hpp"
#include "darcy/pressure/network_multigrid.hpp"
#include "geometry/network/pore_network.hpp"

namespace perm {

class NetworkSolver {
 public:
  /// `cells` are those of each body.
  NetworkSolver(std::span<const std::int64_t> cells, std::span<const Throat> throats);
  NetworkSolver(const NetworkSolver&) = delete;
  NetworkSolver& operator=(const NetworkSolver&) = delete;

  const NetworkLaplacian& laplacian() const { return laplacian_; }
  std::int64_t bytes() const;
  /// Takes from each body of a closed part, in proportion to its cells, so much that nothing is left on the whole.
  std::vector<double> balance(std::span<const double> of_bodies) const;
  /// Takes the mean over the cells of each closed part from a pressure.
  std::vector<double> without_means(std::span<const double> pressure) const;
  /// Finds the pressure that drives `flux`, which is balanced. The search begins from `pressure`, so it is quick where
  /// that is near; the power dissipated is right to a thousandth. Gives false where no pressure was found.
  bool solve(std::span<const double> flux, std::vector<double>& pressure) const;
  /// Gives the square of a norm of `flux`, that of Jacobi.
  double norm(std::span<const double> flux) const;

 private:
  double begin_from(std::span<double> pressure, std::span<double> residual, std::span<double> image) const;

  std::vector<double> cells_;
  NetworkLaplacian laplacian_;
  std::vector<std::uint32_t> part_of_body_;  ///< bodies that throats join are one part
  std::vector<char> is_open_;                ///< whether a part is joined to the outside
  std::vector<double> cells_of_part_;
  NetworkMultigrid multigrid_;
};

}  // namespace perm
