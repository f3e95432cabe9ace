// SPDX-License-Identifier: Apache-2.0
#include "validation/inertia/gas_trial.hpp"

#include <cmath>
#include <numbers>
#include <utility>

namespace perm::validation {

std::unique_ptr<thermal::GasLattice> make_gas(const thermal::GasBox& box, const InertiaMachine& machine) {
  thermal::GasChoice choice;
  choice.device = machine.solver.device;
  choice.transport = machine.solver.transport;
  choice.threads = machine.solver.threads;
  return thermal::make_gas(box, choice);
}

void begin(thermal::GasLattice& gas, const thermal::GasBox& box, const std::function<Site(double, double)>& site_at) {
  std::vector<double> fields;
  for (std::int64_t x = 0; x < box.nx; ++x)
    for (std::int64_t y = 0; y < box.ny; ++y) {
      const Site site = site_at(static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5);
      fields.insert(fields.end(), site.begin(), site.end());
    }
  gas.begin(fields);
}

std::array<double, 2> amplitudes(const std::vector<double>& fields, const thermal::GasBox& box, std::int64_t y,
                                 const std::function<double(const double*)>& of_site) {
  std::array<double, 2> sums{};
  for (std::int64_t x = 0; x < box.nx; ++x) {
    const double phase = 2 * std::numbers::pi * (static_cast<double>(x) + 0.5) / static_cast<double>(box.nx);
    const double value = of_site(&fields[static_cast<std::size_t>((x * box.ny + y) * thermal::field_count)]);
    sums[0] += value * std::sin(phase);
    sums[1] += value * std::cos(phase);
  }
  for (double& sum : sums) sum *= 2 / static_cast<double>(box.nx);
  return sums;
}

InertiaCase gas_case(std::string name, std::string title, const char* source,
                     std::function<InertiaOutcome(const InertiaMachine&)> run) {
  InertiaCase one;
  one.name = std::move(name);
  one.group = thermal_group;
  one.title = std::move(title);
  one.source = source;
  one.run = std::move(run);
  return one;
}

}  // namespace perm::validation
