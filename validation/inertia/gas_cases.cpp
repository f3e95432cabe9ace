// SPDX-License-Identifier: Apache-2.0
// The gas of Calore et al. 2016 (D2Q37): its moments, its waves and its rest. Its instabilities stand beside.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>

#include "validation/inertia/gas_trial.hpp"
#include "validation/inertia/inertia_list.hpp"

namespace perm::validation {
namespace {

using thermal::GasBox;
using thermal::reference_temperature;

InertiaCase moments_case() {
  return gas_case("thermal-moments", "moments of D2Q37 up to the ninth order", "moments of a Gaussian",
                  [](const InertiaMachine&) {
                    const Allowed rounding{0, 1e-12, "weights and lattice constant are known to 20 digits"};
                    const double error = thermal::check::error_of_moments(9);
                    return InertiaOutcome{{hold_figure("largest difference of a moment", error, rounding)}, {}};
                  });
}

/// Decays of a shear wave, of a wave of heat at even pressure, and of sound, all along x.
InertiaOutcome run_waves(const InertiaMachine& machine, std::int64_t sites) {
  const Allowed one_percent{-0.01, 0.01, "second order in the wave number; the issue's limit"};
  GasBox box{.nx = sites, .ny = 4, .tau = 0.6};
  const double k = 2 * std::numbers::pi / static_cast<double>(sites);
  const double diffusivity = reference_temperature * (box.tau - 0.5);
  const double sound = std::sqrt(2 * reference_temperature);
  constexpr double small = 1e-5;
  const auto rest = static_cast<std::int64_t>(0.5 / (diffusivity * k * k));  // until what began wrong has gone
  InertiaOutcome outcome;
  const auto decay = [&](const char* what, const std::function<Site(double)>& at,
                         const std::function<double(const double*)>& of_site, bool travels) {
    machine.tell(fmt::format("{} of {} sites", what, sites));
    const auto gas = make_gas(box, machine);
    begin(*gas, box, [&](double x, double) { return at(std::sin(k * x)); });
    gas->advance(rest);
    const std::array<double, 2> first = amplitudes(gas->fields(), box, 0, of_site);
    gas->advance(rest);
    const std::array<double, 2> last = amplitudes(gas->fields(), box, 0, of_site);
    const auto steps = static_cast<double>(rest);
    const double rate = -std::log(std::hypot(last[0], last[1]) / std::hypot(first[0], first[1])) / steps;
    outcome.figures.push_back(
        hold_figure(fmt::format("error of the decay of {}", what), rate / (diffusivity * k * k) - 1, one_percent));
    if (!travels) return;
    const double expected = sound * k * steps;
    double turned = std::atan2(first[1], first[0]) - std::atan2(last[1], last[0]);
    turned += 2 * std::numbers::pi * std::round((expected - turned) / (2 * std::numbers::pi));
    outcome.figures.push_back(hold_figure("error of the speed of sound", turned / expected - 1, one_percent));
  };
  constexpr double t = reference_temperature;
  decay(
      "shear",
      [](double wave) {
        return Site{1, 0, small * wave, t};
      },
      [](const double* m) { return m[2]; }, false);
  decay(
      "heat",
      [](double wave) {
        return Site{1 - small * wave, 0, 0, t / (1 - small * wave)};
      },
      [](const double* m) { return std::log(m[3] / m[0]); }, false);  // entropy, which sound leaves alone
  decay(
      "sound",
      [&](double wave) {
        return Site{1 + small * wave, small * sound * wave, 0, t * (1 + small * wave)};
      },
      [](const double* m) { return m[1]; }, true);
  return outcome;
}

InertiaOutcome run_atmosphere(const InertiaMachine& machine) {
  const Allowed rest{0, 1e-6, "the issue's limit"};
  GasBox box{.nx = 3, .ny = 128, .tau = 0.6, .gravity = {0, -1e-3}};
  box.walls = {reference_temperature, reference_temperature};
  const auto density = [&](double y) { return std::exp(box.gravity[1] * y / reference_temperature); };
  const auto gas = make_gas(box, machine);
  machine.tell("an atmosphere");
  begin(*gas, box, [&](double, double y) { return Site{density(y), 0, 0, reference_temperature}; });
  gas->advance(20000);
  const std::vector<double> fields = gas->fields();
  const auto site = [&](std::int64_t y) { return &fields[static_cast<std::size_t>(y * thermal::field_count)]; };
  double scale = 0;
  for (std::int64_t y = 0; y < box.ny; ++y)
    scale += site(y)[0] / density(static_cast<double>(y) + 0.5) / static_cast<double>(box.ny);
  std::array<double, 3> largest{};
  for (std::int64_t y = 0; y < box.ny; ++y) {
    const double* const m = site(y);
    const std::array<double, 3> off{m[0] / (scale * density(static_cast<double>(y) + 0.5)) - 1,
                                    std::hypot(m[1], m[2]) / std::sqrt(2 * reference_temperature),
                                    m[3] / reference_temperature - 1};
    for (std::size_t i = 0; i < 3; ++i) largest[i] = std::max(largest[i], std::abs(off[i]));
  }
  return {{hold_figure("largest error of the density, relative", largest[0], rest),
           hold_figure("largest velocity over that of sound", largest[1], rest),
           hold_figure("largest error of the temperature, relative", largest[2], rest)},
          {}};
}

}  // namespace

std::vector<InertiaCase> gas_cases(Thoroughness thoroughness) {
  std::vector<InertiaCase> cases{moments_case()};
  cases.push_back(gas_case("thermal-waves", "decay of shear, heat and sound, speed of sound, 64 sites a wave",
                           "linear waves of a perfect gas: sqrt(2 T), nu k^2",
                           [](const InertiaMachine& machine) { return run_waves(machine, 64); }));
  cases.push_back(gas_case("thermal-atmosphere", "an isothermal atmosphere of 128 sites at rest", "p = exp(-g y / T)",
                           run_atmosphere));
  cases.push_back(rayleigh_taylor_case(64));
  if (thoroughness == Thoroughness::standard || thoroughness == Thoroughness::full)
    cases.push_back(rayleigh_taylor_case(128));
  cases.push_back(thoroughness == Thoroughness::full       ? rayleigh_benard_case(48, 96)
                  : thoroughness == Thoroughness::standard ? rayleigh_benard_case(24, 48)
                                                           : rayleigh_benard_case(24, 36));
  return cases;
}

}  // namespace perm::validation
