// SPDX-License-Identifier: Apache-2.0
#include "darcy/pressure/pressure_correction.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "darcy/pressure/body_blocks.hpp"

namespace perm {
namespace {

constexpr double share = 0.6;  // of a wanted change is made: it does good where throats are up to 3 times too narrow
constexpr double most_repeated = 1;  // of a change that was made: more was a leap into the dark in Berea sandstone
constexpr std::size_t memory = 4;    // steps
constexpr double least_news = 1e-3;  // a step whose outcome is that near to those of later ones says nothing new

void add(double factor, std::span<const double> b, std::vector<double>& a) {
  for_each_body(a.size(), [&](std::size_t body) { a[body] += factor * b[body]; });
}

}  // namespace

std::vector<double> PressureCorrection::next(std::vector<double> wanted, double trust,
                                             const NetworkLaplacian& network) {
  if (!last_wanted_.empty()) {
    std::vector<double> outcome = wanted;
    add(-1, last_wanted_, outcome);
    steps_.push_back({std::exchange(last_made_, {}), std::move(outcome)});
    if (steps_.size() > memory) steps_.erase(steps_.begin());
  }
  last_wanted_ = wanted;

  std::vector<double> change(wanted.size());
  std::vector<Step> used;                   // with outcomes at right angles to each other
  std::vector<std::vector<double>> fluxes;  // of these outcomes
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    Step next = *step;
    std::vector<double> flux(wanted.size());
    network.apply(next.outcome, flux);
    const double before = dot(next.outcome, flux);
    for (std::size_t i = 0; i < used.size(); ++i) {
      const double factor = -dot(next.outcome, fluxes[i]) / dot(used[i].outcome, fluxes[i]);
      add(factor, used[i].outcome, next.outcome);
      add(factor, used[i].made, next.made);
    }
    network.apply(next.outcome, flux);
    const double left = dot(next.outcome, flux);
    if (!(left > least_news * before)) continue;
    const double factor = std::clamp(-dot(wanted, flux) / left, -most_repeated, most_repeated);
    add(factor, next.outcome, wanted);
    add(factor, next.made, change);
    used.push_back(std::move(next));
    fluxes.push_back(std::move(flux));
  }
  add(share * trust, wanted, change);
  last_made_ = change;
  return change;
}

}  // namespace perm
