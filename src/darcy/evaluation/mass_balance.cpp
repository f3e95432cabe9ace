// SPDX-License-Identifier: Apache-2.0
#include "darcy/evaluation/mass_balance.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

namespace perm {

std::optional<MassLeak> find_mass_leak(const FlowResult& flow) {
  const double mean = std::abs(flow.mean_velocity[static_cast<std::size_t>(flow.direction)]);
  if (flow.mass_samples.size() < 2 || !(mean > 0)) return {};
  const MassSample& before = flow.mass_samples[flow.mass_samples.size() - 2];
  const MassSample& now = flow.mass_samples.back();
  const auto length = static_cast<double>(flow.plane_flux.size());
  const double gain = (now.mass_deviation - before.mass_deviation) * flow.connected_porosity * length /
                      static_cast<double>(now.step - before.step);
  if (flow.mass_deviation) return MassLeak{gain / mean, 0};  // what leaves one end comes in at the other
  const auto outflow = [](const MassSample& sample) { return sample.last_flux - sample.first_flux; };
  const auto last = std::span(flow.mass_samples).last(std::min(flow.mass_samples.size(), most_mass_samples));
  const auto [least, most] = std::ranges::minmax(last, {}, outflow);
  return MassLeak{(gain + (outflow(now) + outflow(before)) / 2) / mean,
                  (outflow(most) - outflow(least) + 2 / length * std::abs(gain)) / mean};
}

}  // namespace perm
