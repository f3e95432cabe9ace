// SPDX-License-Identifier: Apache-2.0
// The two instabilities that the gas of Calore et al. 2016 was made for.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>

#include "streaming/thermal/rayleigh_taylor.hpp"
#include "validation/inertia/gas_trial.hpp"
#include "validation/references/thermal/heated_layer.hpp"

namespace perm::validation {
namespace {

using thermal::GasBox;
using thermal::reference_temperature;

/// Adds a mode of the reference to a gas at rest.
Site with_mode(const Site& rest, const reference::GasMode& mode, double k, double amplitude, double x, double y) {
  const double cosine = amplitude * std::cos(k * x);
  const auto at = [&](const std::vector<double>& values) { return mode.at(values, y); };
  return {rest[0] + cosine * at(mode.density), amplitude * std::sin(k * x) * at(mode.velocity_x),
          cosine * at(mode.velocity_y), rest[3] + cosine * at(mode.temperature)};
}

double vertical_amplitude(const std::vector<double>& fields, const GasBox& box) {
  return amplitudes(fields, box, box.ny / 2, [](const double* m) { return m[2]; })[1];
}

/// Gives the mean temperature of the rows as a smooth function of the height, by cubics through four rows.
std::function<double(double)> profile_of(const std::vector<double>& fields, const GasBox& box) {
  std::vector<double> rows(static_cast<std::size_t>(box.ny), 0.0);
  for (std::int64_t x = 0; x < box.nx; ++x)
    for (std::int64_t y = 0; y < box.ny; ++y)
      rows[static_cast<std::size_t>(y)] +=
          fields[static_cast<std::size_t>((x * box.ny + y) * thermal::field_count) + 3] / static_cast<double>(box.nx);
  return [rows](double y) {
    const double place = std::clamp(y - 0.5, 0.0, static_cast<double>(rows.size() - 1));
    const auto at = std::min(static_cast<std::int64_t>(place), static_cast<std::int64_t>(rows.size()) - 2);
    const double s = place - static_cast<double>(at);
    const auto row = [&](std::int64_t i) {
      return rows[static_cast<std::size_t>(std::clamp<std::int64_t>(i, 0, static_cast<std::int64_t>(rows.size()) - 1))];
    };
    return row(at - 1) * (-s * (s - 1) * (s - 2) / 6) + row(at) * ((s + 1) * (s - 1) * (s - 2) / 2) +
           row(at + 1) * (-(s + 1) * s * (s - 2) / 2) + row(at + 2) * ((s + 1) * s * (s - 1) / 6);
  };
}

/// One wave on a diffuse layer, begun as the fastest mode of the reference. The layer widens while the wave grows, so
/// the reference is that of the profiles that the gas has at the beginning, in the middle and at the end.
InertiaOutcome run_rayleigh_taylor(const InertiaMachine& machine, std::int64_t sites) {
  const auto n = static_cast<double>(sites);
  const thermal::RayleighTaylor flow{
      .nx = sites, .ny = 2 * sites, .tau = 0.51, .gravity = 0.064 / n, .layer = n / 10, .amplitude = 0};
  const GasBox box = flow.box();
  const double k = 2 * std::numbers::pi / n;
  const auto layer_of = [&](std::function<double(double)> temperature) {
    return reference::GasLayer{2 * n, flow.gravity, flow.tau - 0.5, reference_temperature, std::move(temperature)};
  };
  machine.tell(fmt::format("Rayleigh-Taylor, a wave of {} sites", sites));
  const std::vector<double> rest = thermal::first_fields(flow, {{0, 1}, {0, box.ny}});
  const auto rest_at = [&](double y) {
    Site site;
    std::copy_n(&rest[static_cast<std::size_t>(y) * thermal::field_count], thermal::field_count, site.begin());
    return site;
  };
  const reference::GasMode mode =
      fastest_mode(layer_of([&](double y) { return 0.7 - 0.1 * std::tanh((y - n) / flow.layer); }), k);
  const double pressure = rest_at(0)[0] * rest_at(0)[3] / mode.at(mode.base_pressure, 0.5);
  const auto gas = make_gas(box, machine);
  begin(*gas, box, [&](double x, double y) {
    Site site = with_mode(rest_at(y), mode, k, 1e-5, x, y);
    site[0] = rest_at(y)[0] + (site[0] - rest_at(y)[0]) * pressure;
    return site;
  });
  const auto each = static_cast<std::int64_t>(0.5 / mode.growth);
  ResultCurve curve{"amplitude of the velocity", "steps", "logarithm of the amplitude over that of the beginning", {}};
  std::array<double, 4> amplitude{};
  std::array<double, 4> growth{};
  for (std::size_t i = 0; i < 4; ++i) {  // the first part is left out: it begins without the stress of the mode
    gas->advance(each);
    const std::vector<double> fields = gas->fields();
    amplitude[i] = vertical_amplitude(fields, box);
    growth[i] = fastest_mode(layer_of(profile_of(fields, box)), k).growth;
    const double so_far = i == 0 ? 0
                                 : curve.points.back().reference.value_or(0) +
                                       0.5 * (growth[i - 1] + growth[i]) * static_cast<double>(each);
    curve.points.push_back(
        {static_cast<double>(each * static_cast<std::int64_t>(i + 1)), std::log(amplitude[i] / amplitude[0]), so_far});
  }
  const double measured = std::log(amplitude[3] / amplitude[0]) / static_cast<double>(3 * each);
  const double expected = (growth[0] + 3 * growth[1] + 3 * growth[2] + growth[3]) / 8;
  InertiaOutcome outcome;
  outcome.figures.push_back(
      hold_figure("error of the growth", measured / expected - 1, {-0.05, 0.05, "the issue's limit"}));
  outcome.curves.push_back(std::move(curve));
  return outcome;
}

/// Gives the critical gravity of the lattice over that of the reference, for a layer begun as the mode of the reference
/// at nine and at eleven tenths of it: a line between the two growths crosses zero, for both. `layer` gets the gravity.
double onset(const InertiaMachine& machine, std::int64_t sites, reference::HeatedLayer& layer) {
  const auto n = static_cast<double>(sites);
  const double k = std::numbers::pi / n;
  layer = {n, 0, 0.05, reference_temperature, 0.8, 0.6};
  const double critical = critical_gravity(layer, k);
  const std::array<double, 2> gravity{0.9 * critical, 1.1 * critical};
  std::array<double, 2> growth{};
  std::array<double, 2> expected{};
  for (std::size_t i = 0; i < 2; ++i) {
    machine.tell(
        fmt::format("Rayleigh-Benard, {} sites high, at {:g} of the critical gravity", sites, gravity[i] / critical));
    layer.gravity = gravity[i];
    const reference::GasLayer rest = conducting_layer(layer);
    const reference::GasMode mode = fastest_mode(rest, k, 48);
    expected[i] = mode.growth;
    GasBox box{.nx = 2 * sites, .ny = sites, .tau = 0.5 + layer.relaxation, .gravity = {0, -gravity[i]}};
    box.walls = {layer.bottom_temperature, layer.top_temperature};
    const auto gas = make_gas(box, machine);
    begin(*gas, box, [&](double x, double y) {
      const double temperature = rest.temperature(y);
      return with_mode({mode.at(mode.base_pressure, y) / temperature, 0, 0, temperature}, mode, k, 1e-5, x, y);
    });
    const std::int64_t each = 5 * sites * sites;
    gas->advance(each);
    const double first = vertical_amplitude(gas->fields(), box);
    gas->advance(2 * each);
    growth[i] = std::log(vertical_amplitude(gas->fields(), box) / first) / static_cast<double>(2 * each);
  }
  const auto crossing = [&](const std::array<double, 2>& of) {
    return gravity[0] - of[0] * (gravity[1] - gravity[0]) / (of[1] - of[0]);
  };
  const double ratio = crossing(growth) / crossing(expected);
  layer.gravity = critical * ratio;
  return ratio;
}

InertiaOutcome run_rayleigh_benard(const InertiaMachine& machine, std::int64_t coarse, std::int64_t fine) {
  reference::HeatedLayer layer{};
  const double ratio = static_cast<double>(fine) / static_cast<double>(coarse);
  const double error_coarse = onset(machine, coarse, layer) - 1;
  const double error_fine = onset(machine, fine, layer) - 1;
  const double extrapolated = error_fine + (error_fine - error_coarse) / (ratio * ratio - 1);
  const double rayleigh = rayleigh_number(layer) / (1 + error_fine) * (1 + extrapolated);  // it goes with gravity
  const Allowed two_percent{-0.02, 0.02, "the issue's limit"};
  return {{hold_figure(fmt::format("error of the critical gravity, {} sites", coarse), error_coarse,
                       {-0.1, 0.1, "second order in the height of a site"}),
           hold_figure(fmt::format("error of the critical gravity, {} sites", fine), error_fine,
                       fine >= 48 ? two_percent : Allowed{-0.05, 0.05, "second order in the height of a site"}),
           hold_figure("order of that error", std::log(error_coarse / error_fine) / std::log(ratio),
                       {1.6, 2.6, "walls half-way between sites are of second order"}),
           hold_figure("error of the critical gravity, extrapolated by the second order", extrapolated, two_percent),
           hold_figure("error of the critical Rayleigh number, extrapolated, over 1707.762", rayleigh / 1707.762 - 1,
                       {-0.03, 0.03, "2 %, and 1.4 % that this gas is no incompressible one"})},
          {}};
}

}  // namespace

InertiaCase rayleigh_taylor_case(std::int64_t sites) {
  return gas_case(fmt::format("thermal-rayleigh-taylor-{}", sites),
                  fmt::format("growth of a wave of {} sites on a diffuse layer, Atwood number 1/7", sites),
                  "linear stability of the same layer, solved here (gas_layer)",
                  [sites](const InertiaMachine& machine) { return run_rayleigh_taylor(machine, sites); });
}

InertiaCase rayleigh_benard_case(std::int64_t coarse, std::int64_t fine) {
  return gas_case(fmt::format("thermal-rayleigh-benard-{}", fine),
                  fmt::format("onset of convection in a heated layer of {} and {} sites", coarse, fine),
                  "linear stability of the same layer, solved here (heated_layer); Chandrasekhar 1961",
                  [=](const InertiaMachine& machine) { return run_rayleigh_benard(machine, coarse, fine); });
}

}  // namespace perm::validation
