// SPDX-License-Identifier: Apache-2.0
// Factors the Laplacian of a network of pores (Cholesky). Networks of pores hang together loosely, so the factor has
// few entries if the bodies are eliminated in a good order: 5 to 10 a body in rock, and a solution takes microseconds.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "darcy/pressure/network_multigrid.hpp"

namespace perm {

class NetworkFactor {
 public:
  /// Bodies of `grounded` get the pressure 0 whatever their flux; there must be one in each part of the network that is
  /// not joined to the outside. Gives null where the factor would have more than `most_entries`, which are 12 bytes
  /// each, where it would take seconds to make, and where it cannot be made.
  static std::unique_ptr<const NetworkFactor> make(const NetworkLaplacian& laplacian, std::span<const char> grounded,
                                                   double most_entries);
  virtual ~NetworkFactor() = default;

  /// Gives the pressure that drives `flux`, which on the whole is 0 in each closed part.
  virtual std::vector<double> solve(std::span<const double> flux) const = 0;
  virtual std::int64_t bytes() const = 0;
};

}  // namespace perm
