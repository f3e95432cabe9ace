// SPDX-License-Identifier: Apache-2.0
#include "darcy/flow_result.hpp"

namespace perm {

std::string to_string(StopReason stop) {
  switch (stop) {
    case StopReason::converged:
      return "converged";
    case StopReason::step_limit:
      return "step_limit";
    case StopReason::diverged:
      return "diverged";
    case StopReason::not_percolating:
      return "not_percolating";
  }
  return "?";
}

}  // namespace perm
