// SPDX-License-Identifier: Apache-2.0
// Correlations for the drag in random packings of equal spheres at finite Reynolds numbers, as functions of the solid
// fraction c and of Re = U d/nu with the superficial velocity U. Each gives the whole force on a sphere, that of the
// mean pressure gradient included, over 3 pi mu d U; so the apparent permeability is d^2/(18 c F). They are fits to
// simulations, and differ by up to a third among themselves. All throw std::domain_error unless 0 < c < 1 and Re >= 0.
#pragma once

#include "validation/references/packing_correlations.hpp"

namespace perm::reference {

/// Gives Beetstra, van der Hoef and Kuipers (2007), AIChE J. 53, 489, fitted to lattice Boltzmann for c = 0.1 to 0.6
/// and Re up to 1000.
double beetstra_drag(double c, double reynolds);

/// Gives Tenneti, Garg and Subramaniam (2011), IJMF 37, 1072, fitted to an immersed boundary method for c = 0.1 to 0.5
/// and Re up to 300.
double tenneti_drag(double c, double reynolds);

/// Gives Hill, Koch and Ladd (2001), JFM 448, 243, in the form of Benyahia, Syamlal and O'Brien (2006), Powder Technol.
/// 162, 166: it grows with Re^2 at first and with Re beyond.
double hill_koch_ladd_drag(double c, double reynolds);

/// Gives the range from the least to the largest of the three.
Band packing_drag_band(double c, double reynolds);

}  // namespace perm::reference
