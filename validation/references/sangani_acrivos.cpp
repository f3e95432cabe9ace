// SPDX-License-Identifier: Apache-2.0
#include "validation/references/sangani_acrivos.hpp"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

namespace perm::reference {
namespace {

using Coefficients = std::array<double, 31>;

// Both tables are those of public tests of other codes; each agrees with solve_sphere_array to 5e-8 for chi <= 0.5.
constexpr Coefficients simple_cubic = {1.0,      1.418649, 2.012564,   2.331523,  2.564809,   2.584787,  2.873609,
                                       3.340163, 3.536763, 3.504092,   3.253622,  2.689757,   2.037769,  1.809341,
                                       1.877347, 1.534685, 0.9034708,  0.2857896, -0.5512626, -1.278724, 1.01335,
                                       5.492491, 4.615388, -0.5736023, -2.865924, -4.709215,  -6.870076, 0.1455304,
                                       12.51891, 9.742811, -5.566269};
constexpr Coefficients body_centred = {1.0,      1.575834, 2.483254, 3.233022, 4.022864, 4.65032,  5.281412, 5.826374,
                                       6.258376, 6.544504, 6.878396, 7.190839, 7.268068, 7.304025, 7.301217, 7.23641,
                                       7.298014, 7.369849, 7.109497, 6.228418, 5.235796, 4.476874, 3.541982, 2.939353,
                                       3.935484, 5.179097, 3.959872, 2.227627, 3.39339,  4.491369, 2.200686};

}  // namespace

std::optional<double> sangani_acrivos_drag(SphereLattice lattice, double chi) {
  if (!(chi > 0 && chi <= 1)) throw std::domain_error(fmt::format("chi is {}, not in (0, 1]", chi));
  if (lattice == SphereLattice::fcc || chi > 0.75) return std::nullopt;
  const Coefficients& coefficients = lattice == SphereLattice::sc ? simple_cubic : body_centred;
  double drag = 0;
  for (auto q = coefficients.rbegin(); q != coefficients.rend(); ++q) drag = drag * chi + *q;
  return drag;
}

}  // namespace perm::reference
