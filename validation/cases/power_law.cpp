// SPDX-License-Identifier: Apache-2.0
#include "validation/cases/power_law.hpp"

#include <fmt/format.h>

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "core/errors.hpp"

namespace perm::validation {

std::optional<PowerLawFit> fit_power_law(std::span<const PowerLawPoint> points) {
  const auto count = static_cast<double>(points.size());
  double mean_x = 0;
  double mean_y = 0;
  for (const PowerLawPoint& point : points) {
    if (!(point.porosity > 0) || !(point.permeability > 0))
      throw InputError(
          fmt::format("No power law goes through porosity {} and permeability {}", point.porosity, point.permeability),
          "both are above 0 there", "Leave such points out");
    mean_x += std::log(point.porosity) / count;
    mean_y += std::log(point.permeability) / count;
  }
  if (points.size() < fewest_power_law_points) return {};
  double square_x = 0;
  double product = 0;
  for (const PowerLawPoint& point : points) {
    const double x = std::log(point.porosity) - mean_x;
    square_x += x * x;
    product += x * (std::log(point.permeability) - mean_y);
  }
  if (!(square_x > 1e-20 * count)) return {};
  PowerLawFit fit;
  fit.points = static_cast<int>(points.size());
  fit.exponent = product / square_x;
  fit.factor = std::exp(mean_y - fit.exponent * mean_x);
  double residual = 0;
  for (const PowerLawPoint& point : points) {
    const double line = mean_y + fit.exponent * (std::log(point.porosity) - mean_x);
    residual += std::pow(std::log(point.permeability) - line, 2);
  }
  const int degrees = fit.points - 2;
  const double quantile = boost::math::quantile(boost::math::students_t(degrees), 0.975);
  fit.confidence_95 = quantile * std::sqrt(residual / degrees / square_x);
  return fit;
}

}  // namespace perm::validation
