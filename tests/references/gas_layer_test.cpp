// SPDX-License-Identifier: Apache-2.0
#include "validation/references/thermal/gas_layer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <stdexcept>

namespace perm::reference {
namespace {

using std::numbers::pi;

/// Gives a layer of height 1 whose upper half is colder, with a transition of that width.
GasLayer cold_above_hot(double gravity, double relaxation, double width) {
  return {1, gravity, relaxation, 1, [width](double y) { return 1 - 0.2 * std::tanh((y - 0.5) / width); }};
}

/// Gives the growth without viscosity, conduction and compression, (rho w')' = k^2 rho w - (g k^2/s^2) rho' w with
/// w = 0 at 0 and 1 (Chandrasekhar 1961, section 91): shooting by Runge-Kutta, for the w without zeros between.
double rayleigh_growth(const std::function<double(double)>& slope_of_ln_density, double gravity, double k) {
  const auto has_a_zero = [&](double s) {
    const auto rate = [&](double y, std::array<double, 2> w) {
      const double b = slope_of_ln_density(y);
      return std::array{w[1], (k * k - gravity * k * k / (s * s) * b) * w[0] - b * w[1]};
    };
    const int steps = 4000;
    const double h = 1.0 / steps;
    std::array<double, 2> w{0, 1};
    for (int i = 0; i < steps; ++i) {
      const auto moved = [&](const std::array<double, 2>& by, double step) {
        return std::array{w[0] + step * by[0], w[1] + step * by[1]};
      };
      const double y = i * h;
      const auto first = rate(y, w), second = rate(y + h / 2, moved(first, h / 2));
      const auto third = rate(y + h / 2, moved(second, h / 2)), fourth = rate(y + h, moved(third, h));
      for (std::size_t j = 0; j < 2; ++j) w[j] += h / 6 * (first[j] + 2 * second[j] + 2 * third[j] + fourth[j]);
      if (w[0] <= 0) return true;
    }
    return false;
  };
  double low = 1e-3 * std::sqrt(gravity * k), high = std::sqrt(gravity * k);
  while (high - low > 1e-9 * high) (has_a_zero((low + high) / 2) ? low : high) = (low + high) / 2;
  return (low + high) / 2;
}

/// The equations of the gas, not linear and in the variables that they are stated in, by central differences.
class Gas {
 public:
  using Field = std::function<double(double, double)>;
  Field density, velocity_x, velocity_y, temperature;
  double gravity, relaxation;

  /// d/dt of density, velocities and temperature
  std::array<double, 4> rates(double x, double y) const {
    const auto d = [](int axis, const Field& f) -> Field {
      return [axis, f](double px, double py) {
        double sum = 0;
        for (const auto& [n, weight] : {std::pair{1, 0.75}, std::pair{2, -0.15}, std::pair{3, 1.0 / 60}}) {
          const double dx = axis == 0 ? n * step : 0, dy = axis == 0 ? 0 : n * step;
          sum += weight * (f(px + dx, py + dy) - f(px - dx, py - dy)) / step;
        }
        return sum;
      };
    };
    const Field pressure = [this](double a, double b) { return density(a, b) * temperature(a, b); };
    const auto viscous = [&](const Field& f, double sign, const Field& g) -> Field {
      return [this, pressure, f, sign, g](double a, double b) {
        return relaxation * pressure(a, b) * (f(a, b) + sign * g(a, b));
      };
    };
    const Field stress_xx = viscous(d(0, velocity_x), -1, d(1, velocity_y));  // minus stress_yy
    const Field stress_xy = viscous(d(0, velocity_y), 1, d(1, velocity_x));
    const auto heat = [&](int axis) -> Field {
      return [this, pressure, slope = d(axis, temperature)](double a, double b) {
        return 2 * relaxation * pressure(a, b) * slope(a, b);
      };
    };
    const auto flux = [&](const Field& velocity) -> Field {
      return [this, velocity](double a, double b) { return density(a, b) * velocity(a, b); };
    };
    const auto carried = [&](const Field& f) {
      return velocity_x(x, y) * d(0, f)(x, y) + velocity_y(x, y) * d(1, f)(x, y);
    };
    const double rho = density(x, y), divergence = d(0, velocity_x)(x, y) + d(1, velocity_y)(x, y);
    return {
        -d(0, flux(velocity_x))(x, y) - d(1, flux(velocity_y))(x, y),
        (-d(0, pressure)(x, y) + d(0, stress_xx)(x, y) + d(1, stress_xy)(x, y)) / rho - carried(velocity_x),
        (-d(1, pressure)(x, y) + d(0, stress_xy)(x, y) - d(1, stress_xx)(x, y)) / rho - gravity - carried(velocity_y),
        (-pressure(x, y) * divergence + d(0, heat(0))(x, y) + d(1, heat(1))(x, y)) / rho - carried(temperature)};
  }

  static constexpr double step = 0.01;
};

TEST(GasLayer, has_modes_that_satisfy_the_equations_by_central_differences) {
  const double k = 5, amplitude = 1e-6;
  GasLayer layer{1, 0.5, 0.004, 2, [](double y) { return 1 / (0.8 + 0.5 * y + 0.7 * y * y); }};
  const auto pressure = [&](double y) {
    return layer.bottom_pressure * std::exp(-layer.gravity * (0.8 * y + 0.25 * y * y + 0.7 / 3 * y * y * y));
  };
  const GasMode mode = fastest_mode(layer, k, 40);
  EXPECT_GT(mode.growth, 0.1);
  const auto gas = [&](double sign) {
    const auto part = [&, sign](const std::vector<double>& values, auto wave, auto rest) -> Gas::Field {
      return [&mode, &values, wave, rest, k, by = sign * amplitude](double x, double y) {
        return rest(y) + by * mode.at(values, y) * wave(k * x);
      };
    };
    const auto cosine = [](double x) { return std::cos(x); };
    const auto sine = [](double x) { return std::sin(x); };
    const auto zero = [](double) { return 0.0; };
    const auto density = [&](double y) { return pressure(y) / layer.temperature(y); };
    return Gas{part(mode.density, cosine, density),
               part(mode.velocity_x, sine, zero),
               part(mode.velocity_y, cosine, zero),
               part(mode.temperature, cosine, layer.temperature),
               layer.gravity,
               layer.relaxation};
  };
  const Gas more = gas(1), less = gas(-1), rest = gas(0);
  for (const double y : {0.1, 0.33, 0.6, 0.9}) {
    const double x = 0.13;
    const std::array amplitudes{
        mode.at(mode.density, y) * std::cos(k * x), mode.at(mode.velocity_x, y) * std::sin(k * x),
        mode.at(mode.velocity_y, y) * std::cos(k * x), mode.at(mode.temperature, y) * std::cos(k * x)};
    auto high = more.rates(x, y), low = less.rates(x, y);
    const double heating = rest.density(x, y) * rest.rates(x, y)[3];  // of the gas at rest, which is left out
    high[3] -= heating / more.density(x, y);
    low[3] -= heating / less.density(x, y);
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_NEAR((high[i] - low[i]) / (2 * amplitude), mode.growth * amplitudes[i], 1e-6) << i << " at " << y;
    EXPECT_NEAR(mode.at(mode.base_pressure, y), pressure(y), 1e-12);
    EXPECT_NEAR(mode.at(mode.pressure, y),
                layer.temperature(y) * mode.at(mode.density, y) +
                    pressure(y) / layer.temperature(y) * mode.at(mode.temperature, y),
                1e-9);
  }
  for (const auto* values : {&mode.velocity_x, &mode.velocity_y, &mode.temperature}) {
    EXPECT_EQ(values->front(), 0);
    EXPECT_EQ(values->back(), 0);
  }
}

TEST(GasLayer, grows_as_rayleigh_says_where_it_hardly_conducts_and_hardly_weighs) {
  for (const double width : {0.05, 0.1})
    for (const double k : {4.0, 20.0}) {
      const double gravity = 1e-5;
      const GasLayer layer = cold_above_hot(gravity, 1e-10, width);
      const auto slope = [&](double y) {  // of ln(1/T)
        const double tanh = std::tanh((y - 0.5) / width);
        return 0.2 * (1 - tanh * tanh) / width / (1 - 0.2 * tanh);
      };
      const double growth = fastest_mode(layer, k).growth, expected = rayleigh_growth(slope, gravity, k);
      EXPECT_NEAR(growth, expected, 1e-4 * expected);
    }
}

TEST(GasLayer, grows_in_closed_form_where_the_density_is_an_exponential) {
  const double gravity = 1e-5, rise = 0.4;  // T' = -(g + rise T) gives rho' = rise rho
  for (const double k : {1.0, 3.0, 8.0}) {
    const auto growth = [&](double relaxation) {
      const auto temperature = [&](double y) { return (1 + gravity / rise) * std::exp(-rise * y) - gravity / rise; };
      return fastest_mode({1, gravity, relaxation, 1, temperature}, k).growth;
    };
    const double expected = std::sqrt(gravity * rise * k * k / (k * k + rise * rise / 4 + pi * pi));
    // the layers at the walls take parts proportional to the root of the viscosity and to the viscosity
    const double without = (8 * growth(1e-10) - 6 * growth(4e-10) + growth(16e-10)) / 3;
    EXPECT_NEAR(without, expected, 1e-5 * expected);
  }
}

TEST(GasLayer, grows_as_a_sharp_interface_in_the_limit) {
  // 1/s^2 is that of the interface and a part proportional to k w (Duff, Harlow and Hirt 1962), and more beyond
  const double gravity = 1e-5, k = 10, sharp = 0.2 * gravity * k;
  std::array<double, 3> inverse{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double growth = fastest_mode(cold_above_hot(gravity, 1e-9, 0.04 / std::pow(2.0, i)), k, 96 << i).growth;
    inverse[i] = sharp / (growth * growth);
  }
  EXPECT_GT(inverse[2], 1.05);
  const double once = 2 * inverse[1] - inverse[0], twice = 2 * inverse[2] - inverse[1];
  EXPECT_NEAR((4 * twice - once) / 3, 1, 1e-3);
}

TEST(GasLayer, decays_at_rest_as_heat_and_creeping_flow_between_walls_do) {
  const double k = 2, relaxation = 1e-4, height = 3, temperature = 0.7, diffusivity = relaxation * temperature;
  const GasLayer layer{height, 0, relaxation, 1, [&](double) { return temperature; }};
  const double heat = -diffusivity * (k * k + pi * pi / (height * height));
  EXPECT_NEAR(fastest_mode(layer, k, 48).growth, heat, 1e-7 * -heat);
  // creeping flow: s = -nu (k^2 + b^2) with b tan(b H/2) = -k tanh(k H/2), b H between pi and 2 pi
  double low = pi / height * (1 + 1e-9), high = 2 * pi / height;
  while (high - low > 1e-14) {
    const double b = (low + high) / 2;
    (b * std::tan(b * height / 2) < -k * std::tanh(k * height / 2) ? low : high) = b;
  }
  const double creeping = -diffusivity * (k * k + low * low);
  const auto all = growths(layer, k);
  EXPECT_NEAR(all[0].real(), heat, 1e-7 * -heat);
  EXPECT_NEAR(all[1].real(), creeping, 1e-6 * -creeping);
  EXPECT_EQ(all[0].imag(), 0);
  EXPECT_EQ(all[1].imag(), 0);
}

TEST(GasLayer, decays_as_heat_does_where_modes_crowd) {
  const GasLayer layer{1, 0, 1e-5, 1, [](double) { return 1.0; }};
  for (const double k : {100.0, 400.0}) {
    const double heat = -1e-5 * (k * k + pi * pi);
    EXPECT_NEAR(fastest_mode(layer, k, 64).growth, heat, 1e-7 * -heat);
  }
}

TEST(GasLayer, that_is_stratified_stably_has_no_growing_mode) {
  for (const double slope : {0.0, 0.3, -0.2}) {  // the last falls less than the adiabatic 0.25
    const GasLayer layer{1, 0.5, 1e-3, 1, [slope](double y) { return 1 + slope * y; }};
    for (const double k : {0.5, 3.0, 12.0}) {
      const auto all = growths(layer, k);
      EXPECT_LT(all[0].real(), 0);
      EXPECT_LT(fastest_mode(layer, k, 64).growth, 0);
    }
  }
  const GasLayer steep{1, 0.5, 1e-3, 1, [](double y) { return 1 - 0.45 * y; }};
  EXPECT_GT(fastest_mode(steep, 3, 64).growth, 0);
}

TEST(GasLayer, has_the_growth_of_the_whole_spectrum) {
  for (const double k : {3.0, 10.0, 40.0}) {
    for (const double relaxation : {1e-3, 1e-4, 1e-5}) {
      const GasLayer layer = cold_above_hot(1e-2, relaxation, 0.2);
      const auto all = growths(layer, k, 56);
      const auto first = std::ranges::find_if(all, [](const auto& value) { return value.imag() == 0; });
      EXPECT_NEAR(fastest_mode(layer, k, 56).growth, first->real(), 1e-8 * std::abs(first->real()));
      EXPECT_TRUE(first == all.begin() || all.front().real() < 0) << "a growing wave";
    }
  }
}

TEST(GasLayer, grows_alike_with_twice_the_points) {
  for (const double relaxation : {1e-6, 1e-4})
    for (const double k : {5.0, 40.0}) {
      const GasLayer layer = cold_above_hot(1e-2, relaxation, 0.05);
      const double growth = fastest_mode(layer, k).growth;
      EXPECT_NEAR(fastest_mode(layer, k, 255).growth, growth, 1e-8 * std::abs(growth));
      const double coarse = fastest_mode(layer, k, 48).growth;
      EXPECT_GT(std::abs(coarse - growth), 1e-7 * std::abs(growth));
    }
}

TEST(GasLayer, grows_alike_in_other_units) {
  const GasLayer layer = cold_above_hot(1e-2, 1e-4, 0.1);
  const double length = 400, heat = 0.6, time = length / std::sqrt(heat);
  const GasLayer other{length, 1e-2 * heat / length, 1e-4 * time, 30,
                       [&](double y) { return heat * layer.temperature(y / length); }};
  const GasMode mode = fastest_mode(layer, 6), again = fastest_mode(other, 6 / length);
  EXPECT_NEAR(again.growth * time, mode.growth, 1e-10 * mode.growth);
  EXPECT_NEAR(again.at(again.temperature, 0.4 * length) / std::sqrt(heat), mode.at(mode.temperature, 0.4),
              1e-8 * std::abs(mode.at(mode.temperature, 0.4)));
}

TEST(GasLayer, refuses_what_is_no_layer) {
  const GasLayer layer = cold_above_hot(1e-2, 1e-4, 0.1);
  const auto with = [&](double GasLayer::*member, double value) {
    GasLayer changed = layer;
    changed.*member = value;
    return changed;
  };
  EXPECT_THROW(fastest_mode(with(&GasLayer::height, 0), 1), std::domain_error);
  EXPECT_THROW(fastest_mode(with(&GasLayer::relaxation, 0), 1), std::domain_error);
  EXPECT_THROW(fastest_mode(with(&GasLayer::gravity, -1), 1), std::domain_error);
  EXPECT_THROW(fastest_mode(with(&GasLayer::bottom_pressure, 0), 1), std::domain_error);
  EXPECT_THROW(fastest_mode(layer, 0), std::domain_error);
  EXPECT_THROW(fastest_mode(layer, 1, 8), std::domain_error);
  EXPECT_NO_THROW(fastest_mode(layer, 1, 9));
  EXPECT_THROW(growths({1, 0, 1, 1, [](double y) { return 0.5 - y; }}, 1), std::domain_error);
}

}  // namespace
}  // namespace perm::reference
