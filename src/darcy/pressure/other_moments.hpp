// SPDX-License-Identifier: Apache-2.0
// Measures how fast the distributions change besides density and momentum: stresses, and what nothing but walls makes.
// In narrow pores at a high viscosity most of what K still misses is there. Small images are measured whole, of large
// ones some rows.
#pragma once

#include <cstdint>
#include <vector>

#include "core/range.hpp"
#include "geometry/pore_space.hpp"
#include "lattice/domain.hpp"
#include "solver/backend.hpp"

namespace perm {

class OtherMoments {
 public:
  OtherMoments() = default;
  /// Chooses the rows. `pores` are those of the domain, with its halo. Collective.
  OtherMoments(const Domain& domain, const PoreSpace& pores);

  /// Keeps the distributions of this moment.
  void keep(const Backend& backend);
  /// Gives the power, over the image and in squared forces, of what has changed since in each of `steps` steps:
  /// nu/6 sum over q of delta_q^2 / (w_q Y), Y being 1/(2 L+) where delta is even and 2 L- where it is odd, with L =
  /// tau - 1/2 of each. Forgets what was kept. Collective; the bits are the same for every cut.
  double power_since(const Backend& backend, int steps);

 private:
  std::vector<double> read(const Backend& backend) const;

  std::vector<Range> cells_;  ///< own cells that are measured
  double cells_for_each_{1};  ///< cells of the image over those that are measured
  std::vector<double> before_;
};

}  // namespace perm
