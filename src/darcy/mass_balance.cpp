// SPDX-License-Identifier: Apache-2.0
#include "darcy/mass_balance.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

namespace perm {

void MassBalance::add(const FlowSample& sample, double porosity) {
  const auto along = static_cast<std::size_t>(direction_);
  const std::vector<double>& flux = sample.plane_flux[along];
  const auto length = static_cast<double>(flux.size());
  Moment now{sample.step, sample.mass_deviation * porosity * length, 0};
  if (ends_ == Ends::apart) now.outflow = flux.back() - flux.front();
  leak_.reset();
  if (const double mean = std::abs(sample.mean_velocity[along]); last_ && mean > 0 && now.step > last_->step) {
    const double gain = (now.mass - last_->mass) / static_cast<double>(now.step - last_->step);
    leak_ = MassLeak{(gain + (now.outflow + last_->outflow) / 2) / mean, 0};
    if (ends_ == Ends::apart)
      leak_->uncertainty = (std::abs(now.outflow - last_->outflow) + 2 / length * std::abs(gain)) / mean;
  }
  last_ = now;
}

}  // namespace perm
