// SPDX-License-Identifier: Apache-2.0
#include "validation/references/thermal/heated_layer.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "validation/references/thermal/chebyshev_points.hpp"

namespace perm::reference {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double cp = 2;

}  // namespace

GasLayer conducting_layer(const HeatedLayer& layer) {
  require_positive("height", layer.height);
  require_positive("bottom temperature", layer.bottom_temperature);
  require_positive("top temperature", layer.top_temperature);
  const double coldest = std::min(layer.bottom_temperature, layer.top_temperature);
  if (!(layer.gravity >= 0 && layer.gravity * layer.height <= 20 * coldest))
    throw std::domain_error(fmt::format("gravity is {}, not from 0 to 20 T/H", layer.gravity));
  const Index points = 48;
  const ChebyshevPoints nodes = chebyshev_extrema(layer.height, points);
  const MatrixXd first = nodes.derivative(), second = first * first;
  // Newton's method for T'' - g (ln T)' = 0
  VectorXd temperature =
      layer.bottom_temperature + nodes.y.array() / layer.height * (layer.top_temperature - layer.bottom_temperature);
  double changed = 1;
  for (int step = 0; step < 50 && changed > 1e-11; ++step) {
    VectorXd left = second * temperature - layer.gravity * (first * temperature.array().log().matrix());
    MatrixXd slope = second - layer.gravity * first * temperature.cwiseInverse().asDiagonal();
    for (const Index wall : {Index{0}, points - 1}) {
      left[wall] = 0;
      slope.row(wall) = VectorXd::Unit(points, wall);
    }
    const VectorXd change = slope.partialPivLu().solve(left);
    temperature -= change;
    changed = change.cwiseAbs().maxCoeff() / temperature.maxCoeff();
  }
  if (!(changed <= 1e-11)) throw std::runtime_error("the conducting layer was not found. Take less gravity");
  const auto profile = [nodes, temperature](double y) { return nodes.interpolate(temperature, y); };
  return {layer.height, layer.gravity, layer.relaxation, layer.bottom_pressure, profile};
}

double rayleigh_number(const HeatedLayer& layer) {
  const double middle = conducting_layer(layer).temperature(layer.height / 2);
  const double difference = layer.bottom_temperature - layer.top_temperature;
  return layer.gravity * (difference / layer.height - layer.gravity / cp) * std::pow(layer.height, 4) /
         (middle * std::pow(layer.relaxation * middle, 2));
}

double critical_gravity(HeatedLayer layer, double wavenumber, int points) {
  const auto growth = [&](double logarithm) {
    layer.gravity = std::exp(logarithm);
    return fastest_mode(conducting_layer(layer), wavenumber, points).growth;
  };
  const double difference = layer.bottom_temperature - layer.top_temperature;
  require_positive("bottom temperature less that of the top", difference);
  double high = std::log(cp * difference / (2 * layer.height)), above = growth(high);
  if (above <= 0)
    throw std::domain_error("the heated layer is stable even at the gravity cp dT/(2 H). Take a smaller relaxation");
  double low = high, below = above;
  while (below > 0) {
    high = low;
    above = below;
    low -= 1;
    below = growth(low);
  }
  // regula falsi; an end that stays has its value halved (Illinois)
  for (int step = 0; step < 100 && high - low > 1e-11; ++step) {
    const double middle = (low * above - high * below) / (above - below), found = growth(middle);
    if (found > 0) {
      high = middle;
      above = found;
      below /= 2;
    } else {
      low = middle;
      below = found;
      above /= 2;
    }
  }
  return std::exp((low + high) / 2);
}

}  // namespace perm::reference
