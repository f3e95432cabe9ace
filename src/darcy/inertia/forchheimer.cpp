// SPDX-License-Identifier: Apache-2.0
#include "darcy/inertia/forchheimer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <vector>

namespace perm {
namespace {

constexpr double line_residual = 0.03;      // of K0/K - 1: points of a window lie so near to its line
constexpr double most_weak_inertia = 0.01;  // of K0/K - 1
constexpr std::array<double, 2> weak_exponents{1.5, 2.5};

/// Gives the 97.5 % quantile of Student's t with so many degrees of freedom (tables; above 30 that of the normal
/// distribution with the first term of its expansion).
double student_t(std::size_t freedom) {
  constexpr std::array<double, 30> table{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                                         2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
                                         2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};
  if (freedom == 0) return table.front();
  return freedom <= table.size() ? table[freedom - 1] : 1.960 + 2.4 / static_cast<double>(freedom);
}

double error_of(const ApparentPermeability& point) { return std::max(point.error * point.resistance, 1e-15); }

bool shows_inertia(const ApparentPermeability& point) {
  return point.resistance - 1 > inertia_shows_above * error_of(point);
}

/// Weighs a point by 1/(K0/K - 1)^2, as residuals over K0/K - 1 ask for.
double line_weight(const ApparentPermeability& point) { return 1 / std::pow(point.resistance - 1, 2); }

/// Fits the line. All points must show inertia.
ForchheimerFit fit_line(std::span<const ApparentPermeability> points) {
  double weights = 0;
  double mean_x = 0;
  double mean_y = 0;
  for (const ApparentPermeability& p : points) {
    const double weight = line_weight(p);
    weights += weight;
    mean_x += weight * p.reynolds;
    mean_y += weight * p.resistance;
  }
  mean_x /= weights;
  mean_y /= weights;
  double xx = 0;
  double xy = 0;
  for (const ApparentPermeability& p : points) {
    const double weight = line_weight(p);
    xx += weight * (p.reynolds - mean_x) * (p.reynolds - mean_x);
    xy += weight * (p.reynolds - mean_x) * (p.resistance - mean_y);
  }
  ForchheimerFit fit;
  fit.points = points.size();
  fit.slope = xy / xx;
  fit.intercept = mean_y - fit.slope * mean_x;
  fit.first_reynolds = points.front().reynolds;
  fit.last_reynolds = points.back().reynolds;
  double scatter = 0;
  double worst_error = 0;  // all errors with the sign that turns the line most
  for (const ApparentPermeability& p : points) {
    const double residual = p.resistance - fit.intercept - fit.slope * p.reynolds;
    const double weight = line_weight(p);
    scatter += weight * residual * residual;
    fit.worst_residual = std::max(fit.worst_residual, std::abs(residual) / (p.resistance - 1));
    worst_error += weight * std::abs(p.reynolds - mean_x) * error_of(p) / xx;
  }
  const std::size_t freedom = points.size() - 2;
  fit.slope_confidence = student_t(freedom) * std::sqrt(scatter / static_cast<double>(freedom) / xx) + worst_error;
  return fit;
}

double weak_weight(const ApparentPermeability& p) {
  const double relative = error_of(p) / (p.resistance - 1) + 1e-3;
  return 1 / (relative * relative);
}

/// Fits a Re + w Re^2 to K0/K - 1. Each point counts by how well it is known, over its K0/K - 1.
void fit_terms(std::span<const ApparentPermeability> points, WeakInertiaFit& fit) {
  const auto sum = [&](const auto& term) {
    double of_all = 0;
    for (const ApparentPermeability& p : points)
      of_all += weak_weight(p) * term(p.reynolds / (p.resistance - 1), p.reynolds * p.reynolds / (p.resistance - 1));
    return of_all;
  };
  const double xx = sum([](double x, double /*square*/) { return x * x; });
  const double xs = sum([](double x, double square) { return x * square; });
  const double ss = sum([](double /*x*/, double square) { return square * square; });
  const double x1 = sum([](double x, double /*square*/) { return x; });
  const double s1 = sum([](double /*x*/, double square) { return square; });
  const double determinant = xx * ss - xs * xs;
  fit.linear = (x1 * ss - s1 * xs) / determinant;
  fit.coefficient = (s1 * xx - x1 * xs) / determinant;
  double scatter = 0;
  double errors_of_linear = 0;  // all errors with the signs that change a term most
  double errors = 0;
  for (const ApparentPermeability& p : points) {
    const double excess = p.resistance - 1;
    const double x = p.reynolds / excess;
    const double square = p.reynolds * x;
    const double weight = weak_weight(p);
    const double residual = 1 - fit.linear * x - fit.coefficient * square;
    scatter += weight * residual * residual;
    errors_of_linear += weight * std::abs(ss * x - xs * square) * error_of(p) / excess / determinant;
    errors += weight * std::abs(xx * square - xs * x) * error_of(p) / excess / determinant;
  }
  fit.linear_confidence = errors_of_linear;
  fit.confidence = errors;
  if (points.size() > 2) {
    const auto freedom = static_cast<double>(points.size() - 2);
    const double of_scatter = student_t(points.size() - 2) * std::sqrt(scatter / freedom / determinant);
    fit.linear_confidence += of_scatter * std::sqrt(ss);
    fit.confidence += of_scatter * std::sqrt(xx);
  } else {  // two points lie on any such curve, so the term a Re itself is in doubt
    fit.linear_confidence += std::abs(fit.linear);
    fit.confidence += std::abs(fit.coefficient - s1 / ss);
  }
}

}  // namespace

std::optional<ForchheimerFit> fit_forchheimer(std::span<const ApparentPermeability> points) {
  std::optional<ForchheimerFit> best;
  for (std::size_t count = fewest_forchheimer_points; count <= points.size(); ++count) {
    const auto window = points.last(count);
    if (!shows_inertia(window.front())) break;
    const ForchheimerFit fit = fit_line(window);
    if (fit.worst_residual > line_residual || !(fit.slope > 0)) break;
    best = fit;
  }
  if (best && !(best->slope_confidence < best->slope)) return {};  // it could as well be 0
  return best;
}

std::optional<WeakInertiaFit> fit_weak_inertia(std::span<const ApparentPermeability> points) {
  std::vector<ApparentPermeability> weak;
  std::ranges::copy_if(points, std::back_inserter(weak), [](const ApparentPermeability& p) {
    return shows_inertia(p) && p.resistance - 1 <= most_weak_inertia;
  });
  if (weak.size() < 2) return {};
  // The exponent: a line through the logarithms, weighted by how well these are known.
  double weights = 0;
  double mean_x = 0;
  double mean_y = 0;
  for (const ApparentPermeability& p : weak) {
    weights += weak_weight(p);
    mean_x += weak_weight(p) * std::log(p.reynolds);
    mean_y += weak_weight(p) * std::log(p.resistance - 1);
  }
  mean_x /= weights;
  mean_y /= weights;
  double xx = 0;
  double xy = 0;
  for (const ApparentPermeability& p : weak) {
    const double x = std::log(p.reynolds) - mean_x;
    xx += weak_weight(p) * x * x;
    xy += weak_weight(p) * x * (std::log(p.resistance - 1) - mean_y);
  }
  WeakInertiaFit fit;
  fit.points = weak.size();
  fit.exponent = xy / xx;
  if (!(fit.exponent > weak_exponents[0] && fit.exponent < weak_exponents[1])) return {};
  fit.first_reynolds = weak.front().reynolds;
  fit.last_reynolds = weak.back().reynolds;
  fit_terms(weak, fit);
  return fit;
}

std::optional<double> reynolds_where_less(std::span<const ApparentPermeability> points, double share,
                                          const std::optional<WeakInertiaFit>& weak) {
  const double wanted = 1 / (1 - share) - 1;  // K0/K - 1
  const auto after =
      std::ranges::find_if(points, [&](const ApparentPermeability& p) { return p.resistance - 1 >= wanted; });
  if (after == points.end()) return {};
  if (after == points.begin() || !shows_inertia(*std::prev(after))) {
    if (!weak) return {};
    const double linear = weak->linear;
    const double reynolds =
        (std::sqrt(linear * linear + 4 * weak->coefficient * wanted) - linear) / (2 * weak->coefficient);
    return reynolds <= after->reynolds ? std::optional(reynolds) : std::nullopt;
  }
  const ApparentPermeability& before = *std::prev(after);
  const double exponent =
      std::log((after->resistance - 1) / (before.resistance - 1)) / std::log(after->reynolds / before.reynolds);
  return before.reynolds * std::pow(wanted / (before.resistance - 1), 1 / exponent);
}

}  // namespace perm
