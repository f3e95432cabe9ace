// SPDX-License-Identifier: Apache-2.0
#include "validation/references/spheres/sangani_acrivos.hpp"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

namespace perm::reference {
namespace {

using Coefficients = std::array<double, 31>;

// derive_drag_series gave these; tests/references derives them anew.
constexpr Coefficients simple_cubic = {1,
                                       1.41864873974,
                                       2.01256424677,
                                       2.33152295672,
                                       2.5648093611,
                                       2.58478739238,
                                       2.87360894643,
                                       3.34016333614,
                                       3.53676258755,
                                       3.50409208911,
                                       3.2536222172,
                                       2.68975758388,
                                       2.03776905885,
                                       1.80934175856,
                                       1.87734773439,
                                       1.53468543787,
                                       0.903471664483,
                                       0.285790600838,
                                       -0.55126157576,
                                       -1.27872300797,
                                       1.01335094794,
                                       5.49249225992,
                                       4.61539005381,
                                       -0.573599496478,
                                       -2.86592084666,
                                       -4.70921339275,
                                       -6.87007510711,
                                       0.145529494185,
                                       12.518912937,
                                       9.7428131566,
                                       -5.56626352969};
constexpr Coefficients body_centred = {1,
                                       1.57583430879,
                                       2.48325376875,
                                       3.23302172464,
                                       4.02286382947,
                                       4.65032030193,
                                       5.28141134018,
                                       5.82637333181,
                                       6.2583757798,
                                       6.5445038261,
                                       6.878369549,
                                       7.19075609943,
                                       7.26790262595,
                                       7.30374385709,
                                       7.30079782512,
                                       7.2358368438,
                                       7.2972788182,
                                       7.36893483422,
                                       7.10839757113,
                                       6.22719036348,
                                       5.23449427189,
                                       4.47548764921,
                                       3.54053949389,
                                       2.93787073393,
                                       3.93390988471,
                                       5.177401078,
                                       3.95811800966,
                                       2.22582450415,
                                       3.39123461744,
                                       4.48871423866,
                                       2.19793387291};
constexpr Coefficients face_centred = {1,
                                       1.62099353171,
                                       2.62762002983,
                                       3.51887458244,
                                       4.50375885288,
                                       5.35486260246,
                                       6.24019394284,
                                       7.04889296547,
                                       7.77873457695,
                                       8.38085589908,
                                       9.09310650186,
                                       10.0441244498,
                                       10.9907912677,
                                       11.7675396615,
                                       12.3451498787,
                                       12.6136884562,
                                       12.7154489754,
                                       12.9578560214,
                                       12.9746417886,
                                       12.5928820623,
                                       12.339840232,
                                       12.5816143802,
                                       13.1098859231,
                                       12.5104184587,
                                       10.8983698812,
                                       10.5902608937,
                                       12.1076294883,
                                       12.2145672849,
                                       9.16358015285,
                                       5.1202134774,
                                       4.52308157173};

const Coefficients& coefficients_of(SphereLattice lattice) {
  if (lattice == SphereLattice::sc) return simple_cubic;
  return lattice == SphereLattice::bcc ? body_centred : face_centred;
}

}  // namespace

std::span<const double> sangani_acrivos_coefficients(SphereLattice lattice) { return coefficients_of(lattice); }

std::optional<double> sangani_acrivos_drag(SphereLattice lattice, double chi) {
  if (!(chi > 0 && chi <= 1)) throw std::domain_error(fmt::format("chi is {}, not in (0, 1]", chi));
  constexpr double largest_chi = 0.75;
  if (chi > largest_chi) return std::nullopt;
  const Coefficients& coefficients = coefficients_of(lattice);
  double drag = 0;
  for (auto q = coefficients.rbegin(); q != coefficients.rend(); ++q) drag = drag * chi + *q;
  return drag;
}

}  // namespace perm::reference
