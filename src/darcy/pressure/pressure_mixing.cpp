// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/pressure_mixing.hpp"

#include <algorithm>

#include "laplace/shared_loops.hpp"

namespace perm {
namespace {

constexpr double least_share = 0.1;
constexpr double slow = 0.7;  // what is left over what was left, from where on less of a change is made
constexpr double less = 0.6;
constexpr double more = 1.1;
constexpr double ridge = 1e-3;  // of the norm of what has come of the last change

}  // namespace

std::span<const float> PressureMixing::mix(const DarcyFlow& flow, std::span<const float> sources,
                                           std::span<const float> wanted, double size) {
  double theta = 0;
  if (size_ > 0) {
    share_ = size > slow * size_ ? std::max(least_share, less * share_) : std::min(1.0, more * share_);
    const double norm = flow.sum_over_cells([&](std::size_t cell) {
      return (double{wanted[cell]} - wanted_[cell]) * (double{sources[cell]} - sources_[cell]);
    });
    const double product = flow.sum_over_cells(
        [&](std::size_t cell) { return double{wanted[cell]} * (double{sources[cell]} - sources_[cell]); });
    if (norm > 0) theta = std::clamp(-product / (norm * (1 + ridge)), -1.0, 1.0);
  }
  for_each_place(flow.graph().team(), made_.size(), [&](std::size_t cell) {
    const double outcome = double{wanted[cell]} - wanted_[cell];
    made_[cell] = static_cast<float>(share_ * (wanted[cell] + theta * outcome) + theta * made_[cell]);
    wanted_[cell] = wanted[cell];
    sources_[cell] = sources[cell];
  });
  size_ = size;
  return made_.span();
}

}  // namespace perm
