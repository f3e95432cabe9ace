// SPDX-License-Identifier: Apache-2.0
// Correlations for random packings of equal spheres in creeping flow: permeability over the sphere diameter squared, as
// a function of the solid fraction c. They differ from each other by up to 20 %, and packings of one solid fraction
// differ by some percent, so they are a band to lie in and not a value to match. With K the whole force on a sphere
// over 3 pi mu d U, k = d^2/(18 c K). All throw std::domain_error unless 0 < c < 1.
#pragma once

namespace perm::reference {

/// Gives eq. 9 of van der Hoef, Beetstra and Kuipers (2005), JFM 528, 233, fitted to lattice Boltzmann for c = 0.1 to
/// 0.6.
double van_der_hoef(double c);

/// Gives Hill, Koch and Ladd (2001), JFM 448, 213, in the form of Benyahia, Syamlal and O'Brien (2006).
double hill_koch_ladd(double c);

/// Gives Tenneti, Garg and Subramaniam (2011), IJMF 37, 1072, at zero Reynolds number, fitted for c = 0.1 to 0.5.
double tenneti(double c);

/// Gives Kozeny and Carman: (1 - c)^3/(constant c^2), where 180 is 36 times Carman's (1937) 5.
double kozeny_carman(double c, double constant = 180);

/// Gives the viscous part of Ergun (1952), which is Kozeny-Carman with 150.
double ergun(double c);

/// Gives Kozeny-Carman for any granular medium, in the square of the length unit: porosity^3/(5 S^2), where S is the
/// area of the pores' walls over the whole volume. Throws std::domain_error unless 0 < porosity < 1 and S > 0.
double kozeny_carman_from_surface(double porosity, double specific_surface);

struct Band {
  double low, high;
};

/// Gives the range from the least to the largest of van der Hoef, Hill-Koch-Ladd and Tenneti.
Band packing_band(double c);

}  // namespace perm::reference
