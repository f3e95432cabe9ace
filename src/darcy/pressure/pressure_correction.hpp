// SPDX-License-Identifier: Apache-2.0
// Chooses how a flow's pressure is changed towards the steady one. The network says which change is wanted, but its
// throats may be too narrow or too wide, and then the change goes too far or not far enough. What the last changes did
// to the change that is wanted tells (Anderson 1965, "Iterative procedures for nonlinear integral equations"): of the
// combinations of them the one is taken after which the least should be wanted, in the norm of the dissipation.
#pragma once

#include <vector>

#include "darcy/pressure/network_laplacian.hpp"

namespace perm {

class PressureCorrection {
 public:
  /// Gives the change to make where `wanted` is the change that the network says leads to the steady flow. `trust`
  /// times it is near to what is needed.
  std::vector<double> next(std::vector<double> wanted, double trust, const NetworkLaplacian& network);

 private:
  struct Step {
    std::vector<double> made;     ///< a change that was made,
    std::vector<double> outcome;  ///< and how the change that is wanted changed
  };
  std::vector<Step> steps_;  ///< the latest last
  std::vector<double> last_wanted_;
  std::vector<double> last_made_;
};

}  // namespace perm
