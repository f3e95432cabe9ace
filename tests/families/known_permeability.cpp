// SPDX-License-Identifier: Apache-2.0
#include "families/known_permeability.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "families/cut_out.hpp"
#include "families/steady_state.hpp"

namespace perm::families {
namespace {

constexpr double error_of_formula = 1e-9;  // a formula with a smaller error is taken at its word
/// Two relaxation times at which MINRES needs few iterations: 500 to 1700, and thousands for grains near the threshold.
struct TwoTaus {
  double one{0};
  double other{0};
};
constexpr double open_porosity = 0.8;
constexpr TwoTaus taus_in_open_media{2.5, 6};
constexpr TwoTaus taus_in_narrow_media{0.6, 1};

/// Gives K at one relaxation time: that of the image, or the sum over its parts.
double solve(const std::vector<CutOut>& parts, double relaxation_time, double residual) {
  double sum = 0;
  for (const CutOut& part : parts)
    sum += part.share * find_steady_state(part.pores, {relaxation_time, residual}).permeability_voxel2;
  return sum;
}

}  // namespace

KnownPermeability find_known_permeability(const HardImage& image, double residual) {
  if (image.exact && image.exact->relative_error < error_of_formula)
    return {image.exact->permeability_voxel2, image.exact->relative_error, "formula"};
  std::vector<CutOut> parts;
  for (const PoreSpace& part : image.parts) parts.push_back(cut_out(part));
  if (parts.empty()) parts.push_back({image.pores, 1});
  const TwoTaus taus = image.pores.porosity() > open_porosity ? taus_in_open_media : taus_in_narrow_media;
  const double permeability = solve(parts, taus.one, residual);
  const double other = solve(parts, taus.other, residual);
  if (image.exact) {
    const double difference = std::abs(permeability / image.exact->permeability_voxel2 - 1);
    if (difference > image.exact->relative_error)
      throw std::runtime_error(fmt::format("the equations and the formula differ by {:.1e}", difference));
  }
  return {permeability, std::abs(other / permeability - 1) + residual,
          fmt::format("{}tau {} and {}", image.parts.empty() ? "" : fmt::format("{} parts, ", parts.size()), taus.one,
                      taus.other)};
}

}  // namespace perm::families
