// SPDX-License-Identifier: Apache-2.0
// The power law K = C porosity^m through flows of one medium at several porosities, and how sure its exponent is.
#pragma once

#include <optional>
#include <span>

namespace perm::validation {

struct PowerLawPoint {
  double porosity{0};
  double permeability{0};  ///< in any unit
};

struct PowerLawFit {
  double exponent{0};
  double confidence_95{0};  ///< half the width of the interval that has the exponent with a probability of 95 %
  double factor{0};         ///< C, in the unit of the permeability
  int points{0};
};

/// The fewest points that say how sure an exponent is.
inline constexpr int fewest_power_law_points = 3;

/// Gives the exponent m of K = C porosity^m by least squares of ln K over ln porosity. The interval is Student's
/// (1908), t(0.975, n - 2) times the standard error of the slope; it takes the scatter about the line as independent
/// and normal, so it does not count the error that all points have in common. Absent with fewer than three points, or
/// where all have one porosity. Throws InputError where a porosity or a permeability is not above 0.
std::optional<PowerLawFit> fit_power_law(std::span<const PowerLawPoint> points);

}  // namespace perm::validation
