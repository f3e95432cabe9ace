// SPDX-License-Identifier: Apache-2.0
// Sums squares over the cells of an image, in squared forces, as whole numbers of quanta: with the same bits for every
// cut of the image and number of threads.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include "core/communicator.hpp"
#include "core/host_device.hpp"
#include "solver/cell/settings.hpp"

namespace perm {

class SquaresInForces {
 public:
  explicit SquaresInForces(const SolverSettings& settings) {
    for (const double force : settings.force) unit_ += force * force;
    per_unit_ = 1 / unit_;
  }
  double unit() const { return unit_; }  ///< the square of the force
  /// Gives the quanta of the square of one cell; one that is absurdly large counts as the largest that is not.
  PERM_HOST_DEVICE std::int64_t quanta_of(double square) const {
    const double of_unit = square * per_unit_;
    return llrint((of_unit < largest ? of_unit : largest) * quanta);
  }
  /// Gives the sum over the image, in squared forces, from the quanta of the own cells. Collective.
  static double sum_over(const Communicator& processes, __int128 own) {
    processes.sum(std::span(&own, 1));
    return static_cast<double>(own) / quanta;
  }

 private:
  static constexpr double quanta = 17179869184.0;  // 2^34 in a squared force
  static constexpr double largest = 1e8;           // squared forces

  double unit_{0};
  double per_unit_{0};
};

}  // namespace perm
