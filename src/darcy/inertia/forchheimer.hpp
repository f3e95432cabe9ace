// SPDX-License-Identifier: Apache-2.0
// Finds the coefficients of flow with inertia in apparent permeabilities. With Re = U l / nu, U superficial and l the
// length that the caller chose, and K0 the permeability of creeping flow,
//
//   weak inertia     K0/K = 1 + a Re + w Re^2, a being 0 but for the lattice    (Mei, Auriault 1991; in symmetric
//   cells, and in random media by Koch, Ladd 1997) strong inertia   K0/K = a + c Re      (Forchheimer 1901): g = nu U /
//   K_F + beta U^2, beta = c l / K0
//
// A line that is fitted where inertia is weak is not Forchheimer's: beta belongs to its window, which is given with it.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

namespace perm {

/// Holds the apparent permeability at one Reynolds number, over that of creeping flow.
struct ApparentPermeability {
  double reynolds{0};
  double resistance{1};  ///< K0/K
  double error{0};       ///< bound on the relative error of K0/K
};

/// K0/K - 1 shows inertia where it is above its error this many times.
inline constexpr double inertia_shows_above = 5;

/// K below K0 by these shares marks the end of Darcy's law.
inline constexpr std::array<double, 2> shares_of_onset{0.01, 0.1};

/// The least points that a fit of the line must have in its window.
inline constexpr std::size_t fewest_forchheimer_points = 4;

struct ForchheimerFit {
  double slope{0};             ///< c: of K0/K over Re
  double slope_confidence{0};  ///< half width of its 95 % interval: by the scatter about the line, and by the errors
  double intercept{1};         ///< a = K0/K_F
  double first_reynolds{0};    ///< of the window
  double last_reynolds{0};
  std::size_t points{0};     ///< in the window
  double worst_residual{0};  ///< the largest distance of a point from the line, over its K0/K - 1
};

/// Holds the fit where inertia is weak.
struct WeakInertiaFit {
  double coefficient{0};  ///< w
  double confidence{0};   ///< half width of its interval, by the errors and the scatter
  double linear{0};       ///< a of a term a Re; 0 in theory, but not on the lattice where a medium has no symmetry
  double linear_confidence{0};  ///< half width of its interval
  double exponent{2};           ///< of Re that the points themselves show; 2 in theory
  double first_reynolds{0};
  double last_reynolds{0};
  std::size_t points{0};
};

/// Fits a line to the points of largest Reynolds numbers, as many as lie on one within 3 % of K0/K - 1: at least four,
/// each with inertia above its error. Empty where there are no such points, and where the interval of the slope reaches
/// 0. `points` ascend in Re.
std::optional<ForchheimerFit> fit_forchheimer(std::span<const ApparentPermeability> points);

/// Fits a Re + w Re^2 to the points whose K0/K - 1 is between five times its error and 0.01: at least two. Empty where
/// there are no such points, or where their exponent is not between 1.5 and 2.5. `points` ascend in Re.
std::optional<WeakInertiaFit> fit_weak_inertia(std::span<const ApparentPermeability> points);

/// Gives the Reynolds number at which K is `share` below K0 (0.01: 1 %), between points by a power law, and below the
/// first by a Re + w Re^2 where these are known. Empty where the points do not reach it.
std::optional<double> reynolds_where_less(std::span<const ApparentPermeability> points, double share,
                                          const std::optional<WeakInertiaFit>& weak);

}  // namespace perm
