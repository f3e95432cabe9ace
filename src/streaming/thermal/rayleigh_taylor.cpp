// SPDX-License-Identifier: Apache-2.0
#include "streaming/thermal/rayleigh_taylor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "core/errors.hpp"
#include "streaming/thermal/sites/require_gas.hpp"

namespace perm::thermal {
namespace {

/// The temperature at a height above the middle.
double temperature_at(const RayleighTaylor& flow, double height) {
  return 0.5 * (flow.below + flow.above) - 0.5 * (flow.below - flow.above) * std::tanh(height / flow.layer);
}

/// The pressure of the gas at rest in every row: p' = -g p/T, by Simpson's rule between rows.
std::vector<double> pressures(const RayleighTaylor& flow) {
  const auto middle = 0.5 * static_cast<double>(flow.ny);
  const auto height = [&](std::int64_t y) { return static_cast<double>(y) + 0.5 - middle; };
  std::vector<double> logarithm(static_cast<std::size_t>(flow.ny), 0.0);
  const auto fall = [&](double from, double to) {
    const double mean =
        (1 / temperature_at(flow, from) + 4 / temperature_at(flow, 0.5 * (from + to)) + 1 / temperature_at(flow, to)) /
        6;
    return -flow.gravity * mean * (to - from);
  };
  const std::int64_t first = flow.ny / 2;
  logarithm[static_cast<std::size_t>(first)] = fall(0, height(first));
  for (std::int64_t y = first + 1; y < flow.ny; ++y)
    logarithm[static_cast<std::size_t>(y)] =
        logarithm[static_cast<std::size_t>(y - 1)] + fall(height(y - 1), height(y));
  for (std::int64_t y = first - 1; y >= 0; --y)
    logarithm[static_cast<std::size_t>(y)] =
        logarithm[static_cast<std::size_t>(y + 1)] + fall(height(y + 1), height(y));
  for (double& value : logarithm) value = reference_temperature * std::exp(value);
  return logarithm;
}

/// The height of the interface over the middle in every column.
std::vector<double> interface_of(const RayleighTaylor& flow) {
  std::mt19937_64 random(flow.seed);
  std::vector<double> phases;
  for (int wave = 1; wave <= flow.waves; ++wave)
    phases.push_back(2 * std::numbers::pi * static_cast<double>(random() >> 11) * 0x1p-53);
  std::vector<double> heights;
  const double each = flow.amplitude * std::sqrt(2.0 / flow.waves);
  for (std::int64_t x = 0; x < flow.nx; ++x) {
    double height = 0;
    for (int wave = 1; wave <= flow.waves; ++wave)
      height +=
          each * std::cos(2 * std::numbers::pi * wave * (static_cast<double>(x) + 0.5) / static_cast<double>(flow.nx) +
                          phases[static_cast<std::size_t>(wave - 1)]);
    heights.push_back(height);
  }
  return heights;
}

}  // namespace

double RayleighTaylor::time() const { return std::sqrt(static_cast<double>(nx) / (atwood() * gravity)); }

GasBox RayleighTaylor::box() const { return {nx, ny, tau, {0, -gravity}, std::array{below, above}}; }

void require_rayleigh_taylor(const RayleighTaylor& flow) {
  require_temperature("The temperature below", flow.below);
  require_temperature("The temperature above", flow.above);
  if (!(flow.below > flow.above))
    throw InputError(fmt::format("The gas below has {:g} and the gas above {:g}", flow.below, flow.above),
                     "gas that is not colder above is at rest for ever", "Give the higher temperature first");
  if (!(flow.gravity > 0))
    throw InputError(fmt::format("The gravity cannot be {:g}", flow.gravity), "without it nothing falls",
                     "Give a positive number, such as 1e-4");
  const double fall = flow.gravity * static_cast<double>(flow.ny) / flow.above;
  if (!(fall < std::log(3.0)))
    throw InputError(fmt::format("Gravity {:g} is too much for {} sites of height", flow.gravity, flow.ny),
                     fmt::format("the density would change by a factor of {:.1f} from wall to wall", std::exp(fall)),
                     fmt::format("Give {:.1e} at most", flow.above * std::log(3.0) / static_cast<double>(flow.ny)));
  if (!(flow.layer > 0 && flow.layer < 0.25 * static_cast<double>(flow.ny)))
    throw InputError(fmt::format("A layer of {:g} sites does not fit into {}", flow.layer, flow.ny),
                     "the gas must have its two temperatures at the walls",
                     "Give a positive length below a quarter of the height");
  if (!(flow.amplitude >= 0 && flow.amplitude < 0.1 * static_cast<double>(flow.ny)))
    throw InputError(fmt::format("The interface cannot stand off the middle by {:g} sites", flow.amplitude),
                     "it must lie between the walls", "Give less than a tenth of the height");
  if (flow.nx < 4)
    throw InputError(fmt::format("The interface cannot have waves in {} sites", flow.nx),
                     "a wave has four sites at least", "Give more sites along x");
  if (flow.waves < 1 || 4 * std::int64_t{flow.waves} > flow.nx)
    throw InputError(fmt::format("The interface cannot have {} waves in {} sites", flow.waves, flow.nx),
                     "a wave has four sites at least", fmt::format("Give a number from 1 to {}", flow.nx / 4));
}

std::vector<double> first_fields(const RayleighTaylor& flow, const Rectangle& own) {
  const std::vector<double> pressure = pressures(flow);
  const std::vector<double> interface = interface_of(flow);
  std::vector<double> fields;
  fields.reserve(static_cast<std::size_t>(own.sites() * field_count));
  for (std::int64_t x = own.x.first; x < own.x.last; ++x)
    for (std::int64_t y = own.y.first; y < own.y.last; ++y) {
      const double height = static_cast<double>(y) + 0.5 - 0.5 * static_cast<double>(flow.ny);
      const double temperature = temperature_at(flow, height - interface[static_cast<std::size_t>(x)]);
      fields.insert(fields.end(), {pressure[static_cast<std::size_t>(y)] / temperature, 0, 0, temperature});
    }
  return fields;
}

MixingState look_at(const RayleighTaylor& flow, const std::vector<double>& fields, std::int64_t step) {
  MixingState state{.step = step, .least_temperature = flow.below, .most_temperature = flow.above};
  std::vector<double> rows(static_cast<std::size_t>(flow.ny), 0.0);
  for (std::int64_t x = 0; x < flow.nx; ++x)
    for (std::int64_t y = 0; y < flow.ny; ++y) {
      const double* const site = &fields[static_cast<std::size_t>((x * flow.ny + y) * field_count)];
      const double square = site[1] * site[1] + site[2] * site[2];
      if (!(site[0] > 0 && site[3] > 0) || !std::isfinite(square))
        throw DeviceError(fmt::format("The gas has lost its density or its temperature by step {}", step),
                          "differences between neighbouring sites have grown, and what follows is no flow",
                          "Give a larger --tau, a smaller --gravity, or temperatures nearer to each other");
      state.mass += site[0];
      state.kinetic_energy += 0.5 * site[0] * square;
      state.largest_mach = std::max(state.largest_mach, std::sqrt(square / (2 * site[3])));
      state.least_temperature = std::min(state.least_temperature, site[3]);
      state.most_temperature = std::max(state.most_temperature, site[3]);
      rows[static_cast<std::size_t>(y)] += site[3];
    }
  state.kinetic_energy /= state.mass;
  for (const double row : rows) {
    const double theta = (row / static_cast<double>(flow.nx) - flow.above) / (flow.below - flow.above);
    state.mixing_length += std::max(0.0, 1 - std::abs(2 * theta - 1));
  }
  return state;
}

std::vector<double> gather_fields(const GasLattice& gas, const GasBox& box, const Communicator& processes) {
  std::vector<double> own = gas.fields();
  if (processes.is_alone()) return own;
  std::vector<std::vector<double>> to(static_cast<std::size_t>(processes.size()));
  const Rectangle here = gas.own();
  own.insert(own.begin(), {static_cast<double>(here.x.first), static_cast<double>(here.x.last),
                           static_cast<double>(here.y.first), static_cast<double>(here.y.last)});
  to[0] = std::move(own);
  const std::vector<std::vector<double>> from = processes.exchange(to);
  if (!processes.is_first()) return {};
  std::vector<double> all(static_cast<std::size_t>(box.nx * box.ny * field_count));
  for (const std::vector<double>& part : from) {
    const auto at = [&part](std::size_t i) { return static_cast<std::int64_t>(part[i]); };
    auto next = part.begin() + 4;
    const std::int64_t column = (at(3) - at(2)) * field_count;
    for (std::int64_t x = at(0); x < at(1); ++x, next += column)
      std::copy(next, next + column, all.begin() + (x * box.ny + at(2)) * field_count);
  }
  return all;
}

}  // namespace perm::thermal
