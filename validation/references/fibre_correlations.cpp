// SPDX-License-Identifier: Apache-2.0
#include "validation/references/fibre_correlations.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace perm::reference {
namespace {

void require_between(double porosity, double low, double high) {
  if (!(porosity > low && porosity < high))
    throw std::domain_error(fmt::format("porosity is {}, not in ({}, {})", porosity, low, high));
}

}  // namespace

TortuosityFit fibre_tortuosity(FibreFlow flow) {
  switch (flow) {
    case FibreFlow::isotropic:
      return {0.037, 0.661};
    case FibreFlow::within_planes:
      return {0.11, 0.521};
    case FibreFlow::across_planes:
      return {0.11, 0.785};
    case FibreFlow::along_fibres:
      return {0, 0};
    case FibreFlow::across_fibres:
      return {0.33, 0.707};
  }
  throw std::domain_error("no such flow among fibres");
}

double tomadakis_robertson(FibreFlow flow, double porosity) {
  const auto [threshold, exponent] = fibre_tortuosity(flow);
  require_between(porosity, threshold, 1);
  const double log = std::log(porosity);
  const double slope = (exponent + 1) * porosity - threshold;
  return porosity / (8 * log * log) * std::pow(porosity - threshold, exponent + 2) /
         (std::pow(1 - threshold, exponent) * slope * slope);
}

double nabovati(double porosity) {
  require_between(porosity, 0.08 - 1e-12, 0.99 + 1e-12);
  return 0.491 * std::pow(std::sqrt((1 - 0.0743) / (1 - porosity)) - 1, 2.31);
}

double jackson_james(double porosity) {
  require_between(porosity, 0.75 - 1e-12, 1);
  const double c = 1 - porosity;
  return 3 / (20 * c) * (-std::log(c) - 0.931);
}

double davies(double porosity) {
  require_between(porosity, 0.7 - 1e-12, 0.994 + 1e-12);
  const double c = 1 - porosity;
  return 1 / (16 * c * std::sqrt(c) * (1 + 56 * c * c * c));
}

}  // namespace perm::reference
